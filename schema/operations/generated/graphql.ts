/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Kind of an event in a stream. */
export type EventKind =
  /** The row is new, or now matches the filter. */
  | 'CREATED'
  /** The row has changed and still matches the filter. */
  | 'UPDATED'
  /** The row is gone, stale or no longer matches; `node` is the row as it last matched. */
  | 'REMOVED'
  /** Sent every 15 seconds: every event up to `cursor` has been sent. */
  | 'HEARTBEAT'
  /** Events are missing: they are no longer kept, or the reader was too slow. `gap` says which. Read the list again and continue from its `liveCursor`. */
  | 'RESYNC';

/** What the prices of a stock are adjusted for. RAW: nothing, prices as traded. SPLITS: splits. SPLITS_AND_DIVIDENDS: both. */
export type PriceAdjustment =
  | 'RAW'
  | 'SPLITS'
  | 'SPLITS_AND_DIVIDENDS';

/** The scorecard. */
export type ScorecardName =
  /** `ams` over REST. */
  | 'AMS'
  /** `mrs` over REST. */
  | 'MRS'
  /** `gls` over REST. */
  | 'GLS';

/** What a high value of a component does to the composite. */
export type ScorecardEffect =
  /** A high value raises the composite. */
  | 'RAISES'
  /** A high value lowers the composite. */
  | 'LOWERS';

/** A feed that `changes` can follow. */
export type ChangeFeed =
  /** Rows of type Signal. */
  | 'SIGNALS'
  /** Rows of type Strategy. */
  | 'STRATEGIES'
  /** Rows of type WhaleActivity. */
  | 'WHALE_ACTIVITY'
  /** Rows of type CongressTrade. */
  | 'CONGRESS_TRADES'
  /** Rows of type InsiderFiling. */
  | 'INSIDER_FILINGS'
  /** Rows of type Outperformer. */
  | 'OUTPERFORMERS'
  /** Rows of type Reversal. */
  | 'REVERSALS'
  /** Rows of type PredictionMarket. */
  | 'PREDICTION_MARKETS'
  /** Rows of type Listing. */
  | 'LISTINGS'
  /** Rows of type ScorecardPoint. */
  | 'SCORECARD_POINTS';

/** Chamber of the member. */
export type Chamber =
  /** `house` over REST. */
  | 'HOUSE'
  /** `senate` over REST. */
  | 'SENATE';

/** Party at the time of the trade: Democrat, Republican or independent. Null for members the directory does not know. */
export type Party =
  | 'D'
  | 'R'
  | 'I';

/** Kind of an asset. Everything that a company or a fund lists is a STOCK. */
export type AssetKind =
  /** `stock` over REST. */
  | 'STOCK'
  /** `crypto` over REST. */
  | 'CRYPTO'
  /** `forex` over REST. */
  | 'FOREX'
  /** `commodity` over REST. */
  | 'COMMODITY';

/** Kind of thing that a search finds. */
export type SearchType =
  | 'ASSET'
  | 'POLITICIAN'
  | 'INSIDER'
  | 'STRATEGY'
  | 'WHALE'
  | 'PREDICTION_MARKET';

/** Side of the trade. */
export type Direction =
  | 'LONG'
  | 'SHORT';

/** Whether the position is still open. */
export type SignalStatus =
  | 'OPEN'
  | 'CLOSED';

/** Class of instrument. */
export type AssetClass =
  /** `crypto` over REST. */
  | 'CRYPTO'
  /** `stock` over REST. */
  | 'STOCK'
  /** `etf` over REST. */
  | 'ETF'
  /** `index` over REST. */
  | 'INDEX'
  /** `forex` over REST. */
  | 'FOREX'
  /** `commodity` over REST. */
  | 'COMMODITY';

/** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
export type KnownPrecision =
  | 'EXACT'
  | 'DAY'
  | 'ESTIMATED';

/** Grade letter; A is the best. Null where there is too little to judge by. */
export type StrategyGrade =
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'F';

/** Why there is no grade: fewer than 30 closed trades, fewer than 60 days, or an unknown drawdown. */
export type UngradedReason =
  | 'FEW_TRADES'
  | 'FEW_DAYS'
  | 'UNKNOWN_DRAWDOWN';

/** What the drawdown is computed from: the lowest and highest rate of each trade, or bars. */
export type DrawdownMethod =
  | 'TRADE_EXTREMES'
  | 'BARS';

/** What happened to the position. */
export type WhaleEventType =
  /** `entry` over REST. */
  | 'ENTRY'
  /** `exit` over REST. */
  | 'EXIT'
  /** `size_increase` over REST. */
  | 'SIZE_INCREASE'
  /** `size_decrease` over REST. */
  | 'SIZE_DECREASE'
  /** `token_buy` over REST. */
  | 'TOKEN_BUY';

/** What is held: a perpetual future, a coin, or an outcome of a prediction market. */
export type WhaleInstrument =
  | 'PERPETUAL'
  | 'SPOT'
  | 'OUTCOME';

/** Where the sizes come from. STATED: the platform states them. SEEN: the sum of the trades seen so far, the least that is held. Null where the size is null. */
export type WhaleSizeBasis =
  | 'STATED'
  | 'SEEN';

/** Where the price comes from. FILL: the average of the fills. MARK: the mark price of the snapshot, because no fill is known. */
export type WhalePriceBasis =
  | 'FILL'
  | 'MARK';

/** Kind of trade as disclosed. Sale: the report does not say whether it was full or partial. */
export type CongressTransactionType =
  /** `Purchase` over REST. */
  | 'PURCHASE'
  /** `Sale` over REST. */
  | 'SALE'
  /** `Sale (Full)` over REST. */
  | 'SALE_FULL'
  /** `Sale (Partial)` over REST. */
  | 'SALE_PARTIAL'
  /** `Exchange` over REST. */
  | 'EXCHANGE';

/** Who held the asset. */
export type AssetOwner =
  /** `Self` over REST. */
  | 'SELF'
  /** `Spouse` over REST. */
  | 'SPOUSE'
  /** `Joint` over REST. */
  | 'JOINT'
  /** `Child` over REST. */
  | 'CHILD';

/** Side of the trade, by its transaction type. Every kind of sale is SELL. Null where the type is not known. */
export type TradeDirection =
  | 'BUY'
  | 'SELL'
  | 'EXCHANGE';

/** buy: stock acquired with code P. sell: stock disposed of with code S. other: everything else, e.g. other codes, derivatives and units. */
export type TransactionDirection =
  /** `buy` over REST. */
  | 'BUY'
  /** `sell` over REST. */
  | 'SELL'
  /** `other` over REST. */
  | 'OTHER';

/** Table of the form: I for securities themselves, II for derivative securities such as options, warrants and notes. */
export type SecurityTable =
  | 'I'
  | 'II';

/** Kind of security, by its title. */
export type SecurityClass =
  /** `common` over REST. */
  | 'COMMON'
  /** `preferred` over REST. */
  | 'PREFERRED'
  /** `depositary` over REST. */
  | 'DEPOSITARY'
  /** `unit` over REST. */
  | 'UNIT'
  /** `warrant` over REST. */
  | 'WARRANT'
  /** `right` over REST. */
  | 'RIGHT'
  /** `option` over REST. */
  | 'OPTION'
  /** `note` over REST. */
  | 'NOTE'
  /** `award` over REST. */
  | 'AWARD'
  /** `contract` over REST. */
  | 'CONTRACT'
  /** `other` over REST. */
  | 'OTHER';

/** Whether the insider acquired or disposed of the security. */
export type AcquiredDisposed =
  /** `acquired` over REST. */
  | 'ACQUIRED'
  /** `disposed` over REST. */
  | 'DISPOSED';

/** Whether the securities are held directly or through others. */
export type OwnershipForm =
  /** `direct` over REST. */
  | 'DIRECT'
  /** `indirect` over REST. */
  | 'INDIRECT';

/** Whether the transaction was reported early or late. Null: on time. */
export type ReportTimeliness =
  /** `early` over REST. */
  | 'EARLY'
  /** `late` over REST. */
  | 'LATE';

/** State by 30 and 7 days: PHASE_A rebound, PHASE_B bull, PHASE_C correction, PHASE_D bear. */
export type MarketPhase =
  | 'PHASE_A'
  | 'PHASE_B'
  | 'PHASE_C'
  | 'PHASE_D';

/** Condition found. */
export type ReversalKind =
  /** `oversold` over REST. */
  | 'OVERSOLD'
  /** `overbought` over REST. */
  | 'OVERBOUGHT';

/** Style of trade by interval. */
export type TradingStyle =
  | 'SCALP'
  | 'INTRADAY'
  | 'SWING'
  | 'POSITION';

/** Platform of the market. */
export type PredictionPlatform =
  /** `kalshi` over REST. */
  | 'KALSHI'
  /** `limitless` over REST. */
  | 'LIMITLESS'
  /** `manifold` over REST. */
  | 'MANIFOLD'
  /** `metaculus` over REST. */
  | 'METACULUS'
  /** `polymarket` over REST. */
  | 'POLYMARKET'
  /** `predictit` over REST. */
  | 'PREDICTIT';

/** What `volume` and `volume24h` count; null where the platform publishes none. */
export type VolumeUnit =
  | 'USD'
  /** `contracts` over REST. */
  | 'CONTRACTS'
  /** `play_money` over REST. */
  | 'PLAY_MONEY';

/** Which Signal rows to return. All conditions in one filter must hold. */
export type SignalFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Module the signal comes from: aoe, insider, mte or manual. Case does not matter. */
  readonly source?: TextFilter | null | undefined;
  /** What raised the signal in its module, e.g. the strategy or the filing. */
  readonly sourceDetail?: NullableTextFilter | null | undefined;
  /** Instrument, e.g. BTC/USDT or NVDA. Case does not matter. */
  readonly symbol?: TextFilter | null | undefined;
  /** Side of the trade. */
  readonly direction?: DirectionFilter | null | undefined;
  /** Price at entry. Of a purchase of an insider: what the insider paid, before the filing was public. Unit: quote currency. */
  readonly entryPrice?: NullableFloatFilter | null | undefined;
  /** Last known price; the exit price once closed. Unit: quote currency. */
  readonly currentPrice?: NullableFloatFilter | null | undefined;
  /** Whether the position is still open. */
  readonly status?: SignalStatusFilter | null | undefined;
  /** Profit or loss since entry, positive when the signal was right. Unit: %. */
  readonly pnlPct?: NullableFloatFilter | null | undefined;
  /** Strength given by the source, 0 to 100. */
  readonly signalStrength?: NullableFloatFilter | null | undefined;
  /** Class of instrument. */
  readonly assetType?: NullableAssetClassFilter | null | undefined;
  /** Bar length the signal is based on, e.g. 4h. Conditions for equality take a bar length in s, m, h, d, w, M (or mo) or y, where case matters, e.g. 15m, 4h, 1d, 1M. */
  readonly timeframe?: NullableTextFilter | null | undefined;
  /** When the signal was raised. */
  readonly timestamp?: DateTimeFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** When the trade closed. */
  readonly executionClosedAt?: NullableDateTimeFilter | null | undefined;
  /** How long the trade was open. Unit: minutes. */
  readonly executionDurationMinutes?: NullableFloatFilter | null | undefined;
  /** Stake of the trade. Unit: currency of the account. */
  readonly executionStake?: NullableFloatFilter | null | undefined;
  /** Value of the position divided by the stake. */
  readonly executionLeverage?: NullableFloatFilter | null | undefined;
  /** Profit or loss after fees and funding. Unit: currency of the account. */
  readonly executionProfit?: NullableFloatFilter | null | undefined;
  /** Profit or loss after fees and funding, as a share of the stake. Unit: %. */
  readonly executionProfitPct?: NullableFloatFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<SignalFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<SignalFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: SignalFilter | null | undefined;
};

