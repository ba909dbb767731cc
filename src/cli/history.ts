import type { Command } from 'commander';
import { isoTime } from '../feed/iso-time.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

/** `history` */
export function addHistoryCommand(program: Command, context: CommandContext): void {
  program
    .command('history')
    .description('how much is kept of what records said before, and how far back each feed answers')
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
}

const HEADER = ['feed', 'records', 'versions', 'corrected', 'bytes', 'known since', 'snapshots since'];
