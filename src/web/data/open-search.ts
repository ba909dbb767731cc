import { AlphaError } from '../../client/client.ts';
import { shortAddress } from '../ui/format.ts';
import { assetPath, kindOfWord } from './asset-path.ts';
import { entityPath, whaleKey } from './entities.ts';
import { addressWith, type PagedFeed } from './feed-query.ts';
import { FEEDS, type FeedName, type RowOf } from './feeds.ts';
import type { Found, FoundMarket } from './found.ts';
import { addressOf } from './moment.ts';
import { readOpenFeed } from './open-feeds.ts';
import { readOnce } from './read-once.ts';
import { readKey } from './session.ts';

/** What the open feeds have of a name. They do not say who a person is: what is found of one leads to the person's rows. */
export interface OpenThing extends Pick<Found, 'type' | 'title' | 'subtitle'> {
  readonly href: string;
}

export interface OpenFound {
  readonly things: readonly OpenThing[];
  readonly markets: readonly FoundMarket[];
  /** Whether all open feeds could be read. */
  readonly isWhole: boolean;
}

const SYMBOL = /^[A-Z0-9][A-Z0-9.:/-]{0,19}$/;
/** The beginning of an address on a chain, or all of it. */
const ADDRESS = /^0x[0-9a-f]{2,40}$/i;
/** A person has many rows; strategies are many. */
const LONG = '50';
const ROWS = '10';

/**
 * Names and symbols in the open feeds: no key, no units, 8 to 13 requests. What the feeds have that could be read; throws
 * AlphaError where one could not be read and the others have nothing, because that is not "nothing".
 */
export async function searchOpenFeeds(query: string): Promise<OpenFound> {
  const symbol = query.toUpperCase();
  const faults: AlphaError[] = [];
  const orEmpty = <T>(reading: Promise<readonly T[]>): Promise<readonly T[]> =>
    reading.catch((error) => {
      if (!(error instanceof AlphaError)) throw error;
      faults.push(error);
      return [];
    });
  const [markets, assets, ...called] = await Promise.all([
    orEmpty(marketsAsking(query)),
    SYMBOL.test(symbol) ? orEmpty(assetsOf(symbol)) : [],
    orEmpty(coinsCalled(query)),
    orEmpty(companiesCalled(query)),
    orEmpty(politiciansCalled(query)),
    orEmpty(insidersCalled(query)),
    orEmpty(whalesCalled(query)),
    orEmpty(strategiesCalled(query)),
  ]);
  const names = called.flat().toSorted((one, other) => likenessOf(other, query) - likenessOf(one, query));
  const things = [...assets, ...names].filter(isFirst);
  const fault = faults.find(({ code }) => code === 'RATE_LIMITED') ?? faults[0]; // it says when to try again
  if (fault && things.length + markets.length === 0) throw fault;
  return { things, markets, isWhole: fault === undefined };
}

/** A name that is the query, then those that begin with it, then the others. */
function likenessOf({ title }: OpenThing, query: string): number {
  const [name, asked] = [title.toLowerCase(), query.toLowerCase()];
  return name === asked ? 2 : name.startsWith(asked) ? 1 : 0;
}

async function rowsOf<F extends FeedName>(
  name: F,
  params: Readonly<Record<string, string>>,
): Promise<readonly RowOf[F][]> {
  const { open, type } = FEEDS[name];
  const answer = await readOpenFeed(open, type, { limit: ROWS, ...params });
  if (answer.ok) return answer.rows as readonly unknown[] as readonly RowOf[F][]; // rows of this feed
  if (answer.error.code === 'INVALID_PARAMETER') return []; // no feed has such a name
  throw answer.error;
}

/** The first strategies of the list, which seldom changes: a page reads it once. */
const listedStrategies = readOnce(() => rowsOf('strategies', { limit: LONG }));

/** What has a whole symbol: a company and a coin may have the same one. */
async function assetsOf(symbol: string): Promise<readonly OpenThing[]> {
  const limit = '1';
  const [coins, filings, trades, signals] = await Promise.all([
    rowsOf('outperformers', { symbol, limit }),
    rowsOf('insider', { ticker: symbol, limit }),
    rowsOf('congress', { ticker: symbol, limit }),
    rowsOf('signals', { symbol_in: `${symbol},${symbol}/USDT`, limit }),
  ]);
  return [
    coins.map(({ name }) => asset(symbol, 'crypto', name)),
    trades.map(({ assetName }) => asset(symbol, 'stock', assetName)),
    filings.map(() => asset(symbol, 'stock', null)),
    signals.map(({ assetType }) => asset(symbol, assetType, null)),
  ].flat();
}

const asset = (symbol: string, kind: string | null, name: string | null): OpenThing => ({
  type: 'ASSET',
  title: name ?? symbol,
  subtitle: [symbol, kindOfWord(kind) ?? []].flat().join(', '),
  href: assetPath(symbol, kind),
});