/** Which WhaleActivity rows to return. All conditions in one filter must hold. */
export type WhaleActivityFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Wallet address, possibly abbreviated. Case does not matter. */
  readonly address?: NullableTextFilter | null | undefined;
  /** Public name of the holder. */
  readonly whaleName?: NullableTextFilter | null | undefined;
  /** Platform identifier, e.g. hyperliquid. Case does not matter. */
  readonly source?: TextFilter | null | undefined;
  /** What happened to the position. */
  readonly eventType?: WhaleEventTypeFilter | null | undefined;
  /** Instrument or market of the position. */
  readonly title?: TextFilter | null | undefined;
  /** Side or outcome held, e.g. LONG or Yes. */
  readonly outcome?: NullableTextFilter | null | undefined;
  /** Position after the event; see `size_basis`. Unit: units of the instrument. */
  readonly size?: NullableFloatFilter | null | undefined;
  /** Position before the event. Unit: units of the instrument. */
  readonly prevSize?: NullableFloatFilter | null | undefined;
  /** Change of the position. Unit: %. */
  readonly changePct?: NullableFloatFilter | null | undefined;
  /** Value of what changed hands: units moved times price. Never negative. For perpetuals, the notional value. Unit: USD. */
  readonly value?: NullableFloatFilter | null | undefined;
  /** When the change was seen. */
  readonly createdAt?: DateTimeFilter | null | undefined;
  /** What is held: a perpetual future, a coin, or an outcome of a prediction market. */
  readonly instrument?: NullableWhaleInstrumentFilter | null | undefined;
  /** Where the sizes come from. STATED: the platform states them. SEEN: the sum of the trades seen so far, the least that is held. Null where the size is null. */
  readonly sizeBasis?: NullableWhaleSizeBasisFilter | null | undefined;
  /** Where the price comes from. FILL: the average of the fills. MARK: the mark price of the snapshot, because no fill is known. */
  readonly priceBasis?: NullableWhalePriceBasisFilter | null | undefined;
  /** Value of the position after the event; 0 after an exit. For perpetuals, the notional value. Unit: USD. */
  readonly positionValue?: NullableFloatFilter | null | undefined;
  /** Profit or loss that the event realised, as the platform states it. Unit: USD. */
  readonly closedPnl?: NullableFloatFilter | null | undefined;
  /** Whether the exchange closed the position by force. */
  readonly isLiquidation?: NullableBooleanFilter | null | undefined;
  /** Leverage of the position. */
  readonly leverage?: NullableFloatFilter | null | undefined;
  /** Value of the whole account. Unit: USD. */
  readonly accountValue?: NullableFloatFilter | null | undefined;
  /** Hash of the transaction on its chain. */
  readonly transactionHash?: NullableTextFilter | null | undefined;
  /** Name of the market in links of its platform. */
  readonly marketSlug?: NullableTextFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<WhaleActivityFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<WhaleActivityFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: WhaleActivityFilter | null | undefined;
};

/** Which CongressTrade rows to return. All conditions in one filter must hold. */
export type CongressTradeFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Official name of the member. For a filer who is not in the directory, the name in the report. Case does not matter. */
  readonly politicianName?: TextFilter | null | undefined;
  /** Bioguide ID of the member, the same under every name. Null for a filer who is not in the directory. */
  readonly politicianId?: NullableTextFilter | null | undefined;
  /** Party at the time of the trade: Democrat, Republican or independent. Null for members the directory does not know. */
  readonly party?: NullablePartyFilter | null | undefined;
  /** Chamber of the member. */
  readonly chamber?: ChamberFilter | null | undefined;
  /** Two-letter code of the state. Case does not matter. */
  readonly state?: NullableTextFilter | null | undefined;
  /** Name of the asset as disclosed. Case does not matter. */
  readonly assetName?: NullableTextFilter | null | undefined;
  /** Exchange ticker. Case does not matter. */
  readonly ticker?: NullableTextFilter | null | undefined;
  /** Kind of asset as disclosed, e.g. Stock. For reports that were read without a kind, the kind that the name of the asset tells. Case does not matter. */
  readonly assetType?: NullableTextFilter | null | undefined;
  /** Sector of the company in kebab-case, e.g. consumer-cyclical. Case does not matter. */
  readonly sector?: NullableTextFilter | null | undefined;
  /** Kind of trade as disclosed. Sale: the report does not say whether it was full or partial. */
  readonly transactionType?: NullableCongressTransactionTypeFilter | null | undefined;
  /** Who held the asset. */
  readonly owner?: NullableAssetOwnerFilter | null | undefined;
  /** Day of the trade, without a time zone. Null where the report dates the trade after the report itself. */
  readonly transactionDate?: NullableLocalDateTimeFilter | null | undefined;
  /** Day on which the chamber received the report, without a time zone. Null where not known. */
  readonly filingDate?: NullableLocalDateTimeFilter | null | undefined;
  /** Whether the asset trades under a ticker on an exchange. */
  readonly isTradable?: BooleanFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** Side of the trade, by its transaction type. Every kind of sale is SELL. Null where the type is not known. */
  readonly direction?: NullableTradeDirectionFilter | null | undefined;
  /** Name of the member as the report spells it. Case does not matter. */
  readonly filer?: NullableTextFilter | null | undefined;
  /** House district as disclosed, e.g. MO04. */
  readonly district?: NullableTextFilter | null | undefined;
  /** Day on which the filer was notified of the trade. House only. */
  readonly notificationDate?: NullableDateFilter | null | undefined;
  /** Calendar days from the trade to the day on which the chamber received the report: `filing_date` minus `transaction_date`. Null where either is unknown, or the filing date is before the trade. The STOCK Act allows 30 days from the notice of the trade, and at most 45 days from the trade. Unit: days. */
  readonly daysToDisclosure?: NullableIntFilter | null | undefined;
  /** Lower end of the bracket of the trade's value. Unit: USD. */
  readonly amountLow?: NullableFloatFilter | null | undefined;
  /** Upper end of the bracket of the trade's value. Null where the bracket has none, or no amount is known. Unit: USD. */
  readonly amountHigh?: NullableFloatFilter | null | undefined;
  /** Currency of the bracket, ISO 4217; null where no amount is known. */
  readonly amountCurrency?: NullableTextFilter | null | undefined;
  /** Whether the bracket ends at "over $1,000,000" because a spouse or child holds the asset alone. Null without an amount. */
  readonly amountCapped?: NullableBooleanFilter | null | undefined;
  /** Comment of the filer on the trade. Case does not matter. */
  readonly comment?: NullableTextFilter | null | undefined;
  /** Whether the filer ticked a capital gain over $200. Null where the source does not say. */
  readonly capitalGainsOver200?: NullableBooleanFilter | null | undefined;
  /** Number of the report at its chamber. A filter for an equal number finds the trade by any report that discloses it. */
  readonly document?: NullableTextFilter | null | undefined;
  /** Kind of report in the House Clerk's index. P: a periodic transaction report. */
  readonly filingType?: NullableTextFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<CongressTradeFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<CongressTradeFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: CongressTradeFilter | null | undefined;
};

/** Which InsiderFiling rows to return. All conditions in one filter must hold. */
export type InsiderFilingFilter = {
  /** Stable identifier: accession number and line of the transaction. */
  readonly id?: IdFilter | null | undefined;
  /** Exchange ticker of the issuer. Case does not matter. */
  readonly ticker?: NullableTextFilter | null | undefined;
  /** Name of the issuer. Case does not matter. */
  readonly companyName?: NullableTextFilter | null | undefined;
  /** Name of the insider, surname first as filed. Case does not matter. */
  readonly insiderName?: NullableTextFilter | null | undefined;
  /** Title of an officer; may be empty. Case does not matter. */
  readonly insiderTitle?: NullableTextFilter | null | undefined;
  /** Whether the insider is a director. */
  readonly isDirector?: NullableBooleanFilter | null | undefined;
  /** Whether the insider owns ten percent or more. */
  readonly isTenPercent?: NullableBooleanFilter | null | undefined;
  /** Transaction code of the SEC, one letter, e.g. P or S. Conditions for equality take one of P, S, V, A, D, F, I, M, C, E, H, O, X, G, L, W, Z, J, K, U. Case does not matter. */
  readonly transactionCode?: NullableTextFilter | null | undefined;
  /** What the code means, e.g. Open market purchase. Where the security is not stock, also what it is. Conditions for equality take what a code means (Open market purchase, Open market sale, Voluntary early report, Grant or award, Disposition to the issuer, Payment of exercise price or tax liability, Discretionary transaction, Exercise or conversion of exempt derivative, Conversion of derivative, Expiration of short derivative position, Expiration of long derivative position with value received, Exercise of out-of-the-money derivative, Exercise of in-the-money or at-the-money derivative, Gift, Small acquisition, Will or inheritance, Deposit into or withdrawal from voting trust, Other acquisition or disposition, Equity swap or similar instrument, Disposition in a change of control), with the security and the direction where it has them. Case does not matter. */
  readonly transactionType?: NullableTextFilter | null | undefined;
  /** buy: stock acquired with code P. sell: stock disposed of with code S. other: everything else, e.g. other codes, derivatives and units. */
  readonly transactionDirection?: TransactionDirectionFilter | null | undefined;
  /** Number of shares or derivatives. */
  readonly shares?: NullableFloatFilter | null | undefined;
  /** Total as filed. Without one, shares times price. Null where neither is known. Unit: USD. */
  readonly value?: NullableFloatFilter | null | undefined;
  /** When the form was filed. */
  readonly filingDate?: DateTimeFilter | null | undefined;
  /** When the transaction took place. */
  readonly tradeDate?: NullableDateTimeFilter | null | undefined;
  /** Table of the form: I for securities themselves, II for derivative securities such as options, warrants and notes. */
  readonly securityTable?: NullableSecurityTableFilter | null | undefined;
  /** Title of the security as filed, e.g. Class A Common Stock. Case does not matter. */
  readonly securityTitle?: NullableTextFilter | null | undefined;
  /** Kind of security, by its title. */
  readonly securityClass?: NullableSecurityClassFilter | null | undefined;
  /** Whether the ticker belongs to this security. False for derivatives, preferred stock and other classes of common stock. */
  readonly isQuoted?: NullableBooleanFilter | null | undefined;
  /** Whether the insider acquired or disposed of the security. */
  readonly acquiredDisposed?: NullableAcquiredDisposedFilter | null | undefined;
  /** Price as filed. In Table II, some filers state the price of the whole transaction here where it has no number of shares. Unit: USD. */
  readonly pricePerShare?: NullableFloatFilter | null | undefined;
  /** Total value as filed: the amount of derivative securities that are reported by value instead of by number. Unit: USD. */
  readonly totalValue?: NullableFloatFilter | null | undefined;
  /** Number of securities of this title and form of ownership held after the transaction. */
  readonly sharesOwnedAfter?: NullableFloatFilter | null | undefined;
  /** Whether the securities are held directly or through others. */
  readonly ownershipForm?: NullableOwnershipFormFilter | null | undefined;
  /** Whether the transaction was reported early or late. Null: on time. */
  readonly timeliness?: NullableReportTimelinessFilter | null | undefined;
  /** Whether the box of the form is ticked: made under a plan that is intended to satisfy Rule 10b5-1(c). Null on forms without the box, before April 2023. */
  readonly tradingPlan?: NullableBooleanFilter | null | undefined;
  /** Whether a footnote of the transaction or the remarks name Rule 10b5-1; the box may say otherwise. */
  readonly tradingPlanFootnote?: NullableBooleanFilter | null | undefined;
  /** Whether the insider is an officer. */
  readonly isOfficer?: NullableBooleanFilter | null | undefined;
  /** Form type: 4, 4/A, 5 or 5/A. Conditions for equality take one of 4, 4/A, 5, 5/A. */
  readonly form?: NullableTextFilter | null | undefined;
  /** SEC accession number of the form. A filter for an equal number finds the trade by any form that reports it. */
  readonly accession?: NullableTextFilter | null | undefined;
  /** When the SEC accepted the form. Null where the source gives only the day. */
  readonly acceptedAt?: NullableDateTimeFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<InsiderFilingFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<InsiderFilingFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: InsiderFilingFilter | null | undefined;
};

