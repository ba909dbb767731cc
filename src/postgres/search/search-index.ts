import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import { type NameHit, SEARCH_MATCHES, type SearchIndex } from '../../core/search-ports.ts';
import type { Feed } from '../../feed/feed.ts';
import { isNear, nearForms, SEARCH_TYPES, searchWords } from '../../feed/search-text.ts';
import type { Database } from '../connection/database.ts';
import { rowsOf } from '../feeds/revisions-in-view.ts';
import { viewCondition } from '../feeds/where.ts';
import { instant, textArray, wholeNumber } from '../schema/column.ts';
import { foldedOf, namingsOf, wordsOf } from './search-names.ts';

type Fragment = RawBuilder<unknown>;

/** Most names of one type that are looked at: those that begin with the text, and those that have its words. */
const MAX_STARTING = 150;
const MAX_WITH_WORDS = 300;
/** A word shorter than this is whole: too many words begin with it. */
const SHORTEST_BEGUN = 3;
/** Most words that a misspelled one is read as. */
const MAX_NEAR = 10;
/** Texts of more words are taken as written: enough of them are there to be found by. */
const MAX_MISSPELLED = 4;

interface Found {
  readonly type: NameHit['type'];
  readonly key: string;
  readonly name: string;
  readonly match: number;
}

