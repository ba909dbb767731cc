import type { Command } from 'commander';
import { pruneCaptures } from '../app/capture-retention.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

/** `captures`, `captures prune` */
export function addCaptureCommands(program: Command, context: CommandContext): void {
  const captures = program
    .command('captures')
    .description('show how much of the input of each format and provider is stored')
    .action(() =>
      context.withServices(async ({ capturePruning }, _config, output) => {
        const [sources, bytes] = await Promise.all([capturePruning.sizes(), capturePruning.bytes()]);
        const shown = {
          sources: sources.map(({ firstSeen, ...size }) => ({
            ...size,
            first_seen: firstSeen.toISOString(),
          })),
          total_bytes: bytes,
        };
        output.result(shown, () => {
          const rows = shown.sources.map((size) =>
            [size.source, size.captures, size.entries, size.superseded, size.bytes, size.first_seen].map(
              String,
            ),
          );
          return `${table(HEADER, rows)}\n\n${bytes} bytes in all, with tables and indexes`;
        });
      }),
    );
  captures
    .command('prune')
    .description('remove input that was superseded longer ago than CAPTURE_RETENTION_DAYS, as serve does')
    .action(() =>
      context.withServices(async (services, config, output) => {
        const pruned = await pruneCaptures(services, { days: config.captureRetentionDays });
        output.result(pruned, () => `removed ${pruned.entries} entries and ${pruned.captures} captures`);
      }),
    );
}

const HEADER = ['source', 'captures', 'entries', 'superseded', 'bytes of content', 'oldest'];
