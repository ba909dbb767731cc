import { type Command, InvalidArgumentError } from 'commander';
import type { SyncResult } from '../app/sync.ts';
import { isBaseUrl } from '../sources/sync/sources-file.ts';
import type { CommandContext } from './context.ts';
import { describeReport } from './report.ts';

/** `sync <provider>` */
export function addSyncCommand(program: Command, context: CommandContext): void {
  const { providers } = context;
  program
    .command('sync')
    .description('fetch what is new from a provider into the store, once')
    .argument('<provider>', `one of ${providers.map(({ name }) => name).join(', ')}`)
    .option('--once', 'run once (the default); `serve --sync` runs on a schedule', true)
    .option('--base-url <url>', 'ask this address instead of the provider', baseUrlArgument)
    .option('--full', 'fetch everything again, not only what is new', false)
    .addHelpText(
      'after',
      `\nProviders:\n${providers.map(({ name, description }) => `  ${name.padEnd(22)}${description}`).join('\n')}`,
    )
    .action(async (name: string, { baseUrl, full }: { baseUrl?: string; full: boolean }) => {
      await context.withServices(async (services, config, output) => {
        const synchroniser = await context.createSynchroniser(services, config);
        const interrupted = new AbortController();
        const abort = () => interrupted.abort();
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort);
        const result = await synchroniser
          .sync(name, {
            baseUrl: baseUrl ?? null,
            full,
            signal: interrupted.signal,
            onProgress: (read) => output.progress(`${name}: ${read} read`),
          })
          .finally(() => {
            for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, abort);
          });
        output.progress('');
        const { rejectsFile, ...report } = result;
        output.result({ ...report, rejects_file: rejectsFile }, () => describe(result));
        const fault = faultOf(result);
        if (fault !== null) throw new Error(fault);
      });
    });
}

function baseUrlArgument(text: string): string {
  if (!isBaseUrl(text))
    throw new InvalidArgumentError('It must be an http(s) URL, e.g. http://127.0.0.1:8080.');
  return text;
}

/** Why the command fails; null when it does not. */
function faultOf({ provider, outcome, error }: SyncResult): string | null {
  switch (outcome) {
    case 'done':
      return null;
    case 'failed':
      return error;
    case 'aborted':
      return `${provider}: interrupted; what was read is written, the next run goes on from there`;
    case 'busy':
      return `${provider}: another process is synchronising it`;
  }
}

function describe(result: SyncResult): string {
  const { provider, read, requests, rejectsFile } = result;
  const title = `${provider}: ${read} read in ${requests} request${requests === 1 ? '' : 's'}`;
  return [title, ...describeReport(result, rejectsFile)].join('\n');
}