/** Which Outperformer rows to return. All conditions in one filter must hold. */
export type OutperformerFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Ticker, upper case. Case does not matter. */
  readonly symbol?: TextFilter | null | undefined;
  /** Display name. Case does not matter. */
  readonly name?: TextFilter | null | undefined;
  /** Class of instrument. */
  readonly assetType?: AssetClassFilter | null | undefined;
  /** Last price. Unit: USD. */
  readonly currentPrice?: NullableFloatFilter | null | undefined;
  /** Rank by market capitalisation, 1 is largest. */
  readonly marketCapRank?: NullableIntFilter | null | undefined;
  /** Performance over 24 hours. Unit: %. */
  readonly perf24h?: NullableFloatFilter | null | undefined;
  /** Performance over 7 days. Unit: %. */
  readonly perf7d?: NullableFloatFilter | null | undefined;
  /** Performance over 30 days. Unit: %. */
  readonly perf30d?: NullableFloatFilter | null | undefined;
  /** Performance above that of BTC over 24 hours. Unit: % points. */
  readonly outperfVsBtc24h?: NullableFloatFilter | null | undefined;
  /** Whether it beat BTC over 24 hours. */
  readonly beatsBtc24h?: NullableBooleanFilter | null | undefined;
  /** Outperformance in units of the coin’s own volatility, 0 to 100; 50 is level with the benchmarks. */
  readonly compositeScore?: NullableFloatFilter | null | undefined;
  /** State by 30 and 7 days: PHASE_A rebound, PHASE_B bull, PHASE_C correction, PHASE_D bear. */
  readonly marketPhase?: NullableMarketPhaseFilter | null | undefined;
  /** Mean outperformance over all benchmarks and windows. Unit: % points. */
  readonly avgOutperformance?: NullableFloatFilter | null | undefined;
  /** Volatility that the score is measured in: the standard deviation of a day's return. Unit: %. */
  readonly volatilityPct?: NullableFloatFilter | null | undefined;
  /** Moment of the scan that all values of the row come from. */
  readonly observedAt?: NullableDateTimeFilter | null | undefined;
  /** Market capitalisation: price times circulating supply. Unit: USD. */
  readonly marketCap?: NullableFloatFilter | null | undefined;
  /** Value of what was traded within 24 hours. Unit: USD. */
  readonly volume24h?: NullableFloatFilter | null | undefined;
  /** Price times all coins that will ever exist. Unit: USD. */
  readonly fullyDilutedValue?: NullableFloatFilter | null | undefined;
  /** Coins in circulation. Unit: coins. */
  readonly circulatingSupply?: NullableFloatFilter | null | undefined;
  /** Coins created, without those destroyed. Unit: coins. */
  readonly totalSupply?: NullableFloatFilter | null | undefined;
  /** Maximum number of coins that will ever exist. Null where there is no limit. Unit: coins. */
  readonly maxSupply?: NullableFloatFilter | null | undefined;
  /** Highest price within 24 hours. Unit: USD. */
  readonly high24h?: NullableFloatFilter | null | undefined;
  /** Lowest price within 24 hours. Unit: USD. */
  readonly low24h?: NullableFloatFilter | null | undefined;
  /** Highest price ever. Unit: USD. */
  readonly allTimeHigh?: NullableFloatFilter | null | undefined;
  /** When the highest price ever was reached. */
  readonly allTimeHighAt?: NullableDateTimeFilter | null | undefined;
  /** Price against the highest ever. Unit: %. */
  readonly fromAllTimeHighPct?: NullableFloatFilter | null | undefined;
  /** Lowest price ever. Unit: USD. */
  readonly allTimeLow?: NullableFloatFilter | null | undefined;
  /** When the lowest price ever was reached. */
  readonly allTimeLowAt?: NullableDateTimeFilter | null | undefined;
  /** Price against the lowest ever. Unit: %. */
  readonly fromAllTimeLowPct?: NullableFloatFilter | null | undefined;
  /** Moment until which the row counts as current. After it, lists leave the row out unless stale rows are asked for. Null: the row stays current. */
  readonly currentUntil?: NullableDateTimeFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<OutperformerFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<OutperformerFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: OutperformerFilter | null | undefined;
};

/** Which Reversal rows to return. All conditions in one filter must hold. */
export type ReversalFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Pair with its exchange, e.g. BINANCE:BTCUSDT. Case does not matter. */
  readonly ticker?: TextFilter | null | undefined;
  /** Pair for display, e.g. BTC/USDT. Case does not matter. */
  readonly tickerDisplay?: TextFilter | null | undefined;
  /** Bar length, e.g. 4h. Conditions for equality take a bar length in s, m, h, d, w, M (or mo) or y, where case matters, e.g. 15m, 4h, 1d, 1M. */
  readonly interval?: TextFilter | null | undefined;
  /** Class of instrument. */
  readonly assetClass?: NullableAssetClassFilter | null | undefined;
  /** Condition found. */
  readonly signalWhat?: ReversalKindFilter | null | undefined;
  /** Side the reversal favours. */
  readonly signalDirection?: DirectionFilter | null | undefined;
  /** Style of trade by interval. */
  readonly signalType?: NullableTradingStyleFilter | null | undefined;
  /** Expected move over the next ten bars, in the direction of the reversal. Null where earlier reversals give no evidence. Unit: %. */
  readonly expectedPct?: NullableFloatFilter | null | undefined;
  /** Probability that the reversal is right, 0 to 100. 50: earlier reversals give no evidence. */
  readonly score?: NullableFloatFilter | null | undefined;
  /** Number of earlier reversals that the score is based on: of the same kind, in the same bars. */
  readonly pastCount?: NullableIntFilter | null | undefined;
  /** Share of those earlier reversals that were right ten bars later. Unit: %. */
  readonly pastHitRatePct?: NullableFloatFilter | null | undefined;
  /** Close of the bar that showed the reversal. All values of the row come from this bar. */
  readonly observedAt?: NullableDateTimeFilter | null | undefined;
  /** Moment until which the row counts as current. After it, lists leave the row out unless stale rows are asked for. Null: the row stays current. */
  readonly currentUntil?: NullableDateTimeFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<ReversalFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<ReversalFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: ReversalFilter | null | undefined;
};

/** Which PredictionMarket rows to return. All conditions in one filter must hold. */
export type PredictionMarketFilter = {
  /** Stable identifier: the platform and its id of the market. */
  readonly marketId?: KeyFilter | null | undefined;
  /** Platform of the market. */
  readonly platform?: PredictionPlatformFilter | null | undefined;
  /** Event the market belongs to. Case does not matter. */
  readonly eventTitle?: NullableTextFilter | null | undefined;
  /** The question that is traded. Case does not matter. */
  readonly question?: TextFilter | null | undefined;
  /** Price of Yes, or of the first outcome. Unit: probability 0 to 1. */
  readonly yesPrice?: NullableFloatFilter | null | undefined;
  /** Volume since the market opened. Unit: `volumeUnit`. */
  readonly volume?: NullableFloatFilter | null | undefined;
  /** Volume of the last 24 hours. Unit: `volumeUnit`. */
  readonly volume24h?: NullableFloatFilter | null | undefined;
  /** Category, in one vocabulary for all platforms. Case does not matter. */
  readonly categoryNorm?: NullableTextFilter | null | undefined;
  /** Whether the market can be traded. */
  readonly active?: BooleanFilter | null | undefined;
  /** When the market closes. */
  readonly endDate?: NullableDateTimeFilter | null | undefined;
  /** Newest moment at which the platform is known to have said this: the time of the newest capture that says the same, to within six hours. Null where neither the file nor the platform gives a time. */
  readonly observedAt?: NullableDateTimeFilter | null | undefined;
  /** The platform's identifier of the event. For Kalshi, the event ticker. */
  readonly eventId?: NullableTextFilter | null | undefined;
  /** Highest price offered for Yes, or for the first outcome. For PredictIt, the price that a sale of Yes brings. Unit: probability 0 to 1. */
  readonly bid?: NullableFloatFilter | null | undefined;
  /** Lowest price asked for Yes, or for the first outcome. For PredictIt, the price that a purchase of Yes costs. Unit: probability 0 to 1. */
  readonly ask?: NullableFloatFilter | null | undefined;
  /** Ask minus bid. Null where one of the two is missing. Unit: probability points. */
  readonly spread?: NullableFloatFilter | null | undefined;
  /** Price of the last trade of Yes, or of the first outcome, however old the trade is. Unit: probability 0 to 1. */
  readonly lastTradePrice?: NullableFloatFilter | null | undefined;
  /** Change of the price within a day, as the platform states it. For PredictIt, since the last close. For Kalshi, since the last trade a day ago. Unit: probability points. */
  readonly oneDayChange?: NullableFloatFilter | null | undefined;
  /** What `volume` and `volume24h` count; null where the platform publishes none. */
  readonly volumeUnit?: NullableVolumeUnitFilter | null | undefined;
  /** Volume of the last 24 hours, to compare platforms by: dollars as the platform states them; contracts times the price of Yes now, about what was paid for them. Null for play money, and where the platform publishes no volume or no price. Unit: USD. */
  readonly volume24hUsd?: NullableFloatFilter | null | undefined;
  /** What the platform calls liquidity, in USD. For Manifold, in play money. */
  readonly liquidity?: NullableFloatFilter | null | undefined;
  /** Number of contracts that are held. Unit: contracts. */
  readonly openInterest?: NullableFloatFilter | null | undefined;
  /** Whether the outcome is final. */
  readonly isResolved?: NullableBooleanFilter | null | undefined;
  /** When the outcome became final. */
  readonly resolvedAt?: NullableDateTimeFilter | null | undefined;
  /** Name of the outcome that came true. mixed: several outcomes are paid in part. cancelled: stakes go back. Otherwise as the platform says. Case does not matter. */
  readonly result?: NullableTextFilter | null | undefined;
  /** Price at which Yes, or the first outcome, is paid out. Unit: probability 0 to 1. */
  readonly settlementPrice?: NullableFloatFilter | null | undefined;
  /** Number of people behind the price. For Metaculus, forecasters. For Manifold, bettors. */
  readonly participantCount?: NullableIntFilter | null | undefined;
  /** Moment until which the row counts as current. After it, lists leave the row out unless stale rows are asked for. Null: the row stays current. */
  readonly currentUntil?: NullableDateTimeFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<PredictionMarketFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<PredictionMarketFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: PredictionMarketFilter | null | undefined;
};

