import { sql } from 'kysely';
import type { Services } from '../../src/app/services.ts';
import { publicLeaves } from '../../src/feed/feed.ts';
import { registry } from '../../src/feeds/index.ts';

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
