import { intervalMs, intervalOf } from '../../feed/interval.ts';
import { SourceError } from '../format.ts';
import { cursorMs } from '../sync/cursor-time.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { checkpoint, defineProvider } from '../sync/provider.ts';
import { barSeries } from './bar-series.ts';
import { parseCandles, parseKlines } from './candles.ts';
import { ohlcv } from './ohlcv.ts';

const PAGE = 1_000;
const MAX_PAGES = 50;

const intervals = {
  kind: 'list',
  description: 'intervals as the exchange writes them',
  default: ['1h', '4h', '1d'],
  pattern: /^\d{1,2}[mhdw]$/,
} as const;

export const binanceBars = defineProvider({
  name: 'binance-bars',
  description: 'Binance: bars of the pairs in "pairs"',
  feed: ohlcv.feed,
  defaultBaseUrl: 'https://api.binance.com',
  everyMs: 5 * 60_000,
  minIntervalMs: 200,
  options: {
    pairs: {
      kind: 'list',
      description: 'pairs as Binance writes them',
      default: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
      pattern: /^[A-Z0-9]{5,20}$/,
    },
    intervals,
  },
  async *items({ get, now, options, cursor }) {
    let known = cursor;
    for (const symbol of options.pairs) {
      for (const interval of options.intervals) {
        const series = barSeries('BINANCE', symbol, interval);
        if (series === null) throw new SourceError(`binance-bars: no series ${symbol} ${interval}`);
        const name = `${symbol}|${interval}`;
        for (let page = 0; page < MAX_PAGES; page += 1) {
          // Without a start: the newest bars. The bar of the cursor is read again, it was still open.
          const startTime = cursorMs(known, name, now());
          const query = { symbol, interval, limit: PAGE, startTime };
          const answer = await get('/api/v3/klines', { query });
          const asOf = now();
          yield* parseKlines(answer.json, series, { source: answer.url, asOf });
          const bars = listIn(answer);
          const newest = textIn(bars.at(-1), '0');
          if (newest !== '') known = { ...known, [name]: newest };
          yield checkpoint(known);
          if (bars.length < PAGE || startTime === null || newest === String(startTime)) break;
        }
      }
    }
  },
});

export const hyperliquidBars = defineProvider({
  name: 'hyperliquid-bars',
  description: 'Hyperliquid: bars of the coins in "coins"',
  feed: ohlcv.feed,
  defaultBaseUrl: 'https://api.hyperliquid.xyz',
  everyMs: 5 * 60_000,
  minIntervalMs: 1_000,
  options: {
    coins: {
      kind: 'list',
      description: 'coins as Hyperliquid writes them',
      default: ['BTC', 'ETH', 'SOL', 'HYPE'],
      pattern: /^[A-Za-z0-9@:]{1,20}$/,
    },
    intervals,
  },
  async *items({ post, now, options, cursor }) {
    let known = cursor;
    for (const coin of options.coins) {
      for (const interval of options.intervals) {
        const length = intervalOf(interval);
        if (length === null) throw new SourceError(`hyperliquid-bars: no interval ${interval}`);
        const name = `${coin}|${interval}`;
        const asOf = now();
        const endTime = asOf.getTime();
        const startTime = cursorMs(known, name, asOf) ?? endTime - PAGE * intervalMs(length);
        const req = { coin, interval, startTime, endTime };
        const answer = await post('/info', { type: 'candleSnapshot', req });
        yield* parseCandles(answer.json, { source: `${answer.url} ${name}`, asOf });
        const newest = textIn(listIn(answer).at(-1), 't');
        if (newest !== '') known = { ...known, [name]: newest };
        yield checkpoint(known);
      }
    }
  },
});
