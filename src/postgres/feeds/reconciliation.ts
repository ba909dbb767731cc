import { type RawBuilder, sql } from 'kysely';
import { type AnyRecord, type Feed, type Leaf, valueAt } from '../../feed/feed.ts';
import { isObject } from '../../feed/json.ts';
import type { Transaction } from '../connection/database.ts';
import { column, columnArray, recordReader, textArray, toText, wholeNumber } from '../schema/column.ts';
import { type Derivation, type Derived, NOTHING_ELSE } from './feed-writer.ts';
import { recordedSince, type Stamp } from './record-revisions.ts';

/**
 * The rule by which records of one table change what is said of each other; see `feeds/insider/reconcile-forms.ts` and
 * `feeds/congress/reconcile-reports.ts`.
 */
export interface ReconciliationRule {
  /** Fields that follow from other records; no write sets them. */
  readonly sets: readonly string[];
  /** Records with those fields set, in any order; a function of the set of records. */
  reconcile(records: readonly AnyRecord[]): readonly AnyRecord[];
}

/** How rows of a table lead to those that they can concern, beside their common `trade_key`. */
export interface Linking {
  /** Columns with what rows of one document have in common; the first is that of a row's own document. */
  readonly families: readonly [string, ...string[]];
  /** Whether the document of a row `t` can concern others: an amendment. */
  readonly leads: RawBuilder<unknown>;
}

/** Forms: those of the same day (`family`), and those that an amendment of an amendment leads to (`own_family`). */
export const FORMS: Linking = {
  families: ['family', 'own_family'],
  leads: sql`t.form LIKE '%/A' OR t.superseded_at IS NOT NULL OR t.undecided_at IS NOT NULL`,
};

/** Reports of Congress: two that tell a trade alike. */
export const REPORTS: Linking = {
  families: ['report'],
  leads: sql`t.trade IS NOT NULL OR EXISTS (
    SELECT FROM congress_trades AS o WHERE o.trade_key = t.trade_key AND o.report <> t.report)`,
};

/**
 * Keeps what records say of each other in step with them: which line an amendment replaces, and which lines of several
 * documents are one trade. Records are reconciled together with all that they can concern: those of their document's
 * `families`, and those that could tell the same trade (`trade_key`), until there are no more. So the outcome is a
 * function of the rows, whatever the order they came in.
 */
export function createReconciliation(feed: Feed, rule: ReconciliationRule, linking: Linking): Derivation {
  const { linksOf, linkedRows } = createLinks(feed, linking);
  const sets = rule.sets.map((name) => feed.leaf(name));
  const read = recordReader(feed);
  return {
    feed,
    sets,
    async derive(tx, events, base) {
      const links = await linksOf(tx, changedRows(feed, linking, base));
      const rows = await linkedRows(tx, links, read);
      if (rows.size === 0) return NOTHING_ELSE;
      const reconciled = rule.reconcile([...rows.values()]);
      const changed = reconciled.filter((record) => {
        const before = rows.get(keyOf(feed, record));
        return before && sets.some((leaf) => textAt(record, leaf) !== textAt(before, leaf));
      });
      if (changed.length > 0) await events.append(changes(feed, sets, changed, events.stamp));
      return derivedFrom(feed, rows, reconciled, changed);
    },
  };
}

const keyOf = (feed: Feed, record: AnyRecord): string => String(valueAt(record, feed.key));

/** Members of stored objects come in another order than they were written in. */
const textAt = (record: AnyRecord, leaf: Leaf): string | null => {
  const value = valueAt(record, leaf);
  return Array.isArray(value) ? JSON.stringify(value, inOneOrder) : toText(value);
};

const inOneOrder = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** What leads from a row to those that it can concern. */
interface Links {
  readonly families: readonly string[];
  readonly tradeKeys: readonly string[];
}

/** Rows before and after the events behind `base`. */
const changedRows = (feed: Feed, { families }: Linking, base: bigint) => sql`
  SELECT ${sql.join([...families, 'trade_key'].map((name) => sql`row->>${sql.lit(name)} AS ${sql.ref(name)}`))}
  FROM feed_event CROSS JOIN LATERAL (VALUES (before), (after)) AS image(row)
  WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)} AND row IS NOT NULL`;

