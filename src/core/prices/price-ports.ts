import type { Feed } from '../../feed/feed.ts';
import type { PriceAdjustment } from '../../feed/price-adjustment.ts';
import type { View } from '../access/view.ts';

/** The bars of one instrument at one market or provider, of one length; never mixed with another's. */
export interface PriceSeries {
  readonly kind: string;
  readonly series: string;
  /** Key of the asset, `stock:AAPL`, or id of the prediction market, `kalshi:KXELONMARS-99`. */
  readonly subject: string;
  /** As `intervalOf` spells it. */
  readonly interval: string;
  /** Exchange or provider: `BINANCE`, `tiingo`. */
  readonly provider: string;
  /** Symbol there: `BTC/USDT`, `AAPL`. */
  readonly market: string;
  /** Null where the provider does not say. */
  readonly currency: string | null;
  readonly isPerpetual: boolean;
}

/** A stored bar: its key is the open time, or the trading day. */
export interface StoredBar {
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type SeriesName = Pick<PriceSeries, 'kind' | 'series'>;

/** A stretch of time by open times of bars, half-open. */
export interface Stretch {
  /** Null: from the first bar on. */
  readonly from: Date | null;
  readonly to: Date;
}

/** A stretch of one series. */
export interface SeriesStretch extends SeriesName, Stretch {
  /** Of the stretch only bars older than that of this key. */
  readonly before?: string | undefined;
}

/** Bars as they are stored. Every call is one statement, whatever it asks for. */
export interface PriceStore {
  /** The series of these subjects that have bars in a stretch, each with the newest of them, at most `count`, newest first. */
  newest(
    subjects: readonly string[],
    stretch: Stretch & { readonly interval?: string | undefined; readonly provider?: string | undefined },
    count: number,
  ): Promise<readonly SeriesBars[]>;
  /** The newest bars of each stretch, the newest first, at most `limit`. */
  bars(stretches: readonly SeriesStretch[], limit: number): Promise<readonly (readonly StoredBar[])[]>;
  count(stretches: readonly SeriesStretch[]): Promise<readonly number[]>;
  /** The bars of each stretch that tell a split or a dividend, the newest first. */
  events(stretches: readonly SeriesStretch[]): Promise<readonly (readonly StoredBar[])[]>;
}

export interface SeriesBars {
  readonly series: PriceSeries;
  readonly bars: readonly StoredBar[];
}

/** Where prices come from, as it is shown. */
export interface PriceSource {
  readonly provider: string;
  readonly market: string;
  /** Null of a scan. */
  readonly interval: string | null;
  readonly currency: string | null;
  /** Null where there is nothing to adjust: coins have neither splits nor dividends. */
  readonly adjusted: PriceAdjustment | null;
  /** Day up to which splits and dividends are in the prices, `YYYY-MM-DD`; null of prices as traded. */
  readonly adjustedAsOf: string | null;
}

/** The newest price that is known of an asset. */
export interface AssetPrice {
  readonly last: number;
  /** When it was one: the end of the bar, the moment of the scan. */
  readonly at: Date;
  /** Null where no price of about a day before is known on the same scale. */
  readonly changePct24h: number | null;
  readonly source: PriceSource;
}

/** A bar as it is shown; prices in the currency of its source. */
export interface Bar {
  readonly key: string;
  readonly openAt: Date;
  readonly closeAt: Date;
  /** The trading day of a stock; null of a market that never closes. */
  readonly day: string | null;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** In the currency of the source. */
  readonly quoteVolume: number | null;
  /** What takers bought, in the unit of the volume. */
  readonly takerBuyVolume: number | null;
  readonly trades: number | null;
  readonly averagePrice: number | null;
  /** New shares for an old one on this day; null: none, or not told. */
  readonly split: number | null;
  readonly dividend: number | null;
}

export interface BarQuery {
  readonly interval: string;
  /** Bars that open at it or later. */
  readonly from?: Date | undefined;
  /** Bars that open before it. */
  readonly to?: Date | undefined;
  readonly adjusted?: PriceAdjustment | undefined;
  readonly provider?: string | undefined;
  readonly limit: number;
  /** Bars older than that of this key, of this series. */
  readonly after?: { readonly series: string; readonly key: string } | undefined;
}

/** Bars of one series, the newest first. */
export interface BarPage {
  /** Null where no series has what was asked for; then there are no bars. */
  readonly series: string | null;
  readonly source: PriceSource | null;
  readonly bars: readonly Bar[];
  readonly more: boolean;
}

/** Prices of assets, or bars of prediction markets by their ids, that the view sees: of bars that were over by its now and opened within its window. */
export interface PriceReader {
  /** What its answers are made of. */
  readonly sources: readonly Pick<Feed, 'module' | 'availability'>[];
  /** Which of these assets have a bar in view. */
  known(assets: readonly string[], view: View): Promise<ReadonlySet<string>>;
  /** In the order of the assets; null where none is known. */
  latest(assets: readonly string[], view: View): Promise<readonly (AssetPrice | null)[]>;
  bars(assets: readonly string[], query: BarQuery, view: View): Promise<readonly (BarPage | Error)[]>;
  /** Number of bars over all pages of `bars`. */
  counts(assets: readonly string[], query: BarQuery, view: View): Promise<readonly number[]>;
}
