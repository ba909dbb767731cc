import type { Command } from 'commander';
import { isoTime } from '../feed/iso-time.ts';
import type { CommandContext } from './context.ts';
import { lifeArgument } from './duration.ts';
import { table } from './output.ts';

/** `history`, `history thin` */
export function addHistoryCommands(program: Command, context: CommandContext): void {
  const history = program
    .command('history')
    .description('show how many old versions of records are stored, and how far back each feed answers')
    .action(() =>
      context.withServices(async ({ historySizes }, _config, output) => {
        const sizes = await historySizes();
        const feeds = sizes.map(({ module, records, versions, corrected, bytes, ...since }) => ({
          feed: module,
          records,
          versions,
          corrected,
          bytes,
          known_since: since.knownSince && isoTime(since.knownSince),
          answered_since: since.answeredSince && isoTime(since.answeredSince),
        }));
        const total = feeds.reduce((sum, { bytes }) => sum + bytes, 0);
        output.result({ feeds, total_bytes: total }, () => {
          const rows = feeds.map((one) => Object.values(one).map((cell) => String(cell ?? '-')));
          return `${table(HEADER, rows)}\n\n${total} bytes in all, with indexes`;
        });
      }),
    );
  history
    .command('thin')
    .description(
      'thin out old versions of current state and of signals that closed long ago: keep the last version of each stretch of time',
    )
    .requiredOption(
      '--older-than <duration>',
      'thin out versions that ended longer ago than this, e.g. 90d',
      lifeArgument,
    )
    .requiredOption('--spacing <duration>', 'length of a stretch of time, e.g. 1h', lifeArgument)
    .action(({ olderThan, spacing }: { readonly olderThan: number; readonly spacing: number }) =>
      context.withServices(async ({ thinHistory, clock }, _config, output) => {
        const before = new Date(clock.now().getTime() - olderThan);
        const removed: Record<string, number> = {};
        for await (const [module, count] of thinHistory({ before, spacingMs: spacing }))
          removed[module] = count;
        const total = Object.values(removed).reduce((sum, count) => sum + count, 0);
        output.result({ before: isoTime(before), removed, total }, () => `removed ${total} versions`);
      }),
    );
}

const HEADER = ['feed', 'records', 'versions', 'corrected', 'bytes', 'known since', 'snapshots since'];