/** Which ScorecardPoint rows to return. All conditions in one filter must hold. */
export type ScorecardPointFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** The scorecard. */
  readonly scorecard?: ScorecardNameFilter | null | undefined;
  /** Length of a point, e.g. 1D or 1W. Conditions for equality take a length in m, h, D, W, M or Y, where case matters, e.g. 4h, 1D, 1W. */
  readonly timeframe?: TextFilter | null | undefined;
  /** Start of the point. */
  readonly timestamp?: DateTimeFilter | null | undefined;
  /** Moment from which the public could know the record. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** Precision of the moment from which the public could know the record. EXACT: the moment is known. DAY: the day is known, and its end is taken. ESTIMATED: the moment is an estimate. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<ScorecardPointFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<ScorecardPointFilter> | null | undefined;
  /** This does not hold: all rows that the condition leaves out, rows without a value included. */
  readonly not?: ScorecardPointFilter | null | undefined;
};

/** Conditions on an Id. All conditions must hold. */
export type IdFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

/** Conditions on a Text. All conditions must hold. */
export type TextFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Contains this text. */
  readonly contains?: string | null | undefined;
};

/** Conditions on a nullable Text. All conditions must hold. */
export type NullableTextFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Contains this text. */
  readonly contains?: string | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a Direction. All conditions must hold. */
export type DirectionFilter = {
  /** Equal. */
  readonly eq?: Direction | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: Direction | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<Direction> | null | undefined;
};

/** Conditions on a nullable Float. All conditions must hold. */
export type NullableFloatFilter = {
  /** Equal. */
  readonly eq?: number | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: number | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<number> | null | undefined;
  /** Greater, or later. */
  readonly gt?: number | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: number | null | undefined;
  /** Less, or earlier. */
  readonly lt?: number | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: number | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a SignalStatus. All conditions must hold. */
export type SignalStatusFilter = {
  /** Equal. */
  readonly eq?: SignalStatus | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: SignalStatus | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<SignalStatus> | null | undefined;
};

/** Conditions on a nullable AssetClass. All conditions must hold. */
export type NullableAssetClassFilter = {
  /** Equal. */
  readonly eq?: AssetClass | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AssetClass | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<AssetClass> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a DateTime. All conditions must hold. */
export type DateTimeFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Within this time before now: an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`. The range ends with the running minute, or where the delay of the key ends; for days, with today in UTC. Its start is excluded, its end included. Only for lists and groups. */
  readonly within?: string | null | undefined;
};

/** Conditions on a KnownPrecision. All conditions must hold. */
export type KnownPrecisionFilter = {
  /** Equal. */
  readonly eq?: KnownPrecision | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: KnownPrecision | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<KnownPrecision> | null | undefined;
};

/** Conditions on a nullable DateTime. All conditions must hold. */
export type NullableDateTimeFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Within this time before now: an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`. The range ends with the running minute, or where the delay of the key ends; for days, with today in UTC. Its start is excluded, its end included. Only for lists and groups. */
  readonly within?: string | null | undefined;
};

/** Conditions on a Key. All conditions must hold. */
export type KeyFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

/** Conditions on a nullable Int. All conditions must hold. */
export type NullableIntFilter = {
  /** Equal. */
  readonly eq?: number | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: number | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<number> | null | undefined;
  /** Greater, or later. */
  readonly gt?: number | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: number | null | undefined;
  /** Less, or earlier. */
  readonly lt?: number | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: number | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a WhaleEventType. All conditions must hold. */
export type WhaleEventTypeFilter = {
  /** Equal. */
  readonly eq?: WhaleEventType | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhaleEventType | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<WhaleEventType> | null | undefined;
};

/** Conditions on a nullable WhaleInstrument. All conditions must hold. */
export type NullableWhaleInstrumentFilter = {
  /** Equal. */
  readonly eq?: WhaleInstrument | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhaleInstrument | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<WhaleInstrument> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable WhaleSizeBasis. All conditions must hold. */
export type NullableWhaleSizeBasisFilter = {
  /** Equal. */
  readonly eq?: WhaleSizeBasis | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhaleSizeBasis | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<WhaleSizeBasis> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable WhalePriceBasis. All conditions must hold. */
export type NullableWhalePriceBasisFilter = {
  /** Equal. */
  readonly eq?: WhalePriceBasis | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhalePriceBasis | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<WhalePriceBasis> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable Boolean. All conditions must hold. */
export type NullableBooleanFilter = {
  /** Equal. */
  readonly eq?: boolean | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: boolean | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable Party. All conditions must hold. */
export type NullablePartyFilter = {
  /** Equal. */
  readonly eq?: Party | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: Party | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<Party> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a Chamber. All conditions must hold. */
export type ChamberFilter = {
  /** Equal. */
  readonly eq?: Chamber | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: Chamber | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<Chamber> | null | undefined;
};

/** Conditions on a nullable CongressTransactionType. All conditions must hold. */
export type NullableCongressTransactionTypeFilter = {
  /** Equal. */
  readonly eq?: CongressTransactionType | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: CongressTransactionType | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<CongressTransactionType> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable AssetOwner. All conditions must hold. */
export type NullableAssetOwnerFilter = {
  /** Equal. */
  readonly eq?: AssetOwner | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AssetOwner | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<AssetOwner> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable LocalDateTime. All conditions must hold. */
export type NullableLocalDateTimeFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Within this time before now: an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`. The range ends with the running minute, or where the delay of the key ends; for days, with today in UTC. Its start is excluded, its end included. Only for lists and groups. */
  readonly within?: string | null | undefined;
};

/** Conditions on a Boolean. All conditions must hold. */
export type BooleanFilter = {
  /** Equal. */
  readonly eq?: boolean | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: boolean | null | undefined;
};

/** Conditions on a nullable TradeDirection. All conditions must hold. */
export type NullableTradeDirectionFilter = {
  /** Equal. */
  readonly eq?: TradeDirection | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: TradeDirection | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<TradeDirection> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable Date. All conditions must hold. */
export type NullableDateFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Within this time before now: an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`. The range ends with the running minute, or where the delay of the key ends; for days, with today in UTC. Its start is excluded, its end included. Only for lists and groups. */
  readonly within?: string | null | undefined;
};

/** Conditions on a TransactionDirection. All conditions must hold. */
export type TransactionDirectionFilter = {
  /** Equal. */
  readonly eq?: TransactionDirection | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: TransactionDirection | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<TransactionDirection> | null | undefined;
};

/** Conditions on a nullable SecurityTable. All conditions must hold. */
export type NullableSecurityTableFilter = {
  /** Equal. */
  readonly eq?: SecurityTable | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: SecurityTable | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<SecurityTable> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable SecurityClass. All conditions must hold. */
export type NullableSecurityClassFilter = {
  /** Equal. */
  readonly eq?: SecurityClass | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: SecurityClass | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<SecurityClass> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable AcquiredDisposed. All conditions must hold. */
export type NullableAcquiredDisposedFilter = {
  /** Equal. */
  readonly eq?: AcquiredDisposed | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AcquiredDisposed | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<AcquiredDisposed> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable OwnershipForm. All conditions must hold. */
export type NullableOwnershipFormFilter = {
  /** Equal. */
  readonly eq?: OwnershipForm | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: OwnershipForm | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<OwnershipForm> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable ReportTimeliness. All conditions must hold. */
export type NullableReportTimelinessFilter = {
  /** Equal. */
  readonly eq?: ReportTimeliness | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: ReportTimeliness | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<ReportTimeliness> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on an AssetClass. All conditions must hold. */
export type AssetClassFilter = {
  /** Equal. */
  readonly eq?: AssetClass | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AssetClass | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<AssetClass> | null | undefined;
};

/** Conditions on a nullable MarketPhase. All conditions must hold. */
export type NullableMarketPhaseFilter = {
  /** Equal. */
  readonly eq?: MarketPhase | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: MarketPhase | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<MarketPhase> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a ReversalKind. All conditions must hold. */
export type ReversalKindFilter = {
  /** Equal. */
  readonly eq?: ReversalKind | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: ReversalKind | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<ReversalKind> | null | undefined;
};

/** Conditions on a nullable TradingStyle. All conditions must hold. */
export type NullableTradingStyleFilter = {
  /** Equal. */
  readonly eq?: TradingStyle | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: TradingStyle | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<TradingStyle> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a PredictionPlatform. All conditions must hold. */
export type PredictionPlatformFilter = {
  /** Equal. */
  readonly eq?: PredictionPlatform | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: PredictionPlatform | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<PredictionPlatform> | null | undefined;
};

/** Conditions on a nullable VolumeUnit. All conditions must hold. */
export type NullableVolumeUnitFilter = {
  /** Equal. */
  readonly eq?: VolumeUnit | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: VolumeUnit | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<VolumeUnit> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a ScorecardName. All conditions must hold. */
export type ScorecardNameFilter = {
  /** Equal. */
  readonly eq?: ScorecardName | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: ScorecardName | null | undefined;
  /** One of these. An empty list matches nothing. */
  readonly in?: ReadonlyArray<ScorecardName> | null | undefined;
};

export type DashboardPageQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly open: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string }> | null }, readonly closed: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string }> | null }, readonly whaleActivity: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly instrument: WhaleInstrument | null, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null }, readonly congressTrades: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly daysToDisclosure: number | null, readonly reportDueOn: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null }, readonly insiderFilings: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly pricePerShare: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly predictionMarkets: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly volume24h: number | null, readonly volume24hUsd: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null, readonly active: boolean, readonly isResolved: boolean | null, readonly result: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null }> | null }, readonly reversals: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }> | null }, readonly outperformers: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null }> | null }, readonly buy: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly pricePerShare: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly whale: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly instrument: WhaleInstrument | null, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string, readonly asset: { readonly symbol: string, readonly kind: AssetKind } | null }> | null }, readonly trade: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly daysToDisclosure: number | null, readonly reportDueOn: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null }, readonly rose: { readonly nodes: ReadonlyArray<{ readonly marketId: string, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly observedAt: string | null }> | null }, readonly fell: { readonly nodes: ReadonlyArray<{ readonly marketId: string, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly observedAt: string | null }> | null }, readonly insiderClusters: { readonly nodes: ReadonlyArray<{ readonly ticker: string, readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string }> | null }, readonly ams: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly mrs: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly gls: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } } };

export type MovedMarketFragment = { readonly marketId: string, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly observedAt: string | null };

export type DailySeriesFragment = { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } };

export type ScorecardSeriesQueryVariables = Exact<{
  timeframe: string;
  first: number;
}>;


export type ScorecardSeriesQuery = { readonly ams: { readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly mrs: { readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly gls: { readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } } };

export type LongSeriesFragment = { readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } };

export type CongressSearchQueryVariables = Exact<{
  filter: CongressTradeFilter;
}>;


export type CongressSearchQuery = { readonly congressTrades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly daysToDisclosure: number | null, readonly reportDueOn: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null } };

export type InsiderSearchQueryVariables = Exact<{
  filter: InsiderFilingFilter;
}>;


export type InsiderSearchQuery = { readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly pricePerShare: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null } };

export type PoliticianPageQueryVariables = Exact<{
  id: string;
}>;


