import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { Politician, PoliticianDirectory, PoliticianTotals } from '../../core/directory-ports.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { allConditions, viewCondition } from '../feeds/where.ts';
import { type Keyset, keysetOrder, keysetRange, listingOf, spanLimit } from '../insiders/insider-page.ts';
import { textArray, toDouble } from '../schema/column.ts';
import { readCommittees } from './committees.ts';
import { nameContains } from './name-contains.ts';
import { FULLEST_FIRST, MEMBER_KINDS, readTerms } from './terms.ts';

type Fragment = RawBuilder<unknown>;

const BY_NAME: Keyset = { sort: 'name', type: 'text', key: 'key', direction: 'asc' };

/** What a politician of a trade is known by; `politicianKey` says the same of a record. */
const KEY = sql`coalesce(politician_id, politician_name)`;

/** The directory of members out of the references, and of filers out of the trades in view. */
export function createPoliticians(db: Database, congress: Feed): PoliticianDirectory {
  return {
    async directory(query, view) {
      const found = allConditions([
        query.search === undefined ? undefined : nameContains(sql`name`, query.search),
        query.chamber === undefined ? undefined : sql`lower(chamber) = ${query.chamber.toLowerCase()}`,
        query.party === undefined ? undefined : sql`upper(party) = ${query.party.toUpperCase()}`,
      ]);
      const rows = await db.aggregate(sql<Politician & { readonly total: bigint }>`
        ${peopleIn(congress, view)}, found AS MATERIALIZED (SELECT * FROM person WHERE ${found})
        SELECT total.n AS total, page.* FROM (SELECT count(*) AS n FROM found) AS total
        LEFT JOIN (
          SELECT * FROM found WHERE ${keysetRange(BY_NAME, query)}
          ORDER BY ${keysetOrder(BY_NAME, query, 'found')} ${spanLimit(query)}) AS page ON TRUE
        ORDER BY ${keysetOrder(BY_NAME, query, 'page')}`);
      // Without a row in the range the join leaves one that holds the total alone.
      const read = rows.filter((row) => row.key !== null);
      return listingOf(read, query, Number(rows[0]?.total ?? 0n), {
        item: ({ total: _, ...politician }): Politician => politician,
        place: ({ name, key }) => ({ value: name, key }),
      });
    },

    async politicians(keys, view) {
      const rows = await db.run(sql<Politician>`${peopleIn(congress, view, keys)} SELECT * FROM person`);
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return keys.map((key) => byKey.get(key) ?? null);
    },

    committees: (keys) => readCommittees(db, keys),

    terms: (keys, view) => readTerms(db, keys, view),

    async totals(keys, view) {
      const ofType = (pattern: string) =>
        sql`count(*) FILTER (WHERE lower(transaction_type) LIKE ${pattern})::int`;
      const rows = await db.aggregate(sql<PoliticianTotals & { readonly key: string }>`
        SELECT ${KEY} AS key, count(*)::int AS trades, ${ofType('purchase%')} AS purchases, ${ofType('sale%')} AS sales,
          ${toDouble(sql`sum(amount_low::numeric)`)} AS amount_low,
          ${toDouble(sql`sum(amount_high::numeric)`)} AS amount_high,
          count(*) FILTER (WHERE amount_low IS NOT NULL AND amount_high IS NULL)::int AS open_ended
        FROM ${sql.table(congress.table)} WHERE ${tradesOf(keys)} AND ${viewCondition(congress, view)} GROUP BY 1`);
      const byKey = new Map(rows.map(({ key, ...totals }) => [key, totals]));
      return keys.map((key) => byKey.get(key) ?? NOTHING);
    },
  };
}

const NOTHING: PoliticianTotals = {
  trades: 0,
  purchases: 0,
  sales: 0,
  amount_low: null,
  amount_high: null,
  open_ended: 0,
};

/** Both halves are ranges of an index. */
function tradesOf(keys: readonly string[]): Fragment {
  const list = textArray(keys, 'text');
  return sql`(politician_id = ANY(${list}) OR (politician_id IS NULL AND politician_name = ANY(${list})))`;
}

/**
 * CTEs up to `person`, all politicians or those of some keys. As of a moment the last term is that of then, and who has none
 * yet is no member. A filer who is in no file has the party, chamber and state of the newest trade in view.
 */
function peopleIn(congress: Feed, view: View, keys?: readonly string[]): Fragment {
  const today = view.now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const only = keys && textArray(keys, 'text');
  return sql`WITH entry AS (
      SELECT key, kind, value, ${termIn(view, today)} AS term FROM reference
      WHERE kind IN ${MEMBER_KINDS} AND ${only ? sql`key = ANY(${only})` : sql`TRUE`}),
    member AS MATERIALIZED (
      SELECT * FROM (
        SELECT DISTINCT ON (key) key, value->>'official' AS name, term FROM entry ORDER BY key, ${FULLEST_FIRST}) AS known
      WHERE ${view.asOf ? sql`term IS NOT NULL` : sql`TRUE`}),
    filer AS (
      SELECT DISTINCT ON (${KEY}) ${KEY} AS key, politician_id, politician_name AS name, party, chamber, state
      FROM ${sql.table(congress.table)}
      WHERE ${viewCondition(congress, view)} AND ${KEY} <> '' AND ${keys ? tradesOf(keys) : sql`TRUE`}
        AND (politician_id IS NULL OR politician_id NOT IN (SELECT key FROM member WHERE name IS NOT NULL))
      ORDER BY ${KEY}, known_from DESC, id DESC),
    person AS (
      SELECT coalesce(member.key, filer.key) COLLATE "C" AS key,
        member.key IS NOT NULL OR filer.politician_id IS NOT NULL AS is_member,
        coalesce(member.name, filer.name, member.key) COLLATE "C" AS name,
        CASE WHEN member.key IS NULL THEN filer.party ELSE ${partyOfTerm} END AS party,
        CASE WHEN member.key IS NULL THEN filer.chamber WHEN term->>'type' = 'rep' THEN 'house' ELSE 'senate' END AS chamber,
        CASE WHEN member.key IS NULL THEN filer.state ELSE term->>'state' END AS state,
        coalesce(term->>'start' <= ${today} AND term->>'end' >= ${today}, FALSE) AS is_serving
      FROM member FULL JOIN filer ON filer.key = member.key)`;
}

/** The last term; as of a moment of those that had begun, or do not say when. */
const termIn = ({ asOf }: View, today: string): Fragment =>
  asOf
    ? sql`(SELECT begun.term FROM jsonb_array_elements(value->'terms') WITH ORDINALITY AS begun(term, place)
        WHERE coalesce(begun.term->>'start' <= ${today}, TRUE) ORDER BY begun.place DESC LIMIT 1)`
    : sql`value->'terms'->-1`;

/** The letter, as trades have it. */
const partyOfTerm = sql`CASE term->>'party' WHEN 'Democrat' THEN 'D' WHEN 'Republican' THEN 'R' WHEN 'Independent' THEN 'I' END`;
