import { invalidParameter } from '../../errors.ts';
import { isWrittenAsName, meanings, symbolOfKey } from '../../feed/asset.ts';
import { type AnyRecord, type Feed, type Leaf, type Searchable, valueAt } from '../../feed/feed.ts';
import { defaultOrder } from '../../feed/query.ts';
import { SEARCH_TYPES, type SearchType, searchWords } from '../../feed/search-text.ts';
import { textFault } from '../../feed/text.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';
import type { NameHit, SearchIndex, SearchMatch } from '../search-ports.ts';
import { refuseSnapshot } from './held-reads.ts';
import { refuseAsOf } from './moments.ts';

export interface SearchQuery {
  /** At most 200 characters with a letter or digit among them. */
  readonly text: string;
  /** None: of all types. */
  readonly types?: readonly SearchType[] | null | undefined;
  readonly limit: number;
}

export interface SearchHit {
  readonly type: SearchType;
  /** What identifies it among those of its type: key of an asset, number of a politician, slug, address, market id. */
  readonly key: string;
  readonly title: string;
  /** What distinguishes the result from namesakes. Null where nothing does. */
  readonly subtitle: string | null;
  /** The name that was found, which may be another than the title. */
  readonly name: string;
  readonly match: SearchMatch;
}

export interface Search {
  /** Feeds that what is found depends on. */
  readonly feeds: readonly Feed[];
  /** What the view sees of things with such a name, the best match first. Throws INVALID_PARAMETER, for `query`. */
  find(
    query: SearchQuery,
    view: View,
  ): Promise<{ readonly hits: readonly SearchHit[]; readonly more: boolean }>;
  /** What these assets are called, by their keys; null where no name is in view. */
  readonly assetNames: SearchIndex['assetNames'];
  /** Everything they are called or were. */
  readonly assetAliases: SearchIndex['assetAliases'];
  /** The assets whose name this is, by their keys; the best first. */
  assetsNamed(name: string, view: View): Promise<readonly string[]>;
}

/** Whether the text is the very name of what was found, and not only its symbol. */
const isNamedSo = ({ type, key, name, match }: NameHit): boolean =>
  match === 'EXACT' && !(type === 'ASSET' && name === symbolOfKey(key));

const MAX_TEXT = 200;
const MAX_WORDS = 12;
/** Most assets of one name that are told apart. */
const MAX_NAMED = 10;
/** Hits among which those with the most are looked for, where nothing else is searched. */
const AMONG = 100;

/** A text to search for. Throws INVALID_PARAMETER for `param` where it holds nothing to search for. */
export function checkSearchText(param: string, text: string): void {
  const words = searchWords(text);
  const fault =
    textFault(text, MAX_TEXT) ??
    (words.length === 0 ? 'a text with a letter or digit' : null) ??
    (words.length > MAX_WORDS ? `a text of at most ${MAX_WORDS} words` : null);
  if (fault !== null) throw invalidParameter(param, text, fault);
}