export type PoliticianPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy' }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket' }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale' }
    | { readonly __typename: 'Politician', readonly slug: string, readonly name: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly isServing: boolean, readonly committees: ReadonlyArray<{ readonly name: string, readonly role: string, readonly parent: string | null }> | null, readonly terms: ReadonlyArray<{ readonly chamber: Chamber, readonly state: string, readonly district: number | null, readonly partyName: string | null, readonly startDate: string | null, readonly endDate: string | null }> | null, readonly totals: { readonly trades: number, readonly purchases: number, readonly sales: number, readonly amountLow: number | null, readonly amountHigh: number | null, readonly openEnded: number } | null, readonly trades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly daysToDisclosure: number | null, readonly reportDueOn: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null } }
    | { readonly __typename: 'Insider' }
    | { readonly __typename: 'InsiderCluster' }
    | { readonly __typename: 'Scorecard' }
   | null, readonly live: { readonly liveCursor: string | null } };

export type WhalePageQueryVariables = Exact<{
  id: string;
}>;


export type WhalePageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy' }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket' }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale', readonly address: string, readonly eventCount: number, readonly lastSeenAt: string, readonly whaleName: string | null, readonly venue: string, readonly positions: { readonly pageInfo: { readonly hasNextPage: boolean }, readonly nodes: ReadonlyArray<{ readonly title: string, readonly outcome: string | null, readonly size: number, readonly value: number | null, readonly entryPrice: number | null, readonly asOf: string, readonly event: { readonly instrument: WhaleInstrument | null, readonly price: number | null, readonly unrealizedPnl: number | null, readonly leverage: number | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind } | null } }> | null }, readonly closed: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly outcome: string | null, readonly value: number | null, readonly entryPrice: number | null, readonly price: number | null, readonly closedPnl: number | null, readonly createdAt: string, readonly asset: { readonly symbol: string, readonly kind: AssetKind } | null }> | null }, readonly activity: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly instrument: WhaleInstrument | null, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null } }
    | { readonly __typename: 'Politician' }
    | { readonly __typename: 'Insider' }
    | { readonly __typename: 'InsiderCluster' }
    | { readonly __typename: 'Scorecard' }
   | null, readonly live: { readonly liveCursor: string | null } };

export type StrategyPageQueryVariables = Exact<{
  id: string;
}>;


export type StrategyPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy', readonly name: string, readonly grade: StrategyGrade | null, readonly ungradedReason: UngradedReason | null, readonly timeframe: string | null, readonly strategySlug: string, readonly performance: { readonly totalPnlPct: number | null, readonly winRate: number | null, readonly totalTrades: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null, readonly closedDrawdownPct: number | null, readonly drawdownMethod: DrawdownMethod | null, readonly days: number | null, readonly score: number | null }, readonly backtest: { readonly testedFrom: string | null, readonly testedTo: string | null, readonly startingBalance: number | null, readonly currency: string | null }, readonly tested: { readonly nodes: ReadonlyArray<{ readonly execution: { readonly closedAt: string | null, readonly profit: number | null, readonly stake: number | null } }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly open: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string }> | null }, readonly closed: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string }> | null } }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket' }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale' }
    | { readonly __typename: 'Politician' }
    | { readonly __typename: 'Insider' }
    | { readonly __typename: 'InsiderCluster' }
    | { readonly __typename: 'Scorecard' }
   | null, readonly live: { readonly liveCursor: string | null } };

export type PredictionMarketPageQueryVariables = Exact<{
  id: string;
}>;


export type PredictionMarketPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy' }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket', readonly id: string, readonly marketId: string, readonly question: string, readonly eventTitle: string | null, readonly platform: PredictionPlatform | null, readonly yesPrice: number | null, readonly volume: number | null, readonly volume24h: number | null, readonly volume24hUsd: number | null, readonly volumeUnit: VolumeUnit | null, readonly oneDayChange: number | null, readonly liquidity: number | null, readonly endDate: string | null, readonly observedAt: string | null, readonly active: boolean, readonly isResolved: boolean | null, readonly result: string | null, readonly url: string | null, readonly rules: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind, readonly predictionMarkets: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly volume24h: number | null, readonly volume24hUsd: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null, readonly active: boolean, readonly isResolved: boolean | null, readonly result: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null }> | null } } | null, readonly priceHistory: { readonly nodes: ReadonlyArray<{ readonly openAt: string, readonly close: number }> | null } }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale' }
    | { readonly __typename: 'Politician' }
    | { readonly __typename: 'Insider' }
    | { readonly __typename: 'InsiderCluster' }
    | { readonly __typename: 'Scorecard' }
   | null, readonly live: { readonly liveCursor: string | null } };

export type InsiderPageQueryVariables = Exact<{
  id: string;
}>;


export type InsiderPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy' }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket' }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale' }
    | { readonly __typename: 'Politician' }
    | { readonly __typename: 'Insider', readonly name: string, readonly slug: string, readonly filingCount: number, readonly totalBuyValue: number, readonly totalSellValue: number, readonly holdings: { readonly nodes: ReadonlyArray<{ readonly ticker: string | null, readonly securityTitle: string | null, readonly shares: number | null, readonly value: number | null, readonly underlyingShares: number | null, readonly ownershipForm: OwnershipForm | null, readonly ownershipNature: string | null, readonly statedOn: string, readonly documentUrl: string | null }> | null }, readonly filings: { readonly nodes: ReadonlyArray<{ readonly companyName: string | null, readonly pricePerShare: number | null, readonly sharesOwnedAfter: number | null, readonly acquiredDisposed: AcquiredDisposed | null, readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly newest: { readonly nodes: ReadonlyArray<{ readonly asset: { readonly symbol: string, readonly price: { readonly last: number, readonly at: string } | null, readonly bars: { readonly source: { readonly adjusted: PriceAdjustment | null } | null, readonly nodes: ReadonlyArray<{ readonly day: string | null, readonly closeAt: string, readonly close: number, readonly split: number | null }> | null } } | null }> | null } }
    | { readonly __typename: 'InsiderCluster' }
    | { readonly __typename: 'Scorecard' }
   | null, readonly live: { readonly liveCursor: string | null } };

export type InsiderClusterPageQueryVariables = Exact<{
  id: string;
}>;


export type InsiderClusterPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy' }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket' }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale' }
    | { readonly __typename: 'Politician' }
    | { readonly __typename: 'Insider' }
    | { readonly __typename: 'InsiderCluster', readonly ticker: string, readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string, readonly traded: { readonly name: string | null, readonly symbol: string, readonly purchases: { readonly nodes: ReadonlyArray<{ readonly companyName: string | null, readonly pricePerShare: number | null, readonly sharesOwnedAfter: number | null, readonly acquiredDisposed: AcquiredDisposed | null, readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly sales: { readonly nodes: ReadonlyArray<{ readonly companyName: string | null, readonly pricePerShare: number | null, readonly sharesOwnedAfter: number | null, readonly acquiredDisposed: AcquiredDisposed | null, readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly price: { readonly last: number, readonly at: string } | null, readonly bars: { readonly source: { readonly adjusted: PriceAdjustment | null } | null, readonly nodes: ReadonlyArray<{ readonly day: string | null, readonly closeAt: string, readonly close: number, readonly split: number | null }> | null } } | null }
    | { readonly __typename: 'Scorecard' }
   | null, readonly live: { readonly liveCursor: string | null } };

export type ScorecardPageQueryVariables = Exact<{
  id: string;
}>;


export type ScorecardPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy' }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket' }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale' }
    | { readonly __typename: 'Politician' }
    | { readonly __typename: 'Insider' }
    | { readonly __typename: 'InsiderCluster' }
    | { readonly __typename: 'Scorecard', readonly card: ScorecardName, readonly components: ReadonlyArray<{ readonly name: string, readonly title: string, readonly unit: string, readonly source: string, readonly weight: number, readonly effect: ScorecardEffect }>, readonly latest: { readonly timestamp: string, readonly value: number | null, readonly metrics: ReadonlyArray<{ readonly name: string, readonly value: number }> } | null, readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }
   | null };

export type InsiderDealFragment = { readonly companyName: string | null, readonly pricePerShare: number | null, readonly sharesOwnedAfter: number | null, readonly acquiredDisposed: AcquiredDisposed | null, readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null };

export type RecentPricesFragment = { readonly symbol: string, readonly price: { readonly last: number, readonly at: string } | null, readonly bars: { readonly source: { readonly adjusted: PriceAdjustment | null } | null, readonly nodes: ReadonlyArray<{ readonly day: string | null, readonly closeAt: string, readonly close: number, readonly split: number | null }> | null } };

export type OlderTradesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type OlderTradesQuery = { readonly node:
    | { readonly tested: { readonly nodes: ReadonlyArray<{ readonly execution: { readonly closedAt: string | null, readonly profit: number | null, readonly stake: number | null } }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } }
    | Record<PropertyKey, never>
   | null };

export type TestedTradeFragment = { readonly execution: { readonly closedAt: string | null, readonly profit: number | null, readonly stake: number | null } };

export type MoreTradesFragment = { readonly hasNextPage: boolean, readonly endCursor: string | null };

export type FilingsWalkQueryVariables = Exact<{
  filter?: InsiderFilingFilter | null | undefined;
  after?: string | null | undefined;
  first?: number;
}>;


export type FilingsWalkQuery = { readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly companyName: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionType: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly window: { readonly from: string | null, readonly clamped: boolean, readonly lagHours: number } } };

export type PageChangesSubscriptionVariables = Exact<{
  feeds: ReadonlyArray<ChangeFeed> | ChangeFeed;
  after?: string | null | undefined;
  signals?: SignalFilter | null | undefined;
  whaleActivity?: WhaleActivityFilter | null | undefined;
  congressTrades?: CongressTradeFilter | null | undefined;
  insiderFilings?: InsiderFilingFilter | null | undefined;
  predictionMarkets?: PredictionMarketFilter | null | undefined;
  reversals?: ReversalFilter | null | undefined;
  outperformers?: OutperformerFilter | null | undefined;
  scorecardPoints?: ScorecardPointFilter | null | undefined;
}>;


export type PageChangesSubscription = { readonly event: { readonly kind: EventKind, readonly feed: ChangeFeed | null, readonly cursor: string, readonly node:
      | { readonly id: string }
      | { readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string }
      | { readonly id: string }
      | { readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly instrument: WhaleInstrument | null, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }
      | { readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly daysToDisclosure: number | null, readonly reportDueOn: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }
      | { readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly pricePerShare: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }
      | { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null }
      | { readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }
      | { readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly volume24h: number | null, readonly volume24hUsd: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null, readonly active: boolean, readonly isResolved: boolean | null, readonly result: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null }
      | { readonly id: string }
      | { readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }
      | { readonly id: string }
      | { readonly id: string }
      | { readonly id: string }
      | { readonly id: string }
      | { readonly id: string }
     | null } };

export type LiveSignalsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  filter?: SignalFilter | null | undefined;
}>;


export type LiveSignalsSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string } | null } };

export type SignalRowFragment = { readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string };

export type WhaleRowFragment = { readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly instrument: WhaleInstrument | null, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string };

export type CongressRowFragment = { readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly daysToDisclosure: number | null, readonly reportDueOn: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null };

export type InsiderRowFragment = { readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly pricePerShare: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null };

export type MarketRowFragment = { readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly volume24h: number | null, readonly volume24hUsd: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null, readonly active: boolean, readonly isResolved: boolean | null, readonly result: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null };

export type ReversalRowFragment = { readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } };

export type OutperformerRowFragment = { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null };

export type PointRowFragment = { readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null };

