import { sql } from 'kysely';
import { pino } from 'pino';
import { runFormat } from '../../../src/app/import.ts';
import { openServices, type Services } from '../../../src/app/services.ts';
import { readConfig } from '../../../src/config.ts';
import type { Clock } from '../../../src/core/ports.ts';
import { allFeeds } from '../../../src/feeds/index.ts';
import type { Format } from '../../../src/sources/format.ts';
import { sampleFiles, sampleOptions } from '../../support/sample-files.ts';
import type { SampleSet } from '../../support/samples.ts';
import { newDatabase } from '../../support/shared-postgres.ts';

export const NOW = new Date('2026-06-01T00:00:00Z');

/** Services on a database of their own; without a clock of the caller's, it stands still. */
export async function openWholeStore(
  clock: Clock = { now: () => NOW },
): Promise<Services & AsyncDisposable & { readonly url: string }> {
  const { url, drop } = await newDatabase();
  const config = readConfig({ DATABASE_URL: url });
  const services = await openServices(config, pino({ level: 'silent' }), clock);
  return {
    ...services,
    url,
    async [Symbol.asyncDispose]() {
      await services.close();
      await drop();
    },
  };
}

export const importSet = (services: Services, folder: string, set: SampleSet, format: Format) =>
  runFormat(services, format, sampleFiles(folder, set), {
    ...sampleOptions(set),
    reject: async () => undefined,
    onProgress: () => undefined,
  });

/** All that clients and engines read. */
export async function contentOf({ db }: Services): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = [...allFeeds.map(({ table }) => table), 'input', 'reference', 'derived', ...ROLLUPS];
  const content: Record<string, readonly string[]> = {};
  for (const table of tables) {
    // A day of which all was taken away again counts nothing.
    const rows = await db.run(sql<{ row: string }>`
      SELECT (to_jsonb(t) - ${SINCE}::text[])::text AS row FROM ${sql.table(table)} AS t
      WHERE (to_jsonb(t)->>'filing_count' = '0') IS NOT TRUE ORDER BY 1`);
    content[table] = rows.map(({ row }) => row);
  }
  return content;
}

/** Since which event a row stands so, and since when it was known here: the way it came, not what it says. */
export const SINCE = ['recorded_since', 'known_since'];

const ROLLUPS = ['insider', 'insider_daily', 'asset_daily'];

/** What entries became, whatever numbers they have. */
export async function outcomesOf({ db }: Services): Promise<readonly string[]> {
  const rows = await db.run(sql<{ row: string }>`
    SELECT jsonb_build_array(e.hash, c.parser, c.context, e.version, o.kind, o.subject, o.series, o.key,
      o.superseded_at IS NULL)::text AS row
    FROM entry AS e JOIN capture_context AS c ON c.id = e.context JOIN entry_outcome AS o ON o.entry = e.id ORDER BY 1`);
  return rows.map(({ row }) => row);
}

/** In an order that the seed of the run says: `npx vitest --sequence.seed=…`. */
export function shuffled<T>(list: readonly T[]): readonly T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
