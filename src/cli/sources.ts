import type { Command } from 'commander';
import type { SourceListing } from '../app/sync-settings.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

/** `sources` */
export function addSourcesCommand(program: Command, context: CommandContext): void {
  program
    .command('sources')
    .description('list the providers with the state of their synchronisation')
    .action(() =>
      context.withServices(async (services, config, output) => {
        const synchroniser = await context.createSynchroniser(services, config);
        const sources = await synchroniser.list();
        output.result(sources.map(toJson), () => table(HEADER, sources.map(toRow)));
      }),
    );
}

const HEADER = ['provider', 'feed', 'every', 'last success', 'records', 'state'];

function toRow({ provider, settings, missing, state }: SourceListing): readonly string[] {
  const { totals, lastSuccessAt, lastStartedAt, lastError, failures } = state;
  const status = () => {
    if (failures > 0)
      return `failed ${failures === 1 ? 'once' : `${failures} times`}: ${lastError?.message ?? ''}`;
    if (missing !== null) return `not configured: ${missing}`;
    if (lastStartedAt === null) return 'never run';
    return lastSuccessAt !== null && lastSuccessAt >= lastStartedAt ? 'ok' : 'running or interrupted';
  };
  return [
    provider.name,
    provider.feed.module,
    durationOf(settings.everyMs),
    lastSuccessAt ?? 'never',
    String(totals.created + totals.updated),
    status(),
  ];
}

/** Options are left out: some are secrets. */
function toJson({ provider, settings, missing, state }: SourceListing): object {
  return {
    provider: provider.name,
    description: provider.description,
    feed: provider.feed.module,
    base_url: settings.baseUrl ?? provider.defaultBaseUrl,
    every_ms: settings.everyMs,
    missing,
    cursor: state.cursor,
    last_started_at: state.lastStartedAt,
    last_success_at: state.lastSuccessAt,
    last_error: state.lastError,
    not_before: state.notBefore,
    consecutive_failures: state.failures,
    last_run: state.counts,
    totals: state.totals,
  };
}

/** In the largest unit that divides it. */
function durationOf(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
  ] as const;
  const [unit, size] = units.find(([, size]) => ms % size === 0) ?? ['s', 1_000];
  return `${ms / size}${unit}`;
}