export type StrategyRowFragment = { readonly id: string, readonly slug: string, readonly name: string, readonly grade: StrategyGrade | null, readonly performance: { readonly totalPnlPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null, readonly score: number | null, readonly totalTrades: number | null, readonly days: number | null } };

export type CallerStateFragment = { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } };

export type SearchPageQueryVariables = Exact<{
  query: string;
}>;


export type SearchPageQuery = { readonly things: { readonly nodes: ReadonlyArray<{ readonly type: SearchType, readonly key: string, readonly title: string, readonly subtitle: string | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind, readonly insiderClusters: ReadonlyArray<{ readonly insiderCount: number, readonly totalValue: number }> | null } | null, readonly node:
        | { readonly platform: string }
        | Record<PropertyKey, never>
       | null }> | null }, readonly markets: { readonly nodes: ReadonlyArray<{ readonly key: string, readonly title: string, readonly subtitle: string | null, readonly node:
        | { readonly yesPrice: number | null, readonly endDate: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null }
        | Record<PropertyKey, never>
       | null }> | null } };

export type FoundThingFragment = { readonly type: SearchType, readonly key: string, readonly title: string, readonly subtitle: string | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind, readonly insiderClusters: ReadonlyArray<{ readonly insiderCount: number, readonly totalValue: number }> | null } | null, readonly node:
    | { readonly platform: string }
    | Record<PropertyKey, never>
   | null };

export type SymbolPageQueryVariables = Exact<{
  symbol: string;
  kind?: AssetKind | null | undefined;
}>;


export type SymbolPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly asset: { readonly symbol: string, readonly kind: AssetKind, readonly name: string | null, readonly price: { readonly last: number, readonly at: string, readonly changePct24h: number | null, readonly currency: string | null, readonly source: { readonly provider: string } } | null, readonly days: { readonly source: { readonly provider: string, readonly market: string, readonly interval: string | null } | null, readonly nodes: ReadonlyArray<{ readonly openAt: string, readonly day: string | null, readonly open: number, readonly high: number, readonly low: number, readonly close: number, readonly volume: number }> | null }, readonly hours: { readonly source: { readonly provider: string, readonly market: string, readonly interval: string | null } | null, readonly nodes: ReadonlyArray<{ readonly openAt: string, readonly day: string | null, readonly open: number, readonly high: number, readonly low: number, readonly close: number, readonly volume: number }> | null }, readonly namesakes: ReadonlyArray<{ readonly symbol: string, readonly kind: AssetKind }> | null, readonly outperformer: { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null } | null, readonly insiderWindows: { readonly days30: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null, readonly days90: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null }, readonly insiderClusters: ReadonlyArray<{ readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string }> | null, readonly signals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly notes: string | null, readonly timestamp: string }> | null }, readonly congressTrades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly daysToDisclosure: number | null, readonly reportDueOn: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null }, readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly pricePerShare: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly deals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly pricePerShare: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly whaleActivity: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly instrument: WhaleInstrument | null, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null }, readonly moves: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly instrument: WhaleInstrument | null, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null }, readonly predictionMarkets: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly volume24h: number | null, readonly volume24hUsd: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null, readonly active: boolean, readonly isResolved: boolean | null, readonly result: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null }> | null }, readonly reversals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }> | null }, readonly strategies: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly slug: string, readonly name: string, readonly grade: StrategyGrade | null, readonly performance: { readonly totalPnlPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null, readonly score: number | null, readonly totalTrades: number | null, readonly days: number | null } }> | null } } | null, readonly signals: { readonly liveCursor: string | null }, readonly congressTrades: { readonly liveCursor: string | null }, readonly insiderFilings: { readonly liveCursor: string | null }, readonly whaleActivity: { readonly liveCursor: string | null } };

