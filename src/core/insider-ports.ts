import type { Place } from '../feed/computed-cursor.ts';
import type { View } from './access/view.ts';

/** Which part of a computed list to read: behind `after`, before `before`, at most `limit` rows. */
export interface Span {
  readonly limit: number;
  readonly after?: Place | undefined;
  readonly before?: Place | undefined;
  /** Take the last `limit` rows of the range instead of the first; they still come in the order of the list. */
  readonly fromEnd?: boolean | undefined;
  /** Rows to skip; for zero-based REST pages. */
  readonly offset?: number | undefined;
}

export interface Listing<T> {
  readonly items: readonly T[];
  /** `places[i]` is that of `items[i]`. */
  readonly places: readonly Place[];
  /** Whether the range goes on beyond the items in the direction of reading. */
  readonly more: boolean;
  /** Number of rows over all pages. */
  readonly total: number;
}

/** An entry of the insider directory. Values in USD over everything the view may see. */
export interface Insider {
  readonly slug: string;
  readonly name: string;
  readonly filing_count: number;
  readonly total_buy_value: number;
  readonly total_sell_value: number;
}

export const INSIDER_SORTS = ['total_buy_value', 'total_sell_value', 'filing_count', 'name'] as const;
export type InsiderSort = (typeof INSIDER_SORTS)[number];

/** Insiders of equal sort value are ordered by slug in the same direction. */
export interface InsiderQuery extends Span {
  /** Any part of the name, case-insensitive. */
  readonly search?: string | undefined;
  readonly sort: InsiderSort;
  readonly direction: 'asc' | 'desc';
}

/** Purchases and sales in USD within a window of filing dates. `net` is buy minus sell. */
export interface FlowWindow {
  readonly buy_value: number;
  readonly sell_value: number;
  readonly net: number;
}

/** An asset that several insiders bought. */
export interface InsiderCluster {
  /** Its key. */
  readonly asset: string;
  /** Its symbol. */
  readonly ticker: string;
  readonly insider_count: number;
  readonly total_value: number;
  /** When the record became known that brought the count to the asked minimum. */
  readonly detected_at: Date;
}

/** Newest detection first; of equal ones the greater asset first. */
export interface ClusterQuery extends Span {
  readonly daysBack: number;
  readonly minInsiders: number;
  /** Only clusters of these assets, by their keys. */
  readonly assets?: readonly string[] | undefined;
}

export interface MarketFlow {
  readonly buy_value: number;
  readonly sell_value: number;
  readonly filings: number;
}

export interface InsiderMarketStats {
  readonly last_24h: MarketFlow;
  readonly last_7d: MarketFlow;
  readonly last_30d: MarketFlow;
  readonly most_bought_7d: readonly BoughtAsset[];
}

/** What insiders bought of one asset. */
export interface BoughtAsset {
  /** Its key. */
  readonly asset: string;
  /** Its symbol. */
  readonly ticker: string;
  readonly value: number;
  readonly count: number;
}

/** What is derived from insider filings. Windows are half-open `(now - n, now]`, `now` being the view's. */
export interface InsiderAnalytics {
  /** Sums and names out of the filings in view; the name is that of the newest one. */
  directory(query: InsiderQuery, view: View): Promise<Listing<Insider>>;
  insiders(slugs: readonly string[], view: View): Promise<readonly (Insider | null)[]>;
  /** Flow of each asset within the last `days`, in the order of the keys. */
  flows(assets: readonly string[], days: number, view: View): Promise<readonly FlowWindow[]>;
  clusters(query: ClusterQuery, view: View): Promise<Listing<InsiderCluster>>;
  market(view: View): Promise<InsiderMarketStats>;
  /** Name of the issuer as the newest visible filing has it; null where there is none. */
  companyNames(assets: readonly string[], view: View): Promise<readonly (string | null)[]>;
}
