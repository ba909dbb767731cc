import { type RawBuilder, sql } from 'kysely';
import type { Feed, Leaf, Searchable } from '../../feed/feed.ts';
import { issuerWords, joinedWords, nearForms, type SearchType, searchWords } from '../../feed/search-text.ts';
import type { Transaction } from '../connection/database.ts';
import { type Derivation, NOTHING_ELSE } from '../feeds/feed-writer.ts';
import { textArray, wholeNumber } from '../schema/column.ts';

/** To be raised when the same records have other names or words; `refreshSearchNames` then makes them anew. */
export const NAMES_VERSION = 3;

/** How records of a feed name a thing: by a field, or an asset by its symbol, which is `asset`. */
export interface Naming {
  readonly searchable: Searchable;
  /** Of the field. */
  readonly field: string;
}

export const namingsOf = (feed: Feed): readonly Naming[] =>
  feed.search.flatMap((searchable) => [
    ...(searchable.type === 'ASSET' ? [{ searchable, field: searchable.key[0].name }] : []),
    ...searchable.names.map(({ name }) => ({ searchable, field: name })),
  ]);

/** How many records of the feed more have a name, or fewer. */
export interface NameChange {
  readonly field: string;
  readonly type: SearchType;
  readonly key: string;
  readonly name: string;
  readonly rows: number;
  /** When the first of them became available (null: always), and the last one known, as PostgreSQL writes it. */
  readonly first_known: string | null;
  readonly last_known: string | null;
}

/**
 * Keeps the names that search finds things by in step with the records of a feed: how many records have each, and between
 * which moments they became known. Those two only ever move apart; which record a caller sees is decided by the records.
 */
export function createSearchNames(feeds: readonly Feed[]): readonly Derivation[] {
  return feeds.filter((feed) => namingsOf(feed).length > 0).map(namesOf);
}

function namesOf(feed: Feed): Derivation {
  return {
    feed,
    async derive(tx, events, base) {
      await putNames(tx, feed, await tx.run(takenNames(feed, base, events.head())));
      return NOTHING_ELSE;
    },
  };
}

/** What the events from `base` to `head` changed; notes in the same statement that the names are those of `head`. */
function takenNames(feed: Feed, base: bigint, head: bigint): RawBuilder<NameChange> {
  const known = (leaf: Leaf | null | undefined) => leaf && sql`(body->>${sql.lit(leaf.name)})::timestamptz`;
  const { from, until } = boundsOf(feed, known);
  const rows = namingsOf(feed).map(({ searchable: { type, key }, field }) => {
    const text = (leaf: Leaf) => sql`body->>${sql.lit(leaf.name)}`;
    const keyText = key[1] ? sql`coalesce(${text(key[0])}, ${text(key[1])})` : text(key[0]);
    const name = namedBySymbol(type, field, key[0], keyText) ?? sql`body->>${sql.lit(field)}`;
    return sql`(${sql.lit(field)}, ${sql.lit(type)}, ${keyText}, ${name})`;
  });
  const moment = (which: 'min' | 'max', value: RawBuilder<unknown>, sign: number) =>
    sql`${sql.raw(which)}(${value}) FILTER (WHERE sign = ${sql.lit(sign)})`;
  const moved = (which: 'min' | 'max', value: RawBuilder<unknown>) =>
    sql`${moment(which, value, 1)} IS DISTINCT FROM ${moment(which, value, -1)}`;
  return sql<NameChange>`
    WITH taken AS (
      UPDATE search_feed SET seq = ${wholeNumber(head)}
      WHERE feed = ${feed.module} AND seq = ${wholeNumber(base)} AND version = ${wholeNumber(NAMES_VERSION)}),
    named AS (
      SELECT side.sign, n.*, ${from} AS available, ${until} AS known FROM feed_event
      CROSS JOIN LATERAL (VALUES (-1, before), (1, after)) AS side(sign, body)
      CROSS JOIN LATERAL (VALUES ${sql.join(rows)}) AS n(field, type, key, name)
      WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)} AND body IS NOT NULL)
    SELECT field, type, key, name, sum(sign)::int4 AS rows,
      (${moment('min', sql`available`, 1)})::text AS first_known, (${moment('max', sql`known`, 1)})::text AS last_known
    FROM named WHERE key <> '' AND name <> '' GROUP BY field, type, key, name
    HAVING sum(sign) <> 0 OR ${moved('min', sql`available`)} OR ${moved('max', sql`known`)}`;
}

/** What the whole table says, for `refreshSearchNames`. */
export function storedNames(feed: Feed): RawBuilder<unknown> {
  const column = (leaf: Leaf) => sql.ref(leaf.name);
  const { from, until } = boundsOf(feed, (leaf) => leaf && column(leaf));
  const arms = namingsOf(feed).map(({ searchable: { type, key }, field }) => {
    const keyText = key[1] ? sql`coalesce(${column(key[0])}, ${column(key[1])})` : column(key[0]);
    const name = namedBySymbol(type, field, key[0], keyText) ?? sql.ref(field);
    return sql`SELECT ${sql.lit(field)} AS field, ${sql.lit(type)} AS type, ${keyText} AS key, ${name} AS name,
      count(*)::int4 AS rows, min(${from})::text AS first_known, max(${until})::text AS last_known
      FROM ${sql.table(feed.table)} WHERE ${keyText} <> '' AND ${name} <> '' GROUP BY 1, 2, 3, 4`;
  });
  return sql.join(arms, sql` UNION ALL `);
}

