import type { AssetKind } from '../../src/feed/asset.ts';
import { restName, toJsonRecord } from '../../src/feed/record.ts';
import { type FeedModule, registry } from '../../src/feeds/index.ts';
import { sampleRecords } from '../support/records.ts';

/**
 * Rows of the access matrix: in every module one a letter, all of the symbol MTX, known a second before and a second behind
 * each cut-off of a tier; their other times are years ago, or a day where look-backs have to find them. What a caller is shown is written as the letters it holds; sums are made of powers of two, so
 * that a sum tells which rows are in it.
 */
export const ROWS = {
  a: '2025-03-04T05:06:59Z', // older than a year at 05:06:07 on 4 March 2026
  b: '2025-03-04T05:07:01Z',
  c: '2026-02-18T05:06:59Z', // older than 14 days
  d: '2026-02-18T05:07:01Z',
  e: '2026-02-25T05:06:59Z', // older than 7 days
  f: '2026-02-25T05:07:01Z',
  g: '2026-03-03T05:05:59Z', // as old as the lag
  h: '2026-03-03T05:06:01Z',
} as const;

const LETTERS = Object.keys(ROWS).join('');
/** What tells nothing to a window. */
const LONG_AGO = '2020-02-20T00:00:00Z';

const worth = (letter: string): number => 2 ** LETTERS.indexOf(letter);
export const lettersOfSum = (sum: number): string =>
  [...LETTERS].filter((letter) => (sum & worth(letter)) > 0).join('');
/** Every id and name of the rows ends with the letter. */
export const lettersOf = (names: readonly string[]): string =>
  names
    .map((name) => name.at(-1))
    .sort()
    .join('');

/** `windowed`: limited by history; `delayed`: by the lag, too; `current`: by nothing. */
export type Kind = 'windowed' | 'delayed' | 'current';

/** One module of the matrix and where its rows are shown. */
export interface MatrixModule {
  readonly name: string;
  readonly kind: Kind;
  /** Module that takes the records. */
  readonly ingest: string;
  readonly record: (letter: string, at: string) => object;
  readonly rest: string;
  readonly open?: string;
  /** Member of the answer with the rows, and the rows' member with the id. */
  readonly wrapper: string;
  readonly key: string;
  readonly type: string;
  /** GraphQL list as a field, without its selection; of the scorecards what leads to it stands in `card`. */
  readonly list: string;
  readonly card?: string;
  /** The subscription that follows these rows, and its arguments but `after`. */
  readonly stream: string;
  readonly arguments?: string;
  /** The kind of the asset that has the list; null: none has. */
  readonly nested: Uppercase<AssetKind> | null;
  /** Its symbol; MTX unless said. */
  readonly symbol?: string;
  /** Member of the answer, and of the connection, that counts the rows by kind. */
  readonly counts?: { readonly rest: string; readonly graph: string };
}

const signal = (source: string, delayed: boolean): MatrixModule => ({
  name: `trade-feed of ${source}`,
  kind: delayed ? 'delayed' : 'windowed',
  ingest: 'trade-feed',
  record: (letter, at) => ({
    id: `${source}-${letter}`,
    source,
    ...(delayed ? { source_detail: `filing-${letter}` } : {}),
    symbol: 'MTX',
    direction: 'LONG',
    status: 'OPEN',
    timestamp: LONG_AGO,
    known_from: at,
  }),
  rest: `/api/v1/trade-feed?source=${source}`,
  open: `/api/trade-feed/signals?source=${source}`,
  wrapper: 'signals',
  key: 'id',
  type: 'Signal',
  list: `signals(first: 50, filter: { source: { eq: "${source}" } })`,
  stream: 'signals',
  arguments: `filter: { source: { eq: "${source}" } }`,
  nested: 'STOCK',
});

const filings = (path: string, open?: string): MatrixModule => ({
  name: path.slice('/api/v1/'.length),
  kind: 'delayed',
  ingest: 'insider',
  record: (letter, at) => ({
    id: `filing-${letter}`,
    ticker: 'MTX',
    insider_name: `Insider ${letter}`,
    transaction_code: 'P',
    transaction_direction: 'buy',
    value: worth(letter),
    filing_date: new Date(Date.parse(at) - 86_400_000).toISOString(),
    known_from: at,
  }),
  rest: `${path}?ticker=MTX`,
  ...(open ? { open: `${open}?ticker=MTX` } : {}),
  wrapper: 'filings',
  key: 'id',
  type: 'InsiderFiling',
  list: 'insiderFilings(first: 50, filter: { ticker: { eq: "MTX" } })',
  stream: 'insiderFilings',
  nested: 'STOCK',
});

const scorecard = (name: string): MatrixModule => ({
  name,
  kind: 'windowed',
  ingest: name,
  record: (letter, at) => ({
    id: `${name}-${letter}`,
    scorecard: name,
    timeframe: '1D',
    timestamp: LONG_AGO,
    known_from: at,
    data: { [name]: worth(letter) },
  }),
  rest: `/api/scorecards/${name}/data?timeframe=1D`,
  wrapper: 'items',
  key: 'id',
  type: 'ScorecardPoint',
  list: 'points(timeframe: "1D")',
  card: name.toUpperCase(),
  stream: 'scorecardPoints',
  arguments: `name: ${name.toUpperCase()}, timeframe: "1D"`,
  nested: null,
});

