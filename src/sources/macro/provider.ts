import { cursorInstant } from '../sync/cursor-time.ts';
import { checkpoint, defineProvider, type Provider } from '../sync/provider.ts';
import { fred as fredFormat, parseFredCsv } from './fred.ts';
import {
  parseCoinbaseCandles,
  parseCoingeckoGlobal,
  parseLlamaStablecoins,
  parseLlamaTvl,
} from './live-answers.ts';

const { feed } = fredFormat;
const HOUR_MS = 3_600_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const SERIES = [
  'WALCL RRPONTSYD WTREGEN M2SL WM2NS VIXCLS STLFSI4 SOFR FEDFUNDS DGS10 T10Y2Y DTWEXBGS BAMLH0A0HYM2',
].flatMap((names) => names.split(' '));

/** How far back numbers are read again: they are revised for weeks after they came out. */
const REVISED_MS = 120 * 24 * HOUR_MS;

export const fred: Provider = defineProvider({
  name: 'fred',
  description: 'FRED: the series of the macro scorecards',
  feed,
  defaultBaseUrl: 'https://fred.stlouisfed.org',
  everyMs: 6 * HOUR_MS,
  minIntervalMs: 1_000,
  options: {
    series: { kind: 'list', description: 'ids of series', default: SERIES, pattern: /^[A-Z][A-Z0-9_]*$/ },
  },
  async *items({ get, now, options, cursor }) {
    let known = cursor;
    for (const id of options.series) {
      const readOn = cursorInstant(known, id, now());
      const cosd = readOn === null ? null : dayOf(new Date(Date.parse(readOn) - REVISED_MS));
      const answer = await get('/graph/fredgraph.csv', { expect: 'text', query: { id, cosd } });
      yield* parseFredCsv(answer.text, { file: answer.url, seriesId: id });
      known = { ...known, [id]: dayOf(now()) };
      yield checkpoint(known);
    }
  },
});

export const coingeckoGlobal: Provider = defineProvider({
  name: 'coingecko-global',
  description: 'CoinGecko: market capitalisation, volume and dominance of the whole market',
  feed,
  defaultBaseUrl: 'https://api.coingecko.com/api/v3',
  everyMs: HOUR_MS,
  minIntervalMs: 6_000,
  options: { api_key: { kind: 'text', description: 'demo API key', default: null } },
  async *items({ get, options }) {
    const headers: Record<string, string> = options.api_key ? { 'x-cg-demo-api-key': options.api_key } : {};
    const { text, url } = await get('/global', { headers });
    yield* parseCoingeckoGlobal({ json: text, url });
  },
});

export const coinbase: Provider = defineProvider({
  name: 'coinbase',
  description: 'Coinbase: daily closes of BTC and ETH in USD',
  feed,
  defaultBaseUrl: 'https://api.exchange.coinbase.com',
  everyMs: HOUR_MS,
  minIntervalMs: 500,
  options: {},
  async *items({ get, now }) {
    for (const [product, path] of [
      ['btcusd', 'BTC-USD'],
      ['ethusd', 'ETH-USD'],
    ] as const) {
      const { text, url } = await get(`/products/${path}/candles`, { query: { granularity: 86_400 } });
      yield* parseCoinbaseCandles({ json: text, url }, product, dayOf(now()));
    }
  },
});

export const defillama: Provider = defineProvider({
  name: 'defillama',
  description: 'DefiLlama: total value locked and supply of stablecoins',
  feed,
  defaultBaseUrl: 'https://api.llama.fi',
  everyMs: 6 * HOUR_MS,
  minIntervalMs: 1_000,
  options: {},
  async *items({ getIfChanged, now }) {
    const tvl = await getIfChanged('/v2/historicalChainTvl');
    if (tvl !== null) yield* parseLlamaTvl({ json: tvl.text, url: tvl.url }, dayOf(now()));
    const coins = await getIfChanged('https://stablecoins.llama.fi/stablecoincharts/all');
    if (coins !== null) yield* parseLlamaStablecoins({ json: coins.text, url: coins.url }, dayOf(now()));
  },
});