function boundsOf(
  feed: Feed,
  value: (leaf: Leaf | null | undefined) => RawBuilder<unknown> | null | undefined,
) {
  const { availability, clock } = feed;
  const available = availability?.hasLag ? value(availability.from) : null;
  return {
    from: available ? sql`coalesce(${available}, '-infinity')` : sql`NULL::timestamptz`,
    until: value(clock ?? feed.leaf('known_from')),
  };
}

/** The symbol in the key of an asset; null for what a field names. */
function namedBySymbol(type: SearchType, field: string, key: Leaf, keyText: RawBuilder<unknown>) {
  return type === 'ASSET' && field === key.name ? sql`substr(${keyText}, strpos(${keyText}, ':') + 1)` : null;
}

/** Applies changes of names, and forgets names that no record has any more. */
export async function putNames(tx: Transaction, feed: Feed, changes: readonly NameChange[]): Promise<void> {
  if (changes.length === 0) return;
  const texts = (of: (change: NameChange) => string | null, type = 'text') =>
    textArray(changes.map(of), type);
  const words = changes.map(({ name, type }) => wordsOf(type, name));
  const lexemes = changes.map(({ name, type }) => lexemesOf(type, name));
  const lexemeTexts = lexemes.map((all) => JSON.stringify(all));
  await tx.run(sql`
    INSERT INTO search_name AS t (feed, field, type, key, name, folded, words, rows, first_known, last_known)
    SELECT ${feed.module}, n.field, n.type, n.key, n.name, n.folded,
      array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(n.words))), n.rows, n.first_known, n.last_known
    FROM unnest(${texts(({ field }) => field)}, ${texts(({ type }) => type)}, ${texts(({ key }) => key)},
      ${texts(({ name }) => name)}, ${textArray(words.map(foldedOf), 'text')}, ${textArray(lexemeTexts, 'jsonb')},
      ${texts(({ rows }) => String(rows), 'integer')}, ${texts((one) => one.first_known, 'timestamptz')},
      ${texts((one) => one.last_known, 'timestamptz')}
    ) AS n(field, type, key, name, folded, words, rows, first_known, last_known)
    ON CONFLICT (key, feed, field, md5(name), type) DO UPDATE SET rows = t.rows + excluded.rows,
      first_known = least(t.first_known, excluded.first_known),
      last_known = greatest(t.last_known, excluded.last_known)`);
  if (changes.some(({ rows }) => rows < 0)) {
    await tx.run(sql`
      DELETE FROM search_name AS t
      USING unnest(${texts(({ type }) => type)}, ${texts(({ field }) => field)}, ${texts(({ key }) => key)},
        ${texts(({ name }) => name)}) AS n(type, field, key, name)
      WHERE t.feed = ${feed.module} AND t.type = n.type AND t.field = n.field AND t.key = n.key
        AND md5(t.name) = md5(n.name) AND t.rows <= 0`);
  }
  await putWords(tx, lexemes.flat());
}

/** Words stay when their names go: a word without names finds nothing. In one order, for feeds are written side by side. */
async function putWords(tx: Transaction, words: readonly string[]): Promise<void> {
  const near = new Map([...new Set(words)].map((word) => [word, nearForms(word)]));
  const kept = [...near].filter(([, forms]) => forms.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (kept.length === 0) return;
  const list = textArray(
    kept.map(([word]) => word),
    'text',
  );
  const forms = textArray(
    kept.map((one) => JSON.stringify(one[1])),
    'jsonb',
  );
  await tx.run(sql`
    INSERT INTO search_word (word, near)
    SELECT n.word, ARRAY(SELECT jsonb_array_elements_text(n.near)) FROM unnest(${list}, ${forms}) AS n(word, near)
    WHERE NOT EXISTS (SELECT FROM search_word AS s WHERE s.word = n.word)
    ON CONFLICT (word) DO NOTHING`);
}

/** What names of a type are compared by: of assets without the form of the company, of strategies what they are joined of. */
export function wordsOf(type: SearchType, text: string): readonly string[] {
  switch (type) {
    case 'ASSET':
      return issuerWords(text);
    case 'STRATEGY':
      return joinedWords(text);
    default:
      return searchWords(text);
  }
}

/** A strategy is found by its name in one word, too: not everybody types the capitals. */
const lexemesOf = (type: SearchType, name: string): readonly string[] =>
  type === 'STRATEGY' ? [...new Set([...joinedWords(name), ...searchWords(name)])] : wordsOf(type, name);

/** As much of the words as an index holds for certain. */
export const foldedOf = (words: readonly string[]): string => words.join(' ').slice(0, 200);