export function createSearch(store: FeedStore, index: SearchIndex): Search {
  const { feeds } = index;
  const naming = feeds.filter((feed) => feed.asset !== null);
  const ranked = feeds.flatMap((feed) =>
    feed.search.flatMap(({ type, key, most }) => (most ? [{ feed, type, key: key[0], most }] : [])),
  );
  const isRanked = (type: SearchType) => ranked.some((one) => one.type === type);

  /** Assets that the text names in the spelling of some market, which words do not tell. */
  async function bySymbol(text: string, view: View): Promise<readonly NameHit[]> {
    const keys = meanings(text, null);
    const known = await Promise.all(naming.map((feed) => store.knownAssets(feed, keys, view)));
    return keys
      .filter((key) => known.some((assets) => assets.has(key)))
      .map((key) => ({ type: 'ASSET', key, name: symbolOfKey(key), match: 'EXACT' }));
  }

  return {
    feeds,
    async assetNames(keys, view) {
      refuseSnapshot(view, 'the name of an asset');
      return index.assetNames(keys, view);
    },
    async assetAliases(keys, view) {
      refuseSnapshot(view, 'names of an asset');
      return index.assetAliases(keys, view);
    },
    async assetsNamed(name, view) {
      // Names are not kept as they were: by a snapshot assets are found by their symbols.
      if (searchWords(name).length === 0 || view.heads) return [];
      const hits = await index.find({ text: name, types: ['ASSET'], limit: MAX_NAMED }, view);
      return hits.filter(isNamedSo).map(({ key }) => key);
    },
    async find({ text, types, limit }, view) {
      refuseAsOf(view, 'search');
      refuseSnapshot(view, 'search');
      checkSearchText('query', text);
      const wanted = types?.length ? SEARCH_TYPES.filter((type) => types.includes(type)) : SEARCH_TYPES;
      const depth = wanted.every(isRanked) ? Math.max(limit + 1, AMONG) : limit + 1;
      const [symbols, found] = await Promise.all([
        wanted.includes('ASSET') ? bySymbol(text, view) : [],
        index.find({ text, types: wanted, limit: depth }, view),
      ]);
      const names = await withMostFirst(found, view);
      const named = names.filter(isNamedSo);
      const isFirst = isWrittenAsName(text) ? [...named, ...symbols] : [...symbols, ...named];
      const hits = [
        ...new Map([...isFirst, ...names].map((hit) => [`${hit.type} ${hit.key}`, hit])).values(),
      ];
      return { hits: await titled(hits.slice(0, limit), view), more: hits.length > limit };
    },
  };

  /** The same hits, those of a type in its places: exact ones, then others by what they have most of, then similar ones. */
  async function withMostFirst(hits: readonly NameHit[], view: View): Promise<readonly NameHit[]> {
    const sorted = [...hits];
    for (const { feed, type, key, most } of ranked) {
      const places = [...hits.keys()].filter((at) => hits[at]?.type === type);
      if (places.length < 2) continue;
      const own = places.flatMap((at) => hits[at] ?? []);
      const query = { order: defaultOrder(feed), limit: 1, filter: undefined, leaves: [most] };
      const pages = await store.pagesBy(
        feed,
        key,
        own.map((hit) => hit.key),
        query,
        view,
      );
      const amounts = new Map(
        own.map((hit, at) => {
          const row = pages[at]?.rows[0];
          return [hit, row ? ((valueAt(row, most) as number | null) ?? -1) : -1]; // a number, as declared
        }),
      );
      const rank = ({ match }: NameHit) => (match === 'EXACT' ? 0 : match === 'SIMILAR' ? 2 : 1);
      const inOrder = own.toSorted(
        (one, other) => rank(one) - rank(other) || (amounts.get(other) ?? -1) - (amounts.get(one) ?? -1),
      );
      places.forEach((at, index) => {
        const hit = inOrder[index];
        if (hit) sorted[at] = hit;
      });
    }
    return sorted;
  }

  async function titled(hits: readonly NameHit[], view: View): Promise<readonly SearchHit[]> {
    const shown = new Map<string, Pick<SearchHit, 'title' | 'subtitle'>>();
    const keysOf = (type: SearchType) => hits.flatMap((hit) => (hit.type === type ? [hit.key] : []));
    const assets = keysOf('ASSET');
    const assetNames = assets.length > 0 ? await index.assetNames(assets, view) : [];
    assets.forEach((key, at) => {
      const [kind, symbol] = [key.slice(0, key.indexOf(':')), symbolOfKey(key)];
      shown.set(`ASSET ${key}`, { title: assetNames[at] ?? symbol, subtitle: `${symbol}, ${kind}` });
    });
    const described = feeds.flatMap((feed) =>
      feed.search.flatMap((one) =>
        one.type === 'ASSET' ? [] : [describe(feed, one, keysOf(one.type), view, shown)],
      ),
    );
    await Promise.all(described);
    return hits.map((hit) => ({
      ...hit,
      ...(shown.get(`${hit.type} ${hit.key}`) ?? { title: hit.name, subtitle: null }),
    }));
  }

  /** By the newest record in view; of things with two kinds of key by the first that has one. */
  async function describe(
    feed: Feed,
    { type, key, names, about }: Searchable,
    keys: readonly string[],
    view: View,
    shown: Map<string, Pick<SearchHit, 'title' | 'subtitle'>>,
  ): Promise<void> {
    if (keys.length === 0) return;
    const leaves = [...names, ...about];
    const query = { order: defaultOrder(feed), limit: 1, filter: undefined, leaves };
    for (const leaf of key.toReversed()) {
      if (leaf === undefined) continue;
      const pages = await store.pagesBy(feed, leaf, keys, query, view);
      pages.forEach(({ rows: [row] }, at) => {
        if (row) shown.set(`${type} ${keys[at]}`, textsOf(row, names, about, keys[at] ?? ''));
      });
    }
  }
}

function textsOf(row: AnyRecord, names: readonly Leaf[], about: readonly Leaf[], key: string) {
  const text = (leaf: Leaf) => valueAt(row, leaf) as string | null; // declared as texts
  const title = names.map(text).find((name) => name !== null && name !== '') ?? key;
  const facts = about.map(text).filter((fact) => fact !== null && fact !== '' && fact !== title);
  return { title, subtitle: facts.length > 0 ? facts.join(', ') : null };
}
