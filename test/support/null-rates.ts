import { sql } from 'kysely';
import type { Services } from '../../src/app/services.ts';
import { publicLeaves } from '../../src/feed/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import BEFORE from './null-rates-before.json' with { type: 'json' };
import { NULL_REASONS } from './null-reasons.ts';

/** Of the records of a module that are shown: how many there are, and of how many a public field is null. */
export interface NullCount {
  readonly module: string;
  readonly field: string;
  readonly records: number;
  readonly nulls: number;
}

/** Every public field of every feed, in the order of the declarations. Lists of nothing are no nulls. */
export async function nullCounts({ db }: Pick<Services, 'db'>): Promise<readonly NullCount[]> {
  const counts: NullCount[] = [];
  for (const { feed } of registry) {
    const leaves = publicLeaves(feed);
    const until = feed.availability?.until;
    const columns = leaves.map(({ name }) => sql`count(*) - count(${sql.ref(name)}) AS ${sql.ref(name)}`);
    const [row = {}] = await db.run(sql<Record<string, bigint>>`
      SELECT count(*) AS "$all", ${sql.join(columns)} FROM ${sql.table(feed.table)}
      WHERE ${until ? sql`${sql.ref(until.name)} IS NULL` : sql`TRUE`}`);
    for (const { name } of leaves)
      counts.push({ module: feed.module, field: name, records: Number(row.$all), nulls: Number(row[name]) });
  }
  return counts;
}

interface CountsBefore {
  readonly records: number;
  readonly nulls: Readonly<Record<string, number>>;
}

/** The rows of the table in docs/samples.md: fields that are null somewhere, or were before. */
export const nullRows = (counts: readonly NullCount[]): readonly (readonly string[])[] =>
  counts.flatMap(({ module, field, records, nulls }) => {
    const before = (BEFORE as Readonly<Record<string, CountsBefore>>)[module];
    const nullsBefore = before?.nulls[field];
    if (nulls === 0 && !nullsBefore) return [];
    const was = before && nullsBefore !== undefined ? percent(nullsBefore, before.records) : 'no such field';
    return [[module, field, was, percent(nulls, records), nulls === 0 ? '' : reasonOf(module, field)]];
  });

/** Parts of a thousand are told, so that a few nulls are not none. */
const percent = (nulls: number, of: number): string =>
  `${((100 * nulls) / of).toFixed(nulls === 0 ? 0 : 2)} %`;

function reasonOf(module: string, field: string): string {
  const reasons = Object.entries(NULL_REASONS[module] ?? {});
  return reasons.find(([, fields]) => fields.includes(field))?.[0] ?? '';
}
