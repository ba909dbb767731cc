import { assetKey } from '../feed/asset.ts';
import { MARKET_BAR, marketOfBars } from '../feed/market-bars.ts';
import { STOCK_BAR, stockSeriesOf } from '../feed/stock-series.ts';
import { barSeriesOf } from './ohlcv/bar-series.ts';
import { marketOf } from './tradingview/market.ts';

/** Kinds of input that are bars, with the length of the bars of a series, and of what they are. */
export const PRICED_KINDS: readonly string[] = ['bar', STOCK_BAR, MARKET_BAR];

/** What a series of bars is of; see `PriceSeries` in core/prices/price-ports.ts. */
export interface SeriesOfPrices {
  readonly subject: string;
  readonly interval: string;
  readonly provider: string;
  readonly market: string;
  readonly currency: string | null;
  readonly isPerpetual: boolean;
}

/** Null for inputs that are no bars, and for a series that names nothing. */
export function priceSeriesOf(kind: string, series: string): SeriesOfPrices | null {
  if (kind === STOCK_BAR) {
    const stock = stockSeriesOf(series);
    if (stock === null) return null;
    const { symbol, provider } = stock;
    return {
      subject: assetKey({ kind: 'stock', symbol }),
      interval: '1d',
      provider,
      market: symbol,
      currency: 'USD',
      isPerpetual: false,
    };
  }
  const bet = kind === MARKET_BAR ? marketOfBars(series) : null;
  if (bet !== null) {
    const { market: subject, interval } = bet;
    const [provider = '', ...rest] = subject.split(':');
    return { subject, interval, provider, market: rest.join(':'), currency: null, isPerpetual: false };
  }
  const bars = kind === 'bar' ? barSeriesOf(series) : null;
  const market = bars && marketOf(bars.ticker);
  if (!bars || !market) return null;
  const [exchange, rest] = bars.ticker.split(':');
  return {
    subject: market.asset,
    interval: bars.interval,
    provider: rest === undefined ? 'unknown' : (exchange ?? 'unknown'),
    market: market.symbol,
    currency: market.symbol.split('/')[1] ?? 'USD',
    isPerpetual: market.isPerpetual,
  };
}