function createLinks(feed: Feed, { families, leads }: Linking) {
  const table = sql.table(feed.table);
  const own = sql.ref(`t.${families[0]}`);

  /** The links of some rows that lead to several documents: an amendment, or a trade that two of them can tell. */
  async function linksOf(tx: Transaction, rows: RawBuilder<unknown>): Promise<Links> {
    const all = families.map((name) => sql`SELECT DISTINCT ${sql.ref(name)} AS family FROM link`);
    const found = await tx.run(sql<{ family: string | null; trade_key: string | null }>`
      WITH link AS MATERIALIZED (${rows})
      SELECT family, NULL AS trade_key FROM (${sql.join(all, sql` UNION `)}) AS f
      WHERE family IS NOT NULL AND EXISTS (SELECT FROM ${table} AS t WHERE ${own} = f.family AND (${leads}))
      UNION ALL
      SELECT NULL, trade_key FROM (SELECT DISTINCT trade_key FROM link) AS k
      WHERE trade_key IS NOT NULL AND EXISTS (SELECT FROM ${table} AS t WHERE t.trade_key = k.trade_key
        HAVING count(*) > 1 OR bool_or(t.trade IS NOT NULL))`);
    return {
      families: found.flatMap(({ family }) => family ?? []),
      tradeKeys: found.flatMap(({ trade_key }) => trade_key ?? []),
    };
  }

  /** All rows that the links lead to, and the links of these in turn. */
  async function linkedRows(
    tx: Transaction,
    start: Links,
    read: (row: AnyRecord) => AnyRecord,
  ): Promise<ReadonlyMap<string, AnyRecord>> {
    const rows = new Map<string, AnyRecord>();
    const followed = { families: new Set<string>(), tradeKeys: new Set<string>() };
    let next = start;
    while (next.families.length + next.tradeKeys.length > 0) {
      for (const family of next.families) followed.families.add(family);
      for (const key of next.tradeKeys) followed.tradeKeys.add(key);
      const leaves = sql.join(feed.leaves.map((leaf) => column(leaf)));
      const inFamily = families.map(
        (name) => sql`${sql.ref(name)} = ANY(${textArray(next.families, 'text')})`,
      );
      const found = await tx.run(sql<AnyRecord>`
        SELECT ${leaves} FROM ${table}
        WHERE ${sql.join(inFamily, sql` OR `)} OR trade_key = ANY(${textArray(next.tradeKeys, 'text')})`);
      const fresh = found.map(read).filter((row) => !rows.has(keyOf(feed, row)));
      for (const row of fresh) rows.set(keyOf(feed, row), row);
      next = withoutThose(followed, fresh.length === 0 ? NO_LINKS : await linksOf(tx, valuesOf(fresh)));
    }
    return rows;
  }

  function valuesOf(rows: readonly AnyRecord[]): RawBuilder<unknown> {
    const names = [...families, 'trade_key'];
    const texts = names.map((name) =>
      textArray(
        rows.map((row) => (row[name] as string | null) ?? null),
        'text',
      ),
    ); // internal texts
    return sql`SELECT * FROM unnest(${sql.join(texts)}) AS t(${sql.join(names.map((name) => sql.ref(name)))})`;
  }

  return { linksOf, linkedRows };
}

const NO_LINKS: Links = { families: [], tradeKeys: [] };

const withoutThose = (
  followed: { readonly families: ReadonlySet<string>; readonly tradeKeys: ReadonlySet<string> },
  { families, tradeKeys }: Links,
): Links => ({
  families: families.filter((family) => !followed.families.has(family)),
  tradeKeys: tradeKeys.filter((key) => !followed.tradeKeys.has(key)),
});

function changes(
  feed: Feed,
  sets: readonly Leaf[],
  records: readonly AnyRecord[],
  stamp: Stamp,
): RawBuilder<unknown> {
  const table = sql.table(feed.table);
  const [key, names] = [column(feed.key), sets.map((leaf) => column(leaf))];
  const arrays = [feed.key, ...sets].map((leaf) => columnArray(leaf, records));
  return sql`
    reconciled AS (
      SELECT * FROM unnest(${sql.join(arrays)}) WITH ORDINALITY AS t(${sql.join([key, ...names])}, "$ord")),
    old AS (SELECT t.* FROM ${table} AS t JOIN reconciled USING (${key})),
    new AS (
      UPDATE ${table} AS t SET ${sql.join([...names.map((name) => sql`${name} = reconciled.${name}`), recordedSince(stamp)])}
      FROM reconciled WHERE t.${key} = reconciled.${key} RETURNING t.*),
    change AS (
      SELECT reconciled."$ord" AS ord, new.${key} AS key, to_jsonb(old) AS before, to_jsonb(new) AS after
      FROM new JOIN old USING (${key}) JOIN reconciled USING (${key}))`;
}

function derivedFrom(
  feed: Feed,
  before: ReadonlyMap<string, AnyRecord>,
  reconciled: readonly AnyRecord[],
  changed: readonly AnyRecord[],
): Derived {
  const until = feed.availability?.until ?? feed.key;
  const from = feed.availability?.from ?? feed.key;
  const isHidden = (record: AnyRecord) =>
    feed.alias !== null &&
    textAt(record, feed.alias) !== null &&
    textAt(record, until) === textAt(record, from);
  const ended = changed.filter(
    (record) =>
      textAt(record, until) !== null &&
      textAt(before.get(keyOf(feed, record)) ?? {}, until) !== textAt(record, until),
  );
  const keys = (records: readonly AnyRecord[]) => records.map((record) => keyOf(feed, record));
  return {
    superseded: keys(ended.filter((record) => !isHidden(record))),
    repeated: keys(ended.filter(isHidden)),
    reconciled: keys(changed),
    undecided: [
      ...new Set(
        reconciled.flatMap(({ provisional, accession, id }) => (provisional ? String(accession ?? id) : [])),
      ),
    ],
  };
}