/** Of feeds with routes of their own, a lag, or several modules. */
const WRITTEN: readonly MatrixModule[] = [
  signal('manual', false),
  signal('insider', true),
  {
    name: 'whales',
    kind: 'windowed',
    ingest: 'whales',
    record: (letter, at) => ({
      _id: `whale-${letter}`,
      source: 'matrix',
      address: '0xmatrix',
      event_type: 'entry',
      title: 'MTX',
      created_at: LONG_AGO,
      known_from: at,
    }),
    rest: '/api/v1/whales',
    open: '/api/whales/activity/public',
    wrapper: 'activity',
    key: '_id',
    type: 'WhaleActivity',
    list: 'whaleActivity(first: 50)',
    stream: 'whaleActivity',
    nested: 'CRYPTO',
    counts: { rest: 'summary', graph: 'summary { entries }' },
  },
  {
    name: 'congress',
    kind: 'windowed',
    ingest: 'congress',
    record: (letter, at) => ({
      id: `trade-${letter}`,
      politician_name: 'Matrix',
      chamber: 'house',
      ticker: 'MTX',
      is_tradable: true,
      // The Clerk does not date every disclosure.
      filing_date: 'aceg'.includes(letter) ? null : LONG_AGO.slice(0, -1),
      known_from: at,
    }),
    rest: '/api/v1/congress',
    open: '/api/congress/trades',
    wrapper: 'trades',
    key: 'id',
    type: 'CongressTrade',
    list: 'congressTrades(first: 50)',
    stream: 'congressTrades',
    nested: 'STOCK',
  },
  filings('/api/v1/insider'),
  filings('/api/v1/insider-alpha/filings', '/api/insider-alpha/filings'),
  {
    name: 'prediction',
    kind: 'current',
    ingest: 'prediction',
    record: (letter) => ({
      market_id: `market-${letter}`,
      platform: 'kalshi',
      question: 'Will Bitcoin go up?',
      outcome_prices: [1],
      active: true,
      current_until: '2190-01-01T00:00:00Z',
    }),
    rest: '/api/v1/prediction',
    open: '/api/markets/warehouse',
    wrapper: 'items',
    key: 'market_id',
    type: 'PredictionMarket',
    list: 'predictionMarkets(first: 50)',
    stream: 'predictionMarkets',
    nested: 'CRYPTO',
    symbol: 'BTC',
    counts: { rest: 'platforms', graph: 'platforms { count }' },
  },
  {
    name: 'symbols',
    kind: 'current',
    ingest: 'symbols',
    record: (letter) => ({
      id: `listing-${letter}`,
      symbol: 'MTX',
      name: 'Matrix',
      asset_type: 'stock',
      directory: 'sec',
    }),
    rest: '/api/v1/symbols',
    wrapper: 'symbols',
    key: 'id',
    type: 'Listing',
    list: 'listings(first: 50)',
    stream: 'listings',
    nested: 'STOCK',
  },
  scorecard('ams'),
  scorecard('mrs'),
  scorecard('gls'),
];

/**
 * Every module of the registry: a feed without a row above has the one that follows from its declaration. Signals of
 * insiders are late and others are not.
 */
export const MODULES: readonly MatrixModule[] = [
  ...WRITTEN,
  ...registry.filter(({ feed }) => !WRITTEN.some(({ type }) => type === feed.type)).map(declaredModule),
];

/** The row of a feed whose declaration says everything about it. Throws where it does not. */
function declaredModule({ feed, merge, rest, ingestModules: takes, graph }: FeedModule): MatrixModule {
  const { module: name, rest: list, clock, asset, availability } = feed;
  const isDeclared = list && !rest && !takes && !merge && !availability;
  if (!isDeclared)
    throw new Error(
      `access matrix, live streams: the feed "${name}" has routes, modules or a lag of its own; add its row to test/contract/access-modules.ts`,
    );
  const [sample = {}] = sampleRecords(feed, 1);
  const named = asset?.of({ ...sample, [asset.symbol.name]: 'MTX' });
  const kind = named ? (named.kind.toUpperCase() as Uppercase<AssetKind>) : null; // one of the enum
  return {
    name,
    kind: clock ? 'windowed' : 'current',
    ingest: name,
    record(letter, at) {
      const time = clock && { [restName(clock.name, clock.field)]: at };
      const symbol = asset && { [restName(asset.symbol.name, asset.symbol.field)]: 'MTX' };
      const key = { [restName(feed.key.name, feed.key.field)]: `${name}-${letter}` };
      return { ...toJsonRecord(feed, sample), ...time, ...symbol, ...key };
    },
    rest: list.path,
    ...(list.open ? { open: list.open } : {}),
    wrapper: list.wrapper,
    key: restName(feed.key.name, feed.key.field),
    type: feed.type,
    list: `${feed.plural}(first: 50)`,
    stream: feed.plural,
    nested: graph?.oneOfAsset === undefined ? kind : null,
  };
}

/** Every row of a module, as it is ingested. */
export function recordsOf(module: MatrixModule): readonly object[] {
  return Object.entries(ROWS).map(([letter, at]) => module.record(letter, at));
}

/** Global ids of every row. */
export function idsOf(module: MatrixModule): readonly string[] {
  return recordsOf(module).map((record) => {
    const key = (record as Readonly<Record<string, string>>)[module.key]; // written above
    return Buffer.from(`${module.type}:${key}`).toString('base64url');
  });
}