/** The first of what leads to one page has the name; people with rows of one asset are not one person. */
const isFirst = (thing: OpenThing, place: number, all: readonly OpenThing[]): boolean =>
  all.findIndex((one) => identityOf(one) === identityOf(thing)) === place;

const identityOf = ({ type, title, href }: OpenThing): string =>
  type === 'POLITICIAN' || type === 'INSIDER' ? `${type} ${title}` : href;

const coinsCalled = async (query: string): Promise<readonly OpenThing[]> =>
  (await rowsOf('outperformers', { name_contains: query })).map(({ symbol, name }) =>
    asset(symbol, 'crypto', name),
  );

/** Filings have the ticker alone, though they go by the name of the company. */
async function companiesCalled(query: string): Promise<readonly OpenThing[]> {
  const [trades, filings] = await Promise.all([
    rowsOf('congress', { asset_name_contains: query }),
    rowsOf('insider', { company_name_contains: query }),
  ]);
  return [...trades, ...filings].flatMap((row) =>
    row.ticker === null ? [] : asset(row.ticker, 'stock', 'assetName' in row ? row.assetName : null),
  );
}

async function politiciansCalled(query: string): Promise<readonly OpenThing[]> {
  const trades = await rowsOf('congress', { politician_name_contains: query, limit: LONG });
  return trades.map(({ politicianName, ticker }) => ({
    type: 'POLITICIAN',
    title: politicianName,
    ...rowsOfPerson('congress', 'politicianName', politicianName, ticker),
  }));
}

async function insidersCalled(query: string): Promise<readonly OpenThing[]> {
  const filings = await rowsOf('insider', { insider_name_contains: query, limit: LONG });
  return filings.flatMap(({ insiderName: title, ticker }) =>
    title === null
      ? []
      : { type: 'INSIDER' as const, title, ...rowsOfPerson('insider', 'insiderName', title, ticker) },
  );
}

/**
 * Where the rows of a person stand: on the page of the feed, which takes conditions with a key alone; without one on the
 * page of an asset. `contains`: a name of a simulated market may carry a mark that pages leave out.
 */
function rowsOfPerson(
  feed: PagedFeed,
  field: string,
  value: string,
  ticker: string | null,
): Pick<OpenThing, 'subtitle' | 'href'> {
  if (readKey() === null)
    return ticker === null
      ? { subtitle: null, href: addressOf(`/feed/${feed}`) }
      : { subtitle: `On the page of ${ticker}`, href: assetPath(ticker, 'stock') };
  const conditions = [{ field, op: 'contains', value }];
  return {
    subtitle: 'Rows of the feed',
    href: addressWith(feed, { conditions, sort: null, direction: 'DESC', by: null }),
  };
}

/** Names are compared letter by letter: the words of most begin with capital letters. Most whales have an address alone. */
async function whalesCalled(query: string): Promise<readonly OpenThing[]> {
  const asked = ADDRESS.test(query)
    ? { address_contains: query.toLowerCase() }
    : { whale_name_contains: capitals(query) };
  const moves = await rowsOf('whales', asked);
  return moves.flatMap(({ whaleName, source, address }) =>
    address === null
      ? []
      : {
          type: 'WHALE' as const,
          title: whaleName ?? shortAddress(address),
          subtitle: source,
          href: entityPath('whale', whaleKey(source, address)),
        },
  );
}

/**
 * `mean reversion` finds `DemoPatientMeanReversion_BTC_1h`, by its name. Words in another order find it by its slug, among the first
 * strategies of the list.
 */
async function strategiesCalled(query: string): Promise<readonly OpenThing[]> {
  const [called, listed] = await Promise.all([
    rowsOf('strategies', { name_contains: capitals(query).replaceAll(/\s+/g, '') }),
    listedStrategies(),
  ]);
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const isCalledSo = ({ slug }: RowOf['strategies']) =>
    words.length > 0 && words.every((word) => slug.split('-').some((one) => one.startsWith(word)));
  return [...called, ...listed.filter(isCalledSo)].map((one) => ({
    type: 'STRATEGY',
    title: one.name,
    subtitle: one.grade === null ? null : `Grade ${one.grade}`,
    href: entityPath('strategy', one.slug),
  }));
}

const capitals = (text: string): string => text.replace(/(?<=^|\s)\S/g, (letter) => letter.toUpperCase());

/** Those that are open, the most traded first. */
async function marketsAsking(query: string): Promise<readonly FoundMarket[]> {
  const markets = await rowsOf('markets', {
    question_contains: query,
    active: 'true',
    sort: 'volume_24h_usd',
  });
  return markets.map((market) => ({
    key: market.marketId,
    title: market.question,
    subtitle: market.platform,
    node: market,
  }));
}