/** Searches the names in the table `search_name`. */
export function createSearchIndex(db: Database, feeds: readonly Feed[]): SearchIndex {
  const named = feeds.filter((feed) => namingsOf(feed).length > 0);

  /** Distinct things, the best first. One may have several names: more of these are read until there are enough things. */
  async function things(matches: Fragment, limit: number, view: View): Promise<readonly Found[]> {
    for (let rows = 2 * limit + 10; ; rows *= 4) {
      const found = await db.aggregate(sql<Found>`
        SELECT type, key, name, match FROM (
          SELECT feed, field, type, key, name, min(match) AS match, max(rows) AS rows FROM (${matches}) AS m
          GROUP BY feed, field, type, key, name
          ORDER BY match, ${typeRank(sql`type`)}, rows DESC, length(name), key, name OFFSET 0) AS c
        WHERE ${isNamedInView(named, view)} LIMIT ${wholeNumber(rows)}`);
      const distinct = new Map<string, Found>();
      for (const one of found) {
        const id = `${one.type} ${one.key}`;
        if (!distinct.has(id)) distinct.set(id, one);
      }
      if (distinct.size >= limit || found.length < rows) return [...distinct.values()].slice(0, limit);
    }
  }

  return {
    feeds: named,
    async find({ text, types, limit }, view) {
      const bounds = boundsIn(named, view);
      const asWritten = types.flatMap((type) => {
        const words = wordsOf(type, text);
        const choices = words.map((word) => [word]);
        return [starting(type, foldedOf(words), bounds), withWords(type, choices, 2, bounds)];
      });
      const found = await things(sql.join(asWritten, sql` UNION ALL `), limit, view);
      if (found.length >= limit) return found.map(hitOf);
      const written = searchWords(text);
      const words = [...new Set([...written, ...types.flatMap((type) => wordsOf(type, text))])];
      const near = written.length > MAX_MISSPELLED ? NONE : await nearWords(db, words);
      if (near.size === 0) return found.map(hitOf);
      const similar = types.map((type) => {
        const choices = wordsOf(type, text).map((word) => [word, ...(near.get(word) ?? [])]);
        return withWords(type, choices, 3, bounds);
      });
      const known = new Set(found.map(({ type, key }) => `${type} ${key}`));
      const others = await things(sql.join(similar, sql` UNION ALL `), limit, view);
      const more = others.filter(({ type, key }) => !known.has(`${type} ${key}`));
      return [...found, ...more].slice(0, limit).map(hitOf);
    },

    async assetNames(assets, view) {
      const rows = await db.aggregate(sql<{ key: string; name: string }>`
        SELECT DISTINCT ON (key) key, name FROM (${namesOf(named, assets, view)}) AS c
        ORDER BY key, place, last_known DESC, rows DESC, length(name), name`);
      const byKey = new Map(rows.map(({ key, name }) => [key, name]));
      return assets.map((asset) => byKey.get(asset) ?? null);
    },

    async assetAliases(assets, view) {
      const rows = await db.aggregate(sql<{ key: string; names: readonly string[] }>`
        SELECT key, array_agg(DISTINCT name ORDER BY name) AS names FROM (${namesOf(named, assets, view)}) AS c
        GROUP BY key`);
      const byKey = new Map(rows.map(({ key, names }) => [key, names]));
      return assets.map((asset) => byKey.get(asset) ?? []);
    },
  };
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

const hitOf = ({ type, key, name, match }: Found): NameHit => ({
  type,
  key,
  name,
  match: SEARCH_MATCHES[match] ?? 'SIMILAR',
});

const COLUMNS = sql`feed, field, type, key, name, rows`;

/** Names of one type that begin with the text. */
function starting(type: NameHit['type'], folded: string, bounds: Fragment): Fragment {
  const end = sql`${folded}::text || chr(1114111)`; // the last character there is
  return sql`(
    SELECT ${COLUMNS}, CASE WHEN folded = ${folded}::text THEN 0 ELSE 1 END AS match FROM search_name
    WHERE type = ${sql.lit(type)} AND folded >= ${folded}::text AND folded < ${end} AND ${bounds}
    ORDER BY folded LIMIT ${sql.lit(MAX_STARTING)})`;
}

/** Names of one type that have one of each of these words; the first choice of the last may be the beginning of one. */
function withWords(
  type: NameHit['type'],
  words: readonly (readonly string[])[],
  match: number,
  bounds: Fragment,
): Fragment {
  const parts = words.map((choices, at) =>
    choices
      .map((word, choice) => {
        const isBegun = choice === 0 && at === words.length - 1 && word.length >= SHORTEST_BEGUN;
        return `'${word}'${isBegun ? ':*' : ''}`; // letters and digits alone
      })
      .join(' | '),
  );
  const query = parts.map((part) => `(${part})`).join(' & ');
  // Part of the text, so that the planner sees whether the words are common: then it reads names one after another.
  return sql`(
    SELECT ${COLUMNS}, ${sql.lit(match)} AS match FROM search_name
    WHERE type = ${sql.lit(type)} AND words @@ ${sql.lit(query)}::tsquery AND ${bounds} LIMIT ${sql.lit(MAX_WITH_WORDS)})`;
}

/** For words that have some: the words of names that differ from them in a letter. */
async function nearWords(
  db: Database,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const forms = [...new Set(words.flatMap(nearForms))];
  if (forms.length === 0) return new Map();
  const rows = await db.aggregate(sql<{ word: string }>`
    SELECT word FROM search_word WHERE near && ${textArray(forms, 'text')} ORDER BY word`);
  const near = words.map((word) => {
    const others = rows.flatMap((row) => (row.word !== word && isNear(row.word, word) ? [row.word] : []));
    return [word, nearForms(word).length === 0 ? [] : others.slice(0, MAX_NEAR)] as const;
  });
  return new Map(near.filter(([, others]) => others.length > 0));
}

function typeRank(type: Fragment): Fragment {
  return sql`array_position(ARRAY[${sql.join(SEARCH_TYPES.map((one) => sql.lit(one)))}], ${type})`;
}

/** Names that records in view give to assets, and the place of each field among those that name assets. */
function namesOf(feeds: readonly Feed[], assets: readonly string[], view: View): Fragment {
  const fields = feeds.flatMap((feed) =>
    namingsOf(feed).flatMap(({ searchable, field }) =>
      searchable.type === 'ASSET' && field !== searchable.key[0].name ? [`${feed.module} ${field}`] : [],
    ),
  );
  const place = sql`array_position(${textArray(fields, 'text')}, feed || ' ' || field)`;
  return sql`
    SELECT * FROM (
      SELECT *, ${place} AS place FROM search_name
      WHERE type = 'ASSET' AND key = ANY(${textArray(assets, 'text')}) AND ${boundsIn(feeds, view)} OFFSET 0) AS c
    WHERE place IS NOT NULL AND ${isNamedInView(feeds, view)}`;
}

/** What rules names out before any record is looked at. */
function boundsIn(feeds: readonly Feed[], { from, until }: View): Fragment {
  const unlimited = feeds.flatMap(({ clock, module }) => (clock ? [] : [sql.lit(module)]));
  return sql.join(
    [
      sql`TRUE`,
      ...(from ? [sql`(last_known >= ${instant(from)} OR feed IN (${sql.join(unlimited)}))`] : []),
      ...(until ? [sql`(first_known IS NULL OR first_known <= ${instant(until)})`] : []),
    ],
    sql` AND `,
  );
}

/** Whether a record in view has the name that the row `c` tells of. */
function isNamedInView(feeds: readonly Feed[], view: View): Fragment {
  const cases = feeds.flatMap((feed) =>
    namingsOf(feed).map(({ searchable, field }) => {
      const of = sql`WHEN c.feed = ${sql.lit(feed.module)} AND c.field = ${sql.lit(field)}`;
      return sql`${of} THEN ${hidesNothing(feed, view) ? sql`TRUE` : evidence(feed, searchable.key, field, view)}`;
    }),
  );
  return sql`CASE ${sql.join(cases, sql` `)} ELSE FALSE END`;
}

const hidesNothing = ({ clock, availability }: Feed, { from, until, replaced, asOf, heads }: View): boolean =>
  asOf === undefined &&
  heads === undefined &&
  !(clock && from) &&
  !(availability && ((until && availability.hasLag) || (availability.until && !replaced)));

function evidence(
  feed: Feed,
  [key, other]: Feed['search'][number]['key'],
  field: string,
  view: View,
): Fragment {
  const own = sql.ref(key.name);
  const isIt = other
    ? sql`(${own} = c.key OR (${own} IS NULL AND ${sql.ref(other.name)} = c.key))`
    : sql`${own} = c.key`;
  const hasName = field === key.name ? sql`TRUE` : sql`${sql.ref(field)} = c.name`;
  return sql`EXISTS (SELECT FROM ${rowsOf(feed, view, 'r')} WHERE ${isIt} AND ${hasName} AND ${viewCondition(feed, view)})`;
}