export type CandlesFragment = { readonly source: { readonly provider: string, readonly market: string, readonly interval: string | null } | null, readonly nodes: ReadonlyArray<{ readonly openAt: string, readonly day: string | null, readonly open: number, readonly high: number, readonly low: number, readonly close: number, readonly volume: number }> | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const MovedMarketFragmentDoc = new TypedDocumentString(`
    fragment MovedMarket on PredictionMarket {
  marketId
  question
  yesPrice
  oneDayChange
  observedAt
}
    `, {"fragmentName":"MovedMarket"}) as unknown as TypedDocumentString<MovedMarketFragment, unknown>;
export const PointRowFragmentDoc = new TypedDocumentString(`
    fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}
    `, {"fragmentName":"PointRow"}) as unknown as TypedDocumentString<PointRowFragment, unknown>;
export const DailySeriesFragmentDoc = new TypedDocumentString(`
    fragment DailySeries on Scorecard {
  points(timeframe: "1D", first: 100) {
    nodes {
      ...PointRow
    }
    liveCursor
  }
}
    fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}`, {"fragmentName":"DailySeries"}) as unknown as TypedDocumentString<DailySeriesFragment, unknown>;
export const LongSeriesFragmentDoc = new TypedDocumentString(`
    fragment LongSeries on Scorecard {
  points(timeframe: $timeframe, first: $first) {
    nodes {
      ...PointRow
    }
  }
}
    fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}`, {"fragmentName":"LongSeries"}) as unknown as TypedDocumentString<LongSeriesFragment, unknown>;
export const InsiderRowFragmentDoc = new TypedDocumentString(`
    fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}
    `, {"fragmentName":"InsiderRow"}) as unknown as TypedDocumentString<InsiderRowFragment, unknown>;
export const InsiderDealFragmentDoc = new TypedDocumentString(`
    fragment InsiderDeal on InsiderFiling {
  ...InsiderRow
  companyName
  pricePerShare
  sharesOwnedAfter
  acquiredDisposed
}
    fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}`, {"fragmentName":"InsiderDeal"}) as unknown as TypedDocumentString<InsiderDealFragment, unknown>;
export const RecentPricesFragmentDoc = new TypedDocumentString(`
    fragment RecentPrices on Asset {
  symbol
  price {
    last
    at
  }
  bars(interval: "1d", first: 60) {
    source {
      adjusted
    }
    nodes {
      day
      closeAt
      close
      split
    }
  }
}
    `, {"fragmentName":"RecentPrices"}) as unknown as TypedDocumentString<RecentPricesFragment, unknown>;
export const TestedTradeFragmentDoc = new TypedDocumentString(`
    fragment TestedTrade on Signal {
  execution {
    closedAt
    profit
    stake
  }
}
    `, {"fragmentName":"TestedTrade"}) as unknown as TypedDocumentString<TestedTradeFragment, unknown>;
export const MoreTradesFragmentDoc = new TypedDocumentString(`
    fragment MoreTrades on PageInfo {
  hasNextPage
  endCursor
}
    `, {"fragmentName":"MoreTrades"}) as unknown as TypedDocumentString<MoreTradesFragment, unknown>;
export const SignalRowFragmentDoc = new TypedDocumentString(`
    fragment SignalRow on Signal {
  id
  source
  sourceDetail
  symbol
  assetType
  direction
  entryPrice
  currentPrice
  status
  pnlPct
  signalStrength
  timeframe
  notes
  timestamp
}
    `, {"fragmentName":"SignalRow"}) as unknown as TypedDocumentString<SignalRowFragment, unknown>;
export const WhaleRowFragmentDoc = new TypedDocumentString(`
    fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
  instrument
  outcome
  changePct
  value
  createdAt
}
    `, {"fragmentName":"WhaleRow"}) as unknown as TypedDocumentString<WhaleRowFragment, unknown>;
export const CongressRowFragmentDoc = new TypedDocumentString(`
    fragment CongressRow on CongressTrade {
  id
  politicianId
  politicianName
  party
  chamber
  state
  assetName
  ticker
  transactionType
  side: direction
  owner
  amountLow
  amountHigh
  transactionDate
  documentUrl
  filedOn: filingDate
  daysToDisclosure
  reportDueOn
}
    `, {"fragmentName":"CongressRow"}) as unknown as TypedDocumentString<CongressRowFragment, unknown>;
export const MarketRowFragmentDoc = new TypedDocumentString(`
    fragment MarketRow on PredictionMarket {
  id
  marketId
  platform
  question
  yesPrice
  outcomes {
    name
    price
  }
  oneDayChange
  volume24h
  volume24hUsd
  volumeUnit
  endDate
  active
  isResolved
  result
}
    `, {"fragmentName":"MarketRow"}) as unknown as TypedDocumentString<MarketRowFragment, unknown>;
export const ReversalRowFragmentDoc = new TypedDocumentString(`
    fragment ReversalRow on Reversal {
  id
  tickerDisplay
  interval
  signal {
    what
    direction
    condition
  }
  expectedPct
  score
  detectedAt: observedAt
}
    `, {"fragmentName":"ReversalRow"}) as unknown as TypedDocumentString<ReversalRowFragment, unknown>;
export const OutperformerRowFragmentDoc = new TypedDocumentString(`
    fragment OutperformerRow on Outperformer {
  id
  symbol
  name
  currentPrice
  perf24h
  perf7d
  perf30d
  outperfVsBtc24h
  compositeScore
  marketPhase
}
    `, {"fragmentName":"OutperformerRow"}) as unknown as TypedDocumentString<OutperformerRowFragment, unknown>;
export const StrategyRowFragmentDoc = new TypedDocumentString(`
    fragment StrategyRow on Strategy {
  id
  slug
  name
  grade
  performance {
    totalPnlPct
    sharpe
    maxDrawdownPct
    score
    totalTrades
    days
  }
}
    `, {"fragmentName":"StrategyRow"}) as unknown as TypedDocumentString<StrategyRowFragment, unknown>;
export const CallerStateFragmentDoc = new TypedDocumentString(`
    fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}
    `, {"fragmentName":"CallerState"}) as unknown as TypedDocumentString<CallerStateFragment, unknown>;
export const FoundThingFragmentDoc = new TypedDocumentString(`
    fragment FoundThing on SearchResult {
  type
  key
  title
  subtitle
  asset {
    symbol
    kind
    insiderClusters {
      insiderCount
      totalValue
    }
  }
  node {
    ... on Whale {
      platform
    }
  }
}
    `, {"fragmentName":"FoundThing"}) as unknown as TypedDocumentString<FoundThingFragment, unknown>;
export const CandlesFragmentDoc = new TypedDocumentString(`
    fragment Candles on BarConnection {
  source {
    provider
    market
    interval
  }
  nodes {
    openAt
    day
    open
    high
    low
    close
    volume
  }
}
    `, {"fragmentName":"Candles"}) as unknown as TypedDocumentString<CandlesFragment, unknown>;
export const DashboardPageDocument = new TypedDocumentString(`
    query DashboardPage {
  viewer {
    ...CallerState
  }
  open: signals(first: 16, filter: {status: {eq: OPEN}}) {
    nodes {
      ...SignalRow
    }
    liveCursor
  }
  closed: signals(first: 8, filter: {status: {eq: CLOSED}}) {
    nodes {
      ...SignalRow
    }
  }
  whaleActivity(first: 13) {
    nodes {
      ...WhaleRow
    }
    liveCursor
  }
  congressTrades(first: 13) {
    nodes {
      ...CongressRow
    }
    liveCursor
  }
  insiderFilings(first: 14) {
    nodes {
      ...InsiderRow
    }
    liveCursor
  }
  predictionMarkets(
    first: 10
    filter: {active: {eq: true}}
    orderBy: {field: VOLUME_24H_USD, direction: DESC}
  ) {
    nodes {
      ...MarketRow
    }
    liveCursor
  }
  reversals(first: 10, orderBy: {field: SCORE, direction: DESC}) {
    nodes {
      ...ReversalRow
    }
    liveCursor
  }
  outperformers(first: 13, orderBy: {field: OUTPERF_VS_BTC_24H, direction: DESC}) {
    nodes {
      ...OutperformerRow
    }
    liveCursor
  }
  buy: insiderFilings(
    first: 1
    filter: {transactionDirection: {eq: BUY}, filingDate: {within: "P7D"}}
    orderBy: {field: VALUE, direction: DESC}
  ) {
    nodes {
      ...InsiderRow
    }
  }
  whale: whaleActivity(
    first: 1
    filter: {createdAt: {within: "P1D"}}
    orderBy: {field: VALUE, direction: DESC}
  ) {
    nodes {
      ...WhaleRow
      asset {
        symbol
        kind
      }
    }
  }
  trade: congressTrades(
    first: 1
    filter: {filingDate: {within: "P30D"}}
    orderBy: {field: AMOUNT_LOW, direction: DESC}
  ) {
    nodes {
      ...CongressRow
    }
  }
  rose: predictionMarkets(
    first: 1
    filter: {active: {eq: true}, volume24hUsd: {gte: 10000}}
    orderBy: {field: ONE_DAY_CHANGE, direction: DESC}
  ) {
    nodes {
      ...MovedMarket
    }
  }
  fell: predictionMarkets(
    first: 1
    filter: {active: {eq: true}, volume24hUsd: {gte: 10000}}
    orderBy: {field: ONE_DAY_CHANGE, direction: ASC}
  ) {
    nodes {
      ...MovedMarket
    }
  }
  insiderClusters(first: 1) {
    nodes {
      ticker
      insiderCount
      totalValue
      detectedAt
    }
  }
  ams: scorecard(name: AMS) {
    ...DailySeries
  }
  mrs: scorecard(name: MRS) {
    ...DailySeries
  }
  gls: scorecard(name: GLS) {
    ...DailySeries
  }
}
    fragment MovedMarket on PredictionMarket {
  marketId
  question
  yesPrice
  oneDayChange
  observedAt
}
fragment DailySeries on Scorecard {
  points(timeframe: "1D", first: 100) {
    nodes {
      ...PointRow
    }
    liveCursor
  }
}
fragment SignalRow on Signal {
  id
  source
  sourceDetail
  symbol
  assetType
  direction
  entryPrice
  currentPrice
  status
  pnlPct
  signalStrength
  timeframe
  notes
  timestamp
}
fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
  instrument
  outcome
  changePct
  value
  createdAt
}
fragment CongressRow on CongressTrade {
  id
  politicianId
  politicianName
  party
  chamber
  state
  assetName
  ticker
  transactionType
  side: direction
  owner
  amountLow
  amountHigh
  transactionDate
  documentUrl
  filedOn: filingDate
  daysToDisclosure
  reportDueOn
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}
fragment MarketRow on PredictionMarket {
  id
  marketId
  platform
  question
  yesPrice
  outcomes {
    name
    price
  }
  oneDayChange
  volume24h
  volume24hUsd
  volumeUnit
  endDate
  active
  isResolved
  result
}
fragment ReversalRow on Reversal {
  id
  tickerDisplay
  interval
  signal {
    what
    direction
    condition
  }
  expectedPct
  score
  detectedAt: observedAt
}
fragment OutperformerRow on Outperformer {
  id
  symbol
  name
  currentPrice
  perf24h
  perf7d
  perf30d
  outperfVsBtc24h
  compositeScore
  marketPhase
}
fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<DashboardPageQuery, DashboardPageQueryVariables>;
export const ScorecardSeriesDocument = new TypedDocumentString(`
    query ScorecardSeries($timeframe: String!, $first: Int!) {
  ams: scorecard(name: AMS) {
    ...LongSeries
  }
  mrs: scorecard(name: MRS) {
    ...LongSeries
  }
  gls: scorecard(name: GLS) {
    ...LongSeries
  }
}
    fragment LongSeries on Scorecard {
  points(timeframe: $timeframe, first: $first) {
    nodes {
      ...PointRow
    }
  }
}
fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}`) as unknown as TypedDocumentString<ScorecardSeriesQuery, ScorecardSeriesQueryVariables>;
export const CongressSearchDocument = new TypedDocumentString(`
    query CongressSearch($filter: CongressTradeFilter!) {
  congressTrades(first: 50, filter: $filter) {
    nodes {
      ...CongressRow
    }
  }
}
    fragment CongressRow on CongressTrade {
  id
  politicianId
  politicianName
  party
  chamber
  state
  assetName
  ticker
  transactionType
  side: direction
  owner
  amountLow
  amountHigh
  transactionDate
  documentUrl
  filedOn: filingDate
  daysToDisclosure
  reportDueOn
}`) as unknown as TypedDocumentString<CongressSearchQuery, CongressSearchQueryVariables>;
export const InsiderSearchDocument = new TypedDocumentString(`
    query InsiderSearch($filter: InsiderFilingFilter!) {
  insiderFilings(first: 50, filter: $filter) {
    nodes {
      ...InsiderRow
    }
  }
}
    fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}`) as unknown as TypedDocumentString<InsiderSearchQuery, InsiderSearchQueryVariables>;
export const PoliticianPageDocument = new TypedDocumentString(`
    query PoliticianPage($id: ID!) {
  viewer {
    ...CallerState
  }
  node(id: $id) {
    __typename
    ... on Politician {
      slug
      name
      party
      chamber
      state
      isServing
      committees {
        name
        role
        parent
      }
      terms {
        chamber
        state
        district
        partyName
        startDate
        endDate
      }
      totals {
        trades
        purchases
        sales
        amountLow
        amountHigh
        openEnded
      }
      trades(first: 50) {
        nodes {
          ...CongressRow
        }
      }
    }
  }
  live: congressTrades(first: 0) {
    liveCursor
  }
}
    fragment CongressRow on CongressTrade {
  id
  politicianId
  politicianName
  party
  chamber
  state
  assetName
  ticker
  transactionType
  side: direction
  owner
  amountLow
  amountHigh
  transactionDate
  documentUrl
  filedOn: filingDate
  daysToDisclosure
  reportDueOn
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<PoliticianPageQuery, PoliticianPageQueryVariables>;
export const WhalePageDocument = new TypedDocumentString(`
    query WhalePage($id: ID!) {
  viewer {
    ...CallerState
  }
  node(id: $id) {
    __typename
    ... on Whale {
      whaleName: name
      address
      venue: platform
      eventCount
      lastSeenAt
      positions(first: 30) {
        pageInfo {
          hasNextPage
        }
        nodes {
          title
          outcome
          size
          value
          entryPrice
          asOf
          event {
            instrument
            price
            unrealizedPnl
            leverage
            asset {
              symbol
              kind
            }
          }
        }
      }
      closed: activity(first: 30, filter: {eventType: {eq: EXIT}}) {
        nodes {
          id
          title
          outcome
          value
          entryPrice
          price
          closedPnl
          createdAt
          asset {
            symbol
            kind
          }
        }
      }
      activity(first: 50) {
        nodes {
          ...WhaleRow
        }
      }
    }
  }
  live: whaleActivity(first: 0) {
    liveCursor
  }
}
    fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
  instrument
  outcome
  changePct
  value
  createdAt
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<WhalePageQuery, WhalePageQueryVariables>;
export const StrategyPageDocument = new TypedDocumentString(`
    query StrategyPage($id: ID!) {
  viewer {
    ...CallerState
  }
  node(id: $id) {
    __typename
    ... on Strategy {
      strategySlug: slug
      name
      grade
      ungradedReason
      timeframe
      performance {
        totalPnlPct
        winRate
        totalTrades
        sharpe
        maxDrawdownPct
        closedDrawdownPct
        drawdownMethod
        days
        score
      }
      backtest {
        testedFrom
        testedTo
        startingBalance
        currency
      }
      tested: trades(
        first: 100
        filter: {executionProfit: {isNull: false}}
        orderBy: {field: EXECUTION_CLOSED_AT, direction: DESC}
      ) {
        nodes {
          ...TestedTrade
        }
        pageInfo {
          ...MoreTrades
        }
      }
      open: trades(first: 15, filter: {status: {eq: OPEN}}) {
        nodes {
          ...SignalRow
        }
      }
      closed: trades(first: 45, filter: {status: {eq: CLOSED}}) {
        nodes {
          ...SignalRow
        }
      }
    }
  }
  live: signals(first: 0) {
    liveCursor
  }
}
    fragment TestedTrade on Signal {
  execution {
    closedAt
    profit
    stake
  }
}
fragment MoreTrades on PageInfo {
  hasNextPage
  endCursor
}
fragment SignalRow on Signal {
  id
  source
  sourceDetail
  symbol
  assetType
  direction
  entryPrice
  currentPrice
  status
  pnlPct
  signalStrength
  timeframe
  notes
  timestamp
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<StrategyPageQuery, StrategyPageQueryVariables>;
export const PredictionMarketPageDocument = new TypedDocumentString(`
    query PredictionMarketPage($id: ID!) {
  viewer {
    ...CallerState
  }
  node(id: $id) {
    __typename
    ... on PredictionMarket {
      id
      marketId
      question
      eventTitle
      platform
      yesPrice
      volume
      volume24h
      volume24hUsd
      volumeUnit
      oneDayChange
      liquidity
      endDate
      observedAt
      active
      isResolved
      result
      url
      rules
      outcomes {
        name
        price
      }
      asset {
        symbol
        kind
        predictionMarkets(
          first: 20
          filter: {active: {eq: true}}
          orderBy: {field: VOLUME_24H_USD, direction: DESC}
        ) {
          nodes {
            ...MarketRow
          }
        }
      }
      priceHistory(interval: "1d", first: 100) {
        nodes {
          openAt
          close
        }
      }
    }
  }
  live: predictionMarkets(first: 0) {
    liveCursor
  }
}
    fragment MarketRow on PredictionMarket {
  id
  marketId
  platform
  question
  yesPrice
  outcomes {
    name
    price
  }
  oneDayChange
  volume24h
  volume24hUsd
  volumeUnit
  endDate
  active
  isResolved
  result
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<PredictionMarketPageQuery, PredictionMarketPageQueryVariables>;
export const InsiderPageDocument = new TypedDocumentString(`
    query InsiderPage($id: ID!) {
  viewer {
    ...CallerState
  }
  node(id: $id) {
    __typename
    ... on Insider {
      name
      slug
      filingCount
      totalBuyValue
      totalSellValue
      holdings(first: 30) {
        nodes {
          ticker
          securityTitle
          shares
          value
          underlyingShares
          ownershipForm
          ownershipNature
          statedOn
          documentUrl
        }
      }
      filings(first: 60) {
        nodes {
          ...InsiderDeal
        }
      }
      newest: filings(first: 1) {
        nodes {
          asset {
            ...RecentPrices
          }
        }
      }
    }
  }
  live: insiderFilings(first: 0) {
    liveCursor
  }
}
    fragment InsiderDeal on InsiderFiling {
  ...InsiderRow
  companyName
  pricePerShare
  sharesOwnedAfter
  acquiredDisposed
}
fragment RecentPrices on Asset {
  symbol
  price {
    last
    at
  }
  bars(interval: "1d", first: 60) {
    source {
      adjusted
    }
    nodes {
      day
      closeAt
      close
      split
    }
  }
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<InsiderPageQuery, InsiderPageQueryVariables>;
export const InsiderClusterPageDocument = new TypedDocumentString(`
    query InsiderClusterPage($id: ID!) {
  viewer {
    ...CallerState
  }
  node(id: $id) {
    __typename
    ... on InsiderCluster {
      ticker
      insiderCount
      totalValue
      detectedAt
      traded: asset {
        name
        ...RecentPrices
        purchases: insiderFilings(
          first: 50
          filter: {transactionDirection: {eq: BUY}, knownFrom: {within: "P30D"}}
        ) {
          nodes {
            ...InsiderDeal
          }
        }
        sales: insiderFilings(
          first: 30
          filter: {transactionDirection: {eq: SELL}, knownFrom: {within: "P30D"}}
        ) {
          nodes {
            ...InsiderDeal
          }
        }
      }
    }
  }
  live: insiderFilings(first: 0) {
    liveCursor
  }
}
    fragment InsiderDeal on InsiderFiling {
  ...InsiderRow
  companyName
  pricePerShare
  sharesOwnedAfter
  acquiredDisposed
}
fragment RecentPrices on Asset {
  symbol
  price {
    last
    at
  }
  bars(interval: "1d", first: 60) {
    source {
      adjusted
    }
    nodes {
      day
      closeAt
      close
      split
    }
  }
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<InsiderClusterPageQuery, InsiderClusterPageQueryVariables>;
export const ScorecardPageDocument = new TypedDocumentString(`
    query ScorecardPage($id: ID!) {
  viewer {
    ...CallerState
  }
  node(id: $id) {
    __typename
    ... on Scorecard {
      card: name
      components {
        name
        title
        unit
        source
        weight
        effect
      }
      latest {
        timestamp
        value
        metrics {
          name
          value
        }
      }
      points(first: 366) {
        nodes {
          ...PointRow
        }
      }
    }
  }
}
    fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}`) as unknown as TypedDocumentString<ScorecardPageQuery, ScorecardPageQueryVariables>;
export const OlderTradesDocument = new TypedDocumentString(`
    query OlderTrades($id: ID!, $after: String) {
  node(id: $id) {
    ... on Strategy {
      tested: trades(
        first: 90
        after: $after
        filter: {executionProfit: {isNull: false}}
        orderBy: {field: EXECUTION_CLOSED_AT, direction: DESC}
      ) {
        nodes {
          ...TestedTrade
        }
        pageInfo {
          ...MoreTrades
        }
      }
    }
  }
}
    fragment TestedTrade on Signal {
  execution {
    closedAt
    profit
    stake
  }
}
fragment MoreTrades on PageInfo {
  hasNextPage
  endCursor
}`) as unknown as TypedDocumentString<OlderTradesQuery, OlderTradesQueryVariables>;
export const FilingsWalkDocument = new TypedDocumentString(`
    query FilingsWalk($filter: InsiderFilingFilter, $after: String, $first: Int! = 100) {
  insiderFilings(
    filter: $filter
    orderBy: {field: FILING_DATE, direction: DESC}
    first: $first
    after: $after
  ) {
    nodes {
      id
      ticker
      companyName
      insiderName
      insiderTitle
      isDirector
      isTenPercent
      transactionCode
      transactionType
      transactionDirection
      shares
      value
      filingDate
      tradeDate
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    window {
      from
      clamped
      lagHours
    }
  }
}
    `) as unknown as TypedDocumentString<FilingsWalkQuery, FilingsWalkQueryVariables>;
export const PageChangesDocument = new TypedDocumentString(`
    subscription PageChanges($feeds: [ChangeFeed!]!, $after: String, $signals: SignalFilter, $whaleActivity: WhaleActivityFilter, $congressTrades: CongressTradeFilter, $insiderFilings: InsiderFilingFilter, $predictionMarkets: PredictionMarketFilter, $reversals: ReversalFilter, $outperformers: OutperformerFilter, $scorecardPoints: ScorecardPointFilter) {
  event: changes(
    feeds: $feeds
    after: $after
    signals: $signals
    whaleActivity: $whaleActivity
    congressTrades: $congressTrades
    insiderFilings: $insiderFilings
    predictionMarkets: $predictionMarkets
    reversals: $reversals
    outperformers: $outperformers
    scorecardPoints: $scorecardPoints
  ) {
    kind
    feed
    cursor
    node {
      id
      ...SignalRow
      ...WhaleRow
      ...CongressRow
      ...InsiderRow
      ...MarketRow
      ...ReversalRow
      ...OutperformerRow
      ...PointRow
    }
  }
}
    fragment SignalRow on Signal {
  id
  source
  sourceDetail
  symbol
  assetType
  direction
  entryPrice
  currentPrice
  status
  pnlPct
  signalStrength
  timeframe
  notes
  timestamp
}
fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
  instrument
  outcome
  changePct
  value
  createdAt
}
fragment CongressRow on CongressTrade {
  id
  politicianId
  politicianName
  party
  chamber
  state
  assetName
  ticker
  transactionType
  side: direction
  owner
  amountLow
  amountHigh
  transactionDate
  documentUrl
  filedOn: filingDate
  daysToDisclosure
  reportDueOn
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}
fragment MarketRow on PredictionMarket {
  id
  marketId
  platform
  question
  yesPrice
  outcomes {
    name
    price
  }
  oneDayChange
  volume24h
  volume24hUsd
  volumeUnit
  endDate
  active
  isResolved
  result
}
fragment ReversalRow on Reversal {
  id
  tickerDisplay
  interval
  signal {
    what
    direction
    condition
  }
  expectedPct
  score
  detectedAt: observedAt
}
fragment OutperformerRow on Outperformer {
  id
  symbol
  name
  currentPrice
  perf24h
  perf7d
  perf30d
  outperfVsBtc24h
  compositeScore
  marketPhase
}
fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}`) as unknown as TypedDocumentString<PageChangesSubscription, PageChangesSubscriptionVariables>;
export const LiveSignalsDocument = new TypedDocumentString(`
    subscription LiveSignals($after: String, $filter: SignalFilter) {
  event: signals(after: $after, filter: $filter) {
    kind
    cursor
    node {
      ...SignalRow
    }
  }
}
    fragment SignalRow on Signal {
  id
  source
  sourceDetail
  symbol
  assetType
  direction
  entryPrice
  currentPrice
  status
  pnlPct
  signalStrength
  timeframe
  notes
  timestamp
}`) as unknown as TypedDocumentString<LiveSignalsSubscription, LiveSignalsSubscriptionVariables>;
export const SearchPageDocument = new TypedDocumentString(`
    query SearchPage($query: String!) {
  things: search(
    query: $query
    types: [ASSET, POLITICIAN, INSIDER, WHALE, STRATEGY]
    first: 20
  ) {
    nodes {
      ...FoundThing
    }
  }
  markets: search(query: $query, types: [PREDICTION_MARKET], first: 10) {
    nodes {
      key
      title
      subtitle
      node {
        ... on PredictionMarket {
          yesPrice
          outcomes {
            name
            price
          }
          endDate
        }
      }
    }
  }
}
    fragment FoundThing on SearchResult {
  type
  key
  title
  subtitle
  asset {
    symbol
    kind
    insiderClusters {
      insiderCount
      totalValue
    }
  }
  node {
    ... on Whale {
      platform
    }
  }
}`) as unknown as TypedDocumentString<SearchPageQuery, SearchPageQueryVariables>;
export const SymbolPageDocument = new TypedDocumentString(`
    query SymbolPage($symbol: String!, $kind: AssetKind) {
  viewer {
    ...CallerState
  }
  asset(symbol: $symbol, kind: $kind) {
    symbol
    kind
    name
    price {
      last
      at
      changePct24h
      currency
      source {
        provider
      }
    }
    days: bars(interval: "1d", first: 250) {
      ...Candles
    }
    hours: bars(interval: "1h", first: 168) {
      ...Candles
    }
    namesakes {
      symbol
      kind
    }
    outperformer {
      ...OutperformerRow
    }
    insiderWindows {
      days30 {
        buyValue
        sellValue
        net
      }
      days90 {
        buyValue
        sellValue
        net
      }
    }
    insiderClusters {
      insiderCount
      totalValue
      detectedAt
    }
    signals(first: 16) {
      nodes {
        ...SignalRow
      }
    }
    congressTrades(first: 12) {
      nodes {
        ...CongressRow
      }
    }
    insiderFilings(first: 8) {
      nodes {
        ...InsiderRow
      }
    }
    deals: insiderFilings(
      first: 16
      filter: {transactionDirection: {in: [BUY, SELL]}}
    ) {
      nodes {
        ...InsiderRow
      }
    }
    whaleActivity(first: 15) {
      nodes {
        ...WhaleRow
      }
    }
    moves: whaleActivity(
      first: 12
      filter: {createdAt: {within: "P30D"}}
      orderBy: {field: VALUE, direction: DESC}
    ) {
      nodes {
        ...WhaleRow
      }
    }
    predictionMarkets(
      first: 8
      filter: {active: {eq: true}}
      orderBy: {field: VOLUME_24H_USD, direction: DESC}
    ) {
      nodes {
        ...MarketRow
      }
    }
    reversals(first: 6) {
      nodes {
        ...ReversalRow
      }
    }
    strategies(first: 6, orderBy: {field: PERFORMANCE_SCORE, direction: DESC}) {
      nodes {
        ...StrategyRow
      }
    }
  }
  signals(first: 0) {
    liveCursor
  }
  congressTrades(first: 0) {
    liveCursor
  }
  insiderFilings(first: 0) {
    liveCursor
  }
  whaleActivity(first: 0) {
    liveCursor
  }
}
    fragment SignalRow on Signal {
  id
  source
  sourceDetail
  symbol
  assetType
  direction
  entryPrice
  currentPrice
  status
  pnlPct
  signalStrength
  timeframe
  notes
  timestamp
}
fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
  instrument
  outcome
  changePct
  value
  createdAt
}
fragment CongressRow on CongressTrade {
  id
  politicianId
  politicianName
  party
  chamber
  state
  assetName
  ticker
  transactionType
  side: direction
  owner
  amountLow
  amountHigh
  transactionDate
  documentUrl
  filedOn: filingDate
  daysToDisclosure
  reportDueOn
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  isDirector
  isTenPercent
  transactionCode
  transactionDirection
  shares
  pricePerShare
  value
  filingDate
  tradeDate
  documentUrl
}
fragment MarketRow on PredictionMarket {
  id
  marketId
  platform
  question
  yesPrice
  outcomes {
    name
    price
  }
  oneDayChange
  volume24h
  volume24hUsd
  volumeUnit
  endDate
  active
  isResolved
  result
}
fragment ReversalRow on Reversal {
  id
  tickerDisplay
  interval
  signal {
    what
    direction
    condition
  }
  expectedPct
  score
  detectedAt: observedAt
}
fragment OutperformerRow on Outperformer {
  id
  symbol
  name
  currentPrice
  perf24h
  perf7d
  perf30d
  outperfVsBtc24h
  compositeScore
  marketPhase
}
fragment StrategyRow on Strategy {
  id
  slug
  name
  grade
  performance {
    totalPnlPct
    sharpe
    maxDrawdownPct
    score
    totalTrades
    days
  }
}
fragment CallerState on Viewer {
  tier {
    id
    name
    historyDays
    streamsPerKey
  }
}
fragment Candles on BarConnection {
  source {
    provider
    market
    interval
  }
  nodes {
    openAt
    day
    open
    high
    low
    close
    volume
  }
}`) as unknown as TypedDocumentString<SymbolPageQuery, SymbolPageQueryVariables>;