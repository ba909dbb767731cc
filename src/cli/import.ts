import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { COUNT } from '../feed/bounds.ts';
import { parseInstant } from '../feed/value.ts';
import type { Format, ImportOptions } from '../sources/format.ts';
import { ImportFailed, type ImportReport } from '../sources/import-run.ts';
import { createRejectsFile } from '../sources/rejects-file.ts';
import type { CommandContext } from './context.ts';
import { describeReport, sumOf } from './report.ts';

/** `import <format> <file…>` */
export function addImportCommand(program: Command, context: CommandContext): void {
  const { formats } = context;
  program
    .command('import')
    .description('import files of a provider into the store')
    .argument('<format>', `one of ${formats.map((format) => format.name).join(', ')}`)
    .argument('<file...>', 'files, plain or gzipped; all are read as one set')
    .option('--filed-at <time>', 'filing time for documents without one, ISO 8601 with zone', timeArgument)
    .option('--wallet <address>', 'wallet of the answers, where they do not name one')
    .option('--at <time>', 'time of the capture, where the files have none', timeArgument)
    .option(
      '--trials <count>',
      'number of configurations that were tried before the one of a backtest was chosen, e.g. the epochs of a hyperopt',
      countArgument,
    )
    .addHelpText(
      'after',
      `\nFormats:\n${formats.map((format) => `  ${format.name.padEnd(22)}${format.description}`).join('\n')}`,
    )
    .action(async (name: string, files: string[], options: ImportOptions) => {
      const format = formatOf(formats, name);
      await context.withServices(async (services, config, output) => {
        const at = services.clock.now().toISOString().replaceAll(':', '-');
        const rejects = createRejectsFile(join(config.dataDir, 'imports', `${at}-${name}.rejects.ndjson`));
        let rejectsFile: string | null = null;
        const report = await context
          .runImport(services, format, files, {
            ...options,
            reject: rejects.write,
            onProgress: (read) => output.progress(`${name}: ${read} read`),
          })
          .catch((error: unknown): FailedReport => {
            if (!(error instanceof ImportFailed)) throw error;
            return { ...error.report, format: name, files, failure: error.message };
          })
          .finally(async () => {
            rejectsFile = await rejects.close();
          });
        output.progress('');
        const title = `${name}: ${report.read} read from ${files.length} file${files.length === 1 ? '' : 's'}`;
        output.result({ ...report, rejects_file: rejectsFile }, () =>
          [title, ...describeReport(report, rejectsFile)].join('\n'),
        );
        if ('failure' in report) throw new Error(report.failure);
        if (acceptedNothing(report)) throw new Error('nothing of it could be imported');
      });
    });
}

type FailedReport = ImportReport & { readonly failure: string };

/** Everything that was read was rejected: most likely these are not files of this format. */
function acceptedNothing({ read, rejected }: ImportReport): boolean {
  return read > 0 && sumOf(rejected) === read;
}

function formatOf(formats: readonly Format[], name: string): Format {
  const format = formats.find((one) => one.name === name);
  if (format) return format;
  throw new Error(`there is no format "${name}"; formats are ${formats.map((one) => one.name).join(', ')}`);
}

function countArgument(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > COUNT.max)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return count;
}

function timeArgument(text: string): Date {
  const at = parseInstant(text);
  if (!at)
    throw new InvalidArgumentError(
      'It must be an ISO 8601 time with zone, e.g. 2025-08-19T20:05:00Z, or a day.',
    );
  return at;
}
