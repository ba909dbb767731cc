/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What an event of a stream says. */
export type EventKind =
  /** The row is new, or has come to match the filter. */
  | 'CREATED'
  /** The row has changed and still matches the filter. */
  | 'UPDATED'
  /** The row is gone, stale or no longer matches; `node` is the row as it last matched. */
  | 'REMOVED'
  /** Sent every 15 seconds: everything up to `cursor` has been told. */
  | 'HEARTBEAT'
  /** Events were passed over, see `gap`: they are no longer kept, or the reader was too slow. Read the list anew and go on from its `liveCursor`. */
  | 'RESYNC';

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
  /** It raises the composite. */
  | 'RAISES'
  /** It lowers the composite. */
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

/** Kind of an asset. Whatever a company or a fund lists is a STOCK. */
export type AssetKind =
  /** `stock` over REST. */
  | 'STOCK'
  /** `crypto` over REST. */
  | 'CRYPTO'
  /** `forex` over REST. */
  | 'FOREX'
  /** `commodity` over REST. */
  | 'COMMODITY';

/** What something that was found is. */
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

/** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
export type KnownPrecision =
  | 'EXACT'
  | 'DAY'
  | 'ESTIMATED';

/** Grade letter, A is best; none where there is too little to judge by. */
export type StrategyGrade =
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'F';

/** Why there is no grade: under 30 closed trades, under 60 days, or a drawdown that nothing tells. */
export type UngradedReason =
  | 'FEW_TRADES'
  | 'FEW_DAYS'
  | 'UNKNOWN_DRAWDOWN';

/** What the drawdown is made of: the lowest and highest rate of each trade, or bars. */
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

/** STATED: the platform says the sizes. SEEN: what the trades seen so far add up to, the least that is held. Null where size is. */
export type WhaleSizeBasis =
  | 'STATED'
  | 'SEEN';

/** FILL: the average of the fills. MARK: no fill is known, the mark of the snapshot. */
export type WhalePriceBasis =
  | 'FILL'
  | 'MARK';

/** Kind of trade as disclosed; Sale where a report does not say of how much. */
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

/** Side of the trade, from its transaction type: SELL for every kind of sale. Null where that is not known. */
export type TradeDirection =
  | 'BUY'
  | 'SELL'
  | 'EXCHANGE';

/** buy for stock acquired by code P, sell for stock disposed of by code S, other for all else: other codes, derivatives, units. */
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

/** How the report of this transaction is late or early; null for one on time. */
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

/** Which Signal rows to take. Everything given in one filter must hold. */
export type SignalFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Module the signal comes from: aoe, insider, mte or manual. Compared without regard to case. */
  readonly source?: TextFilter | null | undefined;
  /** What in that module raised it, e.g. the strategy or the filing. */
  readonly sourceDetail?: NullableTextFilter | null | undefined;
  /** Instrument, e.g. BTC/USDT or NVDA. Compared without regard to case. */
  readonly symbol?: TextFilter | null | undefined;
  /** Side of the trade. */
  readonly direction?: DirectionFilter | null | undefined;
  /** Price at entry. Unit: quote currency. */
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
  /** Bar length the signal is based on, e.g. 4h. Equal or not to a bar length of s, m, h, d, w, M (or mo) or y, in that case, e.g. 15m, 4h, 1d, 1M. */
  readonly timeframe?: NullableTextFilter | null | undefined;
  /** When the signal was raised. */
  readonly timestamp?: DateTimeFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** When it closed. */
  readonly executionClosedAt?: NullableDateTimeFilter | null | undefined;
  /** How long it was open. Unit: minutes. */
  readonly executionDurationMinutes?: NullableFloatFilter | null | undefined;
  /** What was put in. Unit: currency of the account. */
  readonly executionStake?: NullableFloatFilter | null | undefined;
  /** Value of the position over the stake. */
  readonly executionLeverage?: NullableFloatFilter | null | undefined;
  /** Profit or loss after fees and funding. Unit: currency of the account. */
  readonly executionProfit?: NullableFloatFilter | null | undefined;
  /** The same on the stake. Unit: %. */
  readonly executionProfitPct?: NullableFloatFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<SignalFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<SignalFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: SignalFilter | null | undefined;
};

/** Which WhaleActivity rows to take. Everything given in one filter must hold. */
export type WhaleActivityFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Wallet address, possibly abbreviated. Compared without regard to case. */
  readonly address?: NullableTextFilter | null | undefined;
  /** Public name of the holder. */
  readonly whaleName?: NullableTextFilter | null | undefined;
  /** Platform identifier, e.g. hyperliquid. Compared without regard to case. */
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
  /** Worth of what changed hands: units moved times price, never negative; notional for perpetuals. Unit: USD. */
  readonly value?: NullableFloatFilter | null | undefined;
  /** When the change was seen. */
  readonly createdAt?: DateTimeFilter | null | undefined;
  /** What is held: a perpetual future, a coin, or an outcome of a prediction market. */
  readonly instrument?: NullableWhaleInstrumentFilter | null | undefined;
  /** STATED: the platform says the sizes. SEEN: what the trades seen so far add up to, the least that is held. Null where size is. */
  readonly sizeBasis?: NullableWhaleSizeBasisFilter | null | undefined;
  /** FILL: the average of the fills. MARK: no fill is known, the mark of the snapshot. */
  readonly priceBasis?: NullableWhalePriceBasisFilter | null | undefined;
  /** Worth of the position after the event, 0 after an exit; notional for perpetuals. Unit: USD. */
  readonly positionValue?: NullableFloatFilter | null | undefined;
  /** Profit or loss that the event realised, as the platform states it. Unit: USD. */
  readonly closedPnl?: NullableFloatFilter | null | undefined;
  /** Whether the exchange closed the position by force. */
  readonly isLiquidation?: NullableBooleanFilter | null | undefined;
  /** Leverage of the position. */
  readonly leverage?: NullableFloatFilter | null | undefined;
  /** Worth of the whole account. Unit: USD. */
  readonly accountValue?: NullableFloatFilter | null | undefined;
  /** Hash of the transaction on its chain. */
  readonly transactionHash?: NullableTextFilter | null | undefined;
  /** Name of the market in links of its platform. */
  readonly marketSlug?: NullableTextFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<WhaleActivityFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<WhaleActivityFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: WhaleActivityFilter | null | undefined;
};

/** Which CongressTrade rows to take. Everything given in one filter must hold. */
export type CongressTradeFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Official name of the member; of a filer no directory knows, the name in the report. Compared without regard to case. */
  readonly politicianName?: TextFilter | null | undefined;
  /** Bioguide number of the member, the same under every name; null for a filer no directory knows. */
  readonly politicianId?: NullableTextFilter | null | undefined;
  /** Party at the time of the trade: Democrat, Republican or independent. Null for members the directory does not know. */
  readonly party?: NullablePartyFilter | null | undefined;
  /** Chamber of the member. */
  readonly chamber?: ChamberFilter | null | undefined;
  /** Two-letter code of the state. Compared without regard to case. */
  readonly state?: NullableTextFilter | null | undefined;
  /** Name of the asset as disclosed. Compared without regard to case. */
  readonly assetName?: NullableTextFilter | null | undefined;
  /** Exchange ticker. Compared without regard to case. */
  readonly ticker?: NullableTextFilter | null | undefined;
  /** Kind of asset as disclosed, e.g. Stock; of a report read without it, the kind its name tells. Compared without regard to case. */
  readonly assetType?: NullableTextFilter | null | undefined;
  /** Sector of the company in kebab-case, e.g. consumer-cyclical. Compared without regard to case. */
  readonly sector?: NullableTextFilter | null | undefined;
  /** Kind of trade as disclosed; Sale where a report does not say of how much. */
  readonly transactionType?: NullableCongressTransactionTypeFilter | null | undefined;
  /** Who held the asset. */
  readonly owner?: NullableAssetOwnerFilter | null | undefined;
  /** Day of the trade, no zone; null where it is dated after its report. */
  readonly transactionDate?: NullableLocalDateTimeFilter | null | undefined;
  /** Day on which the chamber received the report, no zone; null where that is not known. */
  readonly filingDate?: NullableLocalDateTimeFilter | null | undefined;
  /** Whether the asset trades under a ticker on an exchange. */
  readonly isTradable?: BooleanFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** Side of the trade, from its transaction type: SELL for every kind of sale. Null where that is not known. */
  readonly direction?: NullableTradeDirectionFilter | null | undefined;
  /** Name of the member as the report spells it. Compared without regard to case. */
  readonly filer?: NullableTextFilter | null | undefined;
  /** House district as disclosed, e.g. MO04. */
  readonly district?: NullableTextFilter | null | undefined;
  /** Day on which the filer was notified of the trade. House only. */
  readonly notificationDate?: NullableDateFilter | null | undefined;
  /** Days of the calendar from the trade to the day on which the chamber received the report: `filing_date` less `transaction_date`; null where either is unknown, or the filing date lies before the trade. The STOCK Act allows 30 from the notice of the trade, and 45 from the trade at most. Unit: days. */
  readonly daysToDisclosure?: NullableIntFilter | null | undefined;
  /** Lower end of the bracket that the value of the trade lies in. Unit: USD. */
  readonly amountLow?: NullableFloatFilter | null | undefined;
  /** Upper end of that bracket; null where it has none, or no amount is known. Unit: USD. */
  readonly amountHigh?: NullableFloatFilter | null | undefined;
  /** Currency of the bracket, ISO 4217; null where no amount is known. */
  readonly amountCurrency?: NullableTextFilter | null | undefined;
  /** Whether the bracket ends at "over $1,000,000" because a spouse or child holds the asset alone. Null without an amount. */
  readonly amountCapped?: NullableBooleanFilter | null | undefined;
  /** What the filer says of the trade. Compared without regard to case. */
  readonly comment?: NullableTextFilter | null | undefined;
  /** Whether the filer ticked a capital gain over $200. Null where the source does not say it. */
  readonly capitalGainsOver200?: NullableBooleanFilter | null | undefined;
  /** Number of the report at its chamber. Filters for equal ones find a trade by each of the reports that tell it. */
  readonly document?: NullableTextFilter | null | undefined;
  /** Kind of report in the House Clerk's index: P, a periodic transaction report. */
  readonly filingType?: NullableTextFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<CongressTradeFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<CongressTradeFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: CongressTradeFilter | null | undefined;
};

/** Which InsiderFiling rows to take. Everything given in one filter must hold. */
export type InsiderFilingFilter = {
  /** Stable identifier: accession number and line of the transaction. */
  readonly id?: IdFilter | null | undefined;
  /** Exchange ticker of the issuer. Compared without regard to case. */
  readonly ticker?: NullableTextFilter | null | undefined;
  /** Name of the issuer. Compared without regard to case. */
  readonly companyName?: NullableTextFilter | null | undefined;
  /** Name of the insider, surname first as filed. Compared without regard to case. */
  readonly insiderName?: NullableTextFilter | null | undefined;
  /** Title of an officer; may be empty. Compared without regard to case. */
  readonly insiderTitle?: NullableTextFilter | null | undefined;
  /** Whether the insider is a director. */
  readonly isDirector?: NullableBooleanFilter | null | undefined;
  /** Whether the insider owns ten percent or more. */
  readonly isTenPercent?: NullableBooleanFilter | null | undefined;
  /** Transaction code of the SEC, one letter, e.g. P or S. Equal or not to one of P, S, V, A, D, F, I, M, C, E, H, O, X, G, L, W, Z, J, K, U. Compared without regard to case. */
  readonly transactionCode?: NullableTextFilter | null | undefined;
  /** What the code means, e.g. Open market purchase; of what, where that is no stock. Equal or not to what a code means (Open market purchase, Open market sale, Voluntary early report, Grant or award, Disposition to the issuer, Payment of exercise price or tax liability, Discretionary transaction, Exercise or conversion of exempt derivative, Conversion of derivative, Expiration of short derivative position, Expiration of long derivative position with value received, Exercise of out-of-the-money derivative, Exercise of in-the-money or at-the-money derivative, Gift, Small acquisition, Will or inheritance, Deposit into or withdrawal from voting trust, Other acquisition or disposition, Equity swap or similar instrument, Disposition in a change of control), of what and which way. Compared without regard to case. */
  readonly transactionType?: NullableTextFilter | null | undefined;
  /** buy for stock acquired by code P, sell for stock disposed of by code S, other for all else: other codes, derivatives, units. */
  readonly transactionDirection?: TransactionDirectionFilter | null | undefined;
  /** Number of shares or derivatives. */
  readonly shares?: NullableFloatFilter | null | undefined;
  /** Total as filed where there is one, else shares times price; null where neither can be had. Unit: USD. */
  readonly value?: NullableFloatFilter | null | undefined;
  /** When the form was filed. */
  readonly filingDate?: DateTimeFilter | null | undefined;
  /** When the transaction took place. */
  readonly tradeDate?: NullableDateTimeFilter | null | undefined;
  /** Table of the form: I for securities themselves, II for derivative securities such as options, warrants and notes. */
  readonly securityTable?: NullableSecurityTableFilter | null | undefined;
  /** Title of the security as filed, e.g. Class A Common Stock. Compared without regard to case. */
  readonly securityTitle?: NullableTextFilter | null | undefined;
  /** Kind of security, by its title. */
  readonly securityClass?: NullableSecurityClassFilter | null | undefined;
  /** Whether the ticker is that of this security: false for derivatives, preferred stock and other classes of common stock. */
  readonly isQuoted?: NullableBooleanFilter | null | undefined;
  /** Whether the insider acquired or disposed of the security. */
  readonly acquiredDisposed?: NullableAcquiredDisposedFilter | null | undefined;
  /** Price as filed. In Table II some filers put the price of the whole transaction here, where it has no number of shares. Unit: USD. */
  readonly pricePerShare?: NullableFloatFilter | null | undefined;
  /** Total value as filed: the amount of derivative securities that are reported by value instead of by number. Unit: USD. */
  readonly totalValue?: NullableFloatFilter | null | undefined;
  /** Securities of this title and form of ownership held after the transaction. */
  readonly sharesOwnedAfter?: NullableFloatFilter | null | undefined;
  /** Whether the securities are held directly or through others. */
  readonly ownershipForm?: NullableOwnershipFormFilter | null | undefined;
  /** How the report of this transaction is late or early; null for one on time. */
  readonly timeliness?: NullableReportTimelinessFilter | null | undefined;
  /** Box of the form: made under a plan that is intended to satisfy Rule 10b5-1(c). Null on forms without the box, before April 2023. */
  readonly tradingPlan?: NullableBooleanFilter | null | undefined;
  /** Whether a footnote of the transaction or the remarks name Rule 10b5-1; the box may say otherwise. */
  readonly tradingPlanFootnote?: NullableBooleanFilter | null | undefined;
  /** Whether the insider is an officer. */
  readonly isOfficer?: NullableBooleanFilter | null | undefined;
  /** Form type: 4, 4/A, 5 or 5/A. Equal or not to one of 4, 4/A, 5, 5/A. */
  readonly form?: NullableTextFilter | null | undefined;
  /** SEC accession number of the form. Filters for equal ones find a trade by each of the forms that tell it. */
  readonly accession?: NullableTextFilter | null | undefined;
  /** When the SEC accepted the form; null where the source gives the day alone. */
  readonly acceptedAt?: NullableDateTimeFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<InsiderFilingFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<InsiderFilingFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: InsiderFilingFilter | null | undefined;
};

/** Which Outperformer rows to take. Everything given in one filter must hold. */
export type OutperformerFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Ticker, upper case. Compared without regard to case. */
  readonly symbol?: TextFilter | null | undefined;
  /** Display name. Compared without regard to case. */
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
  /** Standard deviation of a day that the score counts in. Unit: %. */
  readonly volatilityPct?: NullableFloatFilter | null | undefined;
  /** Moment of the scan, from which all of the row is. */
  readonly observedAt?: NullableDateTimeFilter | null | undefined;
  /** Market capitalisation: price times circulating supply. Unit: USD. */
  readonly marketCap?: NullableFloatFilter | null | undefined;
  /** Worth of what was traded within 24 hours. Unit: USD. */
  readonly volume24h?: NullableFloatFilter | null | undefined;
  /** Price times all coins that will ever be. Unit: USD. */
  readonly fullyDilutedValue?: NullableFloatFilter | null | undefined;
  /** Coins in circulation. Unit: coins. */
  readonly circulatingSupply?: NullableFloatFilter | null | undefined;
  /** Coins created, without those destroyed. Unit: coins. */
  readonly totalSupply?: NullableFloatFilter | null | undefined;
  /** Most coins that will ever be; null where there is no limit. Unit: coins. */
  readonly maxSupply?: NullableFloatFilter | null | undefined;
  /** Highest price within 24 hours. Unit: USD. */
  readonly high24h?: NullableFloatFilter | null | undefined;
  /** Lowest price within 24 hours. Unit: USD. */
  readonly low24h?: NullableFloatFilter | null | undefined;
  /** Highest price ever. Unit: USD. */
  readonly allTimeHigh?: NullableFloatFilter | null | undefined;
  /** When that was. */
  readonly allTimeHighAt?: NullableDateTimeFilter | null | undefined;
  /** Price against the highest ever. Unit: %. */
  readonly fromAllTimeHighPct?: NullableFloatFilter | null | undefined;
  /** Lowest price ever. Unit: USD. */
  readonly allTimeLow?: NullableFloatFilter | null | undefined;
  /** When that was. */
  readonly allTimeLowAt?: NullableDateTimeFilter | null | undefined;
  /** Price against the lowest ever. Unit: %. */
  readonly fromAllTimeLowPct?: NullableFloatFilter | null | undefined;
  /** Until when the row is taken as current; from then on lists leave it out unless stale rows are asked for. Null: for good. */
  readonly currentUntil?: NullableDateTimeFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<OutperformerFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<OutperformerFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: OutperformerFilter | null | undefined;
};

/** Which Reversal rows to take. Everything given in one filter must hold. */
export type ReversalFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** Pair with its exchange, e.g. BINANCE:BTCUSDT. Compared without regard to case. */
  readonly ticker?: TextFilter | null | undefined;
  /** Pair for display, e.g. BTC/USDT. Compared without regard to case. */
  readonly tickerDisplay?: TextFilter | null | undefined;
  /** Bar length, e.g. 4h. Equal or not to a bar length of s, m, h, d, w, M (or mo) or y, in that case, e.g. 15m, 4h, 1d, 1M. */
  readonly interval?: TextFilter | null | undefined;
  /** Class of instrument. */
  readonly assetClass?: NullableAssetClassFilter | null | undefined;
  /** Condition found. */
  readonly signalWhat?: ReversalKindFilter | null | undefined;
  /** Side the reversal favours. */
  readonly signalDirection?: DirectionFilter | null | undefined;
  /** Style of trade by interval. */
  readonly signalType?: NullableTradingStyleFilter | null | undefined;
  /** Expected move over the next ten bars, in the direction of the reversal; none where earlier ones tell nothing. Unit: %. */
  readonly expectedPct?: NullableFloatFilter | null | undefined;
  /** Probability that it is right, 0 to 100; 50 says that earlier ones tell nothing. */
  readonly score?: NullableFloatFilter | null | undefined;
  /** Earlier reversals of its kind in the same bars that it rests on. */
  readonly pastCount?: NullableIntFilter | null | undefined;
  /** Share of these that were right ten bars later. Unit: %. */
  readonly pastHitRatePct?: NullableFloatFilter | null | undefined;
  /** Close of the bar that showed it, from which all of the row is. */
  readonly observedAt?: NullableDateTimeFilter | null | undefined;
  /** Until when the row is taken as current; from then on lists leave it out unless stale rows are asked for. Null: for good. */
  readonly currentUntil?: NullableDateTimeFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<ReversalFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<ReversalFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: ReversalFilter | null | undefined;
};

/** Which PredictionMarket rows to take. Everything given in one filter must hold. */
export type PredictionMarketFilter = {
  /** Stable identifier: platform and its own id. */
  readonly marketId?: KeyFilter | null | undefined;
  /** Platform of the market. */
  readonly platform?: PredictionPlatformFilter | null | undefined;
  /** Event the market belongs to. Compared without regard to case. */
  readonly eventTitle?: NullableTextFilter | null | undefined;
  /** The question that is traded. Compared without regard to case. */
  readonly question?: TextFilter | null | undefined;
  /** Price of Yes, or of the first outcome. Unit: probability 0 to 1. */
  readonly yesPrice?: NullableFloatFilter | null | undefined;
  /** Volume since the market opened. Unit: `volumeUnit`. */
  readonly volume?: NullableFloatFilter | null | undefined;
  /** Volume of the last 24 hours. Unit: `volumeUnit`. */
  readonly volume24h?: NullableFloatFilter | null | undefined;
  /** Category in one vocabulary over all platforms. Compared without regard to case. */
  readonly categoryNorm?: NullableTextFilter | null | undefined;
  /** Whether the market can be traded. */
  readonly active?: BooleanFilter | null | undefined;
  /** When the market closes. */
  readonly endDate?: NullableDateTimeFilter | null | undefined;
  /** The newest moment at which the platform is known to have said this: of a capture, or of one behind it that said the same, to six hours. Null where neither file nor platform says when. */
  readonly observedAt?: NullableDateTimeFilter | null | undefined;
  /** The platform's own name of the event: of Kalshi its event ticker. */
  readonly eventId?: NullableTextFilter | null | undefined;
  /** Highest price offered for Yes, or the first outcome; of PredictIt what selling Yes brings. Unit: probability 0 to 1. */
  readonly bid?: NullableFloatFilter | null | undefined;
  /** Lowest price asked for Yes, or the first outcome; of PredictIt what buying Yes costs. Unit: probability 0 to 1. */
  readonly ask?: NullableFloatFilter | null | undefined;
  /** Ask less bid; null unless there are both. Unit: probability points. */
  readonly spread?: NullableFloatFilter | null | undefined;
  /** Price of the last trade of Yes, or the first outcome, however old it is. Unit: probability 0 to 1. */
  readonly lastTradePrice?: NullableFloatFilter | null | undefined;
  /** Change of the price within a day as the platform has it; of PredictIt since the last close, of Kalshi since the last trade a day ago. Unit: probability points. */
  readonly oneDayChange?: NullableFloatFilter | null | undefined;
  /** What `volume` and `volume24h` count; null where the platform publishes none. */
  readonly volumeUnit?: NullableVolumeUnitFilter | null | undefined;
  /** What the platform calls liquidity, in USD, of Manifold in play money. */
  readonly liquidity?: NullableFloatFilter | null | undefined;
  /** Contracts that are held. Unit: contracts. */
  readonly openInterest?: NullableFloatFilter | null | undefined;
  /** Whether the outcome is final. */
  readonly isResolved?: NullableBooleanFilter | null | undefined;
  /** When it was. */
  readonly resolvedAt?: NullableDateTimeFilter | null | undefined;
  /** The outcome that came true, by its name; mixed where several are paid in part, cancelled where stakes go back, else as the platform says. Compared without regard to case. */
  readonly result?: NullableTextFilter | null | undefined;
  /** What Yes, or the first outcome, is paid out at. Unit: probability 0 to 1. */
  readonly settlementPrice?: NullableFloatFilter | null | undefined;
  /** People behind the price: forecasters of Metaculus, bettors of Manifold. */
  readonly participantCount?: NullableIntFilter | null | undefined;
  /** Until when the row is taken as current; from then on lists leave it out unless stale rows are asked for. Null: for good. */
  readonly currentUntil?: NullableDateTimeFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<PredictionMarketFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<PredictionMarketFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: PredictionMarketFilter | null | undefined;
};

/** Which ScorecardPoint rows to take. Everything given in one filter must hold. */
export type ScorecardPointFilter = {
  /** Stable identifier. */
  readonly id?: IdFilter | null | undefined;
  /** The scorecard. */
  readonly scorecard?: ScorecardNameFilter | null | undefined;
  /** Length of a point, e.g. 1D or 1W. Equal or not to a length of m, h, D, W, M or Y, in that case, e.g. 4h, 1D, 1W. */
  readonly timeframe?: TextFilter | null | undefined;
  /** Start of the point. */
  readonly timestamp?: DateTimeFilter | null | undefined;
  /** From when on the public could know it. */
  readonly knownFrom?: DateTimeFilter | null | undefined;
  /** How exactly that moment is known: EXACT; DAY, of which the end is taken; or ESTIMATED. */
  readonly knownPrecision?: KnownPrecisionFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<ScorecardPointFilter> | null | undefined;
  /** At least one of these holds. */
  readonly or?: ReadonlyArray<ScorecardPointFilter> | null | undefined;
  /** This does not hold; the complement, nulls included. */
  readonly not?: ScorecardPointFilter | null | undefined;
};

/** Conditions on an Id; all that are given must hold. */
export type IdFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

/** Conditions on a Text; all that are given must hold. */
export type TextFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Has this part. */
  readonly contains?: string | null | undefined;
};

/** Conditions on a nullable Text; all that are given must hold. */
export type NullableTextFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Has this part. */
  readonly contains?: string | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a Direction; all that are given must hold. */
export type DirectionFilter = {
  /** Equal. */
  readonly eq?: Direction | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: Direction | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<Direction> | null | undefined;
};

/** Conditions on a nullable Float; all that are given must hold. */
export type NullableFloatFilter = {
  /** Equal. */
  readonly eq?: number | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: number | null | undefined;
  /** One of these; none of them matches nothing. */
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

/** Conditions on a SignalStatus; all that are given must hold. */
export type SignalStatusFilter = {
  /** Equal. */
  readonly eq?: SignalStatus | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: SignalStatus | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<SignalStatus> | null | undefined;
};

/** Conditions on a nullable AssetClass; all that are given must hold. */
export type NullableAssetClassFilter = {
  /** Equal. */
  readonly eq?: AssetClass | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AssetClass | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<AssetClass> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a DateTime; all that are given must hold. */
export type DateTimeFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Greater, or later. */
  readonly gt?: string | null | undefined;
  /** Greater or equal, or not before. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier. */
  readonly lt?: string | null | undefined;
  /** Less or equal, or not after. */
  readonly lte?: string | null | undefined;
  /** Within so much time before now, an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`: the half-open stretch that ends with the running minute, or where the delay of the key does; of days, with today in UTC. For lists and groups alone. */
  readonly within?: string | null | undefined;
};

/** Conditions on a KnownPrecision; all that are given must hold. */
export type KnownPrecisionFilter = {
  /** Equal. */
  readonly eq?: KnownPrecision | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: KnownPrecision | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<KnownPrecision> | null | undefined;
};

/** Conditions on a nullable DateTime; all that are given must hold. */
export type NullableDateTimeFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
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
  /** Within so much time before now, an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`: the half-open stretch that ends with the running minute, or where the delay of the key does; of days, with today in UTC. For lists and groups alone. */
  readonly within?: string | null | undefined;
};

/** Conditions on a Key; all that are given must hold. */
export type KeyFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

/** Conditions on a nullable Int; all that are given must hold. */
export type NullableIntFilter = {
  /** Equal. */
  readonly eq?: number | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: number | null | undefined;
  /** One of these; none of them matches nothing. */
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

/** Conditions on a WhaleEventType; all that are given must hold. */
export type WhaleEventTypeFilter = {
  /** Equal. */
  readonly eq?: WhaleEventType | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhaleEventType | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<WhaleEventType> | null | undefined;
};

/** Conditions on a nullable WhaleInstrument; all that are given must hold. */
export type NullableWhaleInstrumentFilter = {
  /** Equal. */
  readonly eq?: WhaleInstrument | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhaleInstrument | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<WhaleInstrument> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable WhaleSizeBasis; all that are given must hold. */
export type NullableWhaleSizeBasisFilter = {
  /** Equal. */
  readonly eq?: WhaleSizeBasis | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhaleSizeBasis | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<WhaleSizeBasis> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable WhalePriceBasis; all that are given must hold. */
export type NullableWhalePriceBasisFilter = {
  /** Equal. */
  readonly eq?: WhalePriceBasis | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: WhalePriceBasis | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<WhalePriceBasis> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable Boolean; all that are given must hold. */
export type NullableBooleanFilter = {
  /** Equal. */
  readonly eq?: boolean | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: boolean | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable Party; all that are given must hold. */
export type NullablePartyFilter = {
  /** Equal. */
  readonly eq?: Party | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: Party | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<Party> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a Chamber; all that are given must hold. */
export type ChamberFilter = {
  /** Equal. */
  readonly eq?: Chamber | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: Chamber | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<Chamber> | null | undefined;
};

/** Conditions on a nullable CongressTransactionType; all that are given must hold. */
export type NullableCongressTransactionTypeFilter = {
  /** Equal. */
  readonly eq?: CongressTransactionType | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: CongressTransactionType | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<CongressTransactionType> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable AssetOwner; all that are given must hold. */
export type NullableAssetOwnerFilter = {
  /** Equal. */
  readonly eq?: AssetOwner | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AssetOwner | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<AssetOwner> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable LocalDateTime; all that are given must hold. */
export type NullableLocalDateTimeFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
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
  /** Within so much time before now, an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`: the half-open stretch that ends with the running minute, or where the delay of the key does; of days, with today in UTC. For lists and groups alone. */
  readonly within?: string | null | undefined;
};

/** Conditions on a Boolean; all that are given must hold. */
export type BooleanFilter = {
  /** Equal. */
  readonly eq?: boolean | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: boolean | null | undefined;
};

/** Conditions on a nullable TradeDirection; all that are given must hold. */
export type NullableTradeDirectionFilter = {
  /** Equal. */
  readonly eq?: TradeDirection | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: TradeDirection | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<TradeDirection> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable Date; all that are given must hold. */
export type NullableDateFilter = {
  /** Equal. */
  readonly eq?: string | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: string | null | undefined;
  /** One of these; none of them matches nothing. */
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
  /** Within so much time before now, an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`: the half-open stretch that ends with the running minute, or where the delay of the key does; of days, with today in UTC. For lists and groups alone. */
  readonly within?: string | null | undefined;
};

/** Conditions on a TransactionDirection; all that are given must hold. */
export type TransactionDirectionFilter = {
  /** Equal. */
  readonly eq?: TransactionDirection | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: TransactionDirection | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<TransactionDirection> | null | undefined;
};

/** Conditions on a nullable SecurityTable; all that are given must hold. */
export type NullableSecurityTableFilter = {
  /** Equal. */
  readonly eq?: SecurityTable | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: SecurityTable | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<SecurityTable> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable SecurityClass; all that are given must hold. */
export type NullableSecurityClassFilter = {
  /** Equal. */
  readonly eq?: SecurityClass | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: SecurityClass | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<SecurityClass> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable AcquiredDisposed; all that are given must hold. */
export type NullableAcquiredDisposedFilter = {
  /** Equal. */
  readonly eq?: AcquiredDisposed | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AcquiredDisposed | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<AcquiredDisposed> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable OwnershipForm; all that are given must hold. */
export type NullableOwnershipFormFilter = {
  /** Equal. */
  readonly eq?: OwnershipForm | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: OwnershipForm | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<OwnershipForm> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a nullable ReportTimeliness; all that are given must hold. */
export type NullableReportTimelinessFilter = {
  /** Equal. */
  readonly eq?: ReportTimeliness | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: ReportTimeliness | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<ReportTimeliness> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on an AssetClass; all that are given must hold. */
export type AssetClassFilter = {
  /** Equal. */
  readonly eq?: AssetClass | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: AssetClass | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<AssetClass> | null | undefined;
};

/** Conditions on a nullable MarketPhase; all that are given must hold. */
export type NullableMarketPhaseFilter = {
  /** Equal. */
  readonly eq?: MarketPhase | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: MarketPhase | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<MarketPhase> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a ReversalKind; all that are given must hold. */
export type ReversalKindFilter = {
  /** Equal. */
  readonly eq?: ReversalKind | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: ReversalKind | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<ReversalKind> | null | undefined;
};

/** Conditions on a nullable TradingStyle; all that are given must hold. */
export type NullableTradingStyleFilter = {
  /** Equal. */
  readonly eq?: TradingStyle | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: TradingStyle | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<TradingStyle> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a PredictionPlatform; all that are given must hold. */
export type PredictionPlatformFilter = {
  /** Equal. */
  readonly eq?: PredictionPlatform | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: PredictionPlatform | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<PredictionPlatform> | null | undefined;
};

/** Conditions on a nullable VolumeUnit; all that are given must hold. */
export type NullableVolumeUnitFilter = {
  /** Equal. */
  readonly eq?: VolumeUnit | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: VolumeUnit | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<VolumeUnit> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
};

/** Conditions on a ScorecardName; all that are given must hold. */
export type ScorecardNameFilter = {
  /** Equal. */
  readonly eq?: ScorecardName | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: ScorecardName | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<ScorecardName> | null | undefined;
};

export type DashboardPageQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly open: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string }> | null }, readonly closed: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string }> | null }, readonly whaleActivity: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null, readonly summary: { readonly entries: number, readonly exits: number, readonly tokenBuys: number, readonly sizeChanges: number } | null }, readonly congressTrades: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null }, readonly insiderFilings: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly predictionMarkets: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null }> | null }, readonly reversals: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }> | null }, readonly outperformers: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null }> | null }, readonly buy: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly whale: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string, readonly asset: { readonly symbol: string, readonly kind: AssetKind } | null }> | null }, readonly trade: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null }, readonly rose: { readonly nodes: ReadonlyArray<{ readonly marketId: string, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly observedAt: string | null }> | null }, readonly fell: { readonly nodes: ReadonlyArray<{ readonly marketId: string, readonly question: string, readonly yesPrice: number | null, readonly oneDayChange: number | null, readonly observedAt: string | null }> | null }, readonly insiderClusters: { readonly nodes: ReadonlyArray<{ readonly ticker: string, readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string }> | null }, readonly ams: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly mrs: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly gls: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } } };

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


export type CongressSearchQuery = { readonly congressTrades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null } };

export type InsiderSearchQueryVariables = Exact<{
  filter: InsiderFilingFilter;
}>;


export type InsiderSearchQuery = { readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null } };

export type EntityPageQueryVariables = Exact<{
  id: string;
}>;


export type EntityPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly node:
    | { readonly __typename: 'Asset' }
    | { readonly __typename: 'Signal' }
    | { readonly __typename: 'Strategy', readonly name: string, readonly grade: StrategyGrade | null, readonly ungradedReason: UngradedReason | null, readonly timeframe: string | null, readonly strategySlug: string, readonly performance: { readonly totalPnlPct: number | null, readonly winRate: number | null, readonly totalTrades: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null, readonly drawdownMethod: DrawdownMethod | null, readonly days: number | null, readonly score: number | null }, readonly backtest: { readonly testedFrom: string | null, readonly testedTo: string | null, readonly startingBalance: number | null, readonly currency: string | null }, readonly tested: { readonly nodes: ReadonlyArray<{ readonly execution: { readonly closedAt: string | null, readonly profit: number | null } }> | null }, readonly signalsOf: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string }> | null } }
    | { readonly __typename: 'WhaleActivity' }
    | { readonly __typename: 'CongressTrade' }
    | { readonly __typename: 'InsiderFiling' }
    | { readonly __typename: 'Outperformer' }
    | { readonly __typename: 'Reversal' }
    | { readonly __typename: 'PredictionMarket', readonly id: string, readonly question: string, readonly eventTitle: string | null, readonly platform: PredictionPlatform | null, readonly yesPrice: number | null, readonly volume: number | null, readonly volume24h: number | null, readonly volumeUnit: VolumeUnit | null, readonly liquidity: number | null, readonly endDate: string | null, readonly observedAt: string | null, readonly isResolved: boolean | null, readonly result: string | null, readonly url: string | null, readonly rules: string | null, readonly outcomes: ReadonlyArray<{ readonly name: string, readonly price: number | null }> | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind, readonly predictionMarkets: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null }> | null } } | null, readonly priceHistory: { readonly nodes: ReadonlyArray<{ readonly openAt: string, readonly close: number }> | null } }
    | { readonly __typename: 'Listing' }
    | { readonly __typename: 'ScorecardPoint' }
    | { readonly __typename: 'Whale', readonly address: string, readonly eventCount: number, readonly lastSeenAt: string, readonly whaleName: string | null, readonly venue: string, readonly positions: { readonly nodes: ReadonlyArray<{ readonly title: string, readonly outcome: string | null, readonly size: number, readonly value: number | null, readonly entryPrice: number | null, readonly asOf: string }> | null }, readonly closed: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly outcome: string | null, readonly value: number | null, readonly createdAt: string }> | null }, readonly activity: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null } }
    | { readonly __typename: 'Politician', readonly slug: string, readonly name: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly isServing: boolean, readonly committees: ReadonlyArray<{ readonly name: string, readonly role: string, readonly parent: string | null }> | null, readonly terms: ReadonlyArray<{ readonly chamber: Chamber, readonly state: string, readonly district: number | null, readonly partyName: string | null, readonly startDate: string | null, readonly endDate: string | null }> | null, readonly totals: { readonly trades: number, readonly purchases: number, readonly sales: number, readonly amountLow: number | null, readonly amountHigh: number | null, readonly openEnded: number } | null, readonly trades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null } }
    | { readonly __typename: 'Insider', readonly name: string, readonly slug: string, readonly filingCount: number, readonly totalBuyValue: number, readonly totalSellValue: number, readonly holdings: { readonly nodes: ReadonlyArray<{ readonly ticker: string | null, readonly securityTitle: string | null, readonly shares: number | null, readonly value: number | null, readonly underlyingShares: number | null, readonly ownershipForm: OwnershipForm | null, readonly ownershipNature: string | null, readonly statedOn: string, readonly documentUrl: string | null }> | null }, readonly filings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null } }
    | { readonly __typename: 'InsiderCluster', readonly ticker: string, readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string, readonly traded: { readonly symbol: string, readonly name: string | null, readonly purchases: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null } } | null }
    | { readonly __typename: 'Scorecard', readonly card: ScorecardName, readonly components: ReadonlyArray<{ readonly name: string, readonly title: string, readonly unit: string, readonly source: string, readonly weight: number, readonly effect: ScorecardEffect }>, readonly latest: { readonly timestamp: string, readonly value: number | null, readonly metrics: ReadonlyArray<{ readonly name: string, readonly value: number }> } | null, readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }
   | null, readonly congressTrades: { readonly liveCursor: string | null }, readonly whaleActivity: { readonly liveCursor: string | null }, readonly signals: { readonly liveCursor: string | null } };

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
      | { readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string }
      | { readonly id: string }
      | { readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }
      | { readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }
      | { readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }
      | { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null }
      | { readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }
      | { readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null }
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


export type LiveSignalsSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string } | null } };

export type SignalRowFragment = { readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string };

export type WhaleRowFragment = { readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string };

export type CongressRowFragment = { readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null };

export type InsiderRowFragment = { readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null };

export type MarketRowFragment = { readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null };

export type ReversalRowFragment = { readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } };

export type OutperformerRowFragment = { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null };

export type PointRowFragment = { readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null };

export type StrategyRowFragment = { readonly id: string, readonly slug: string, readonly name: string, readonly grade: StrategyGrade | null, readonly performance: { readonly totalPnlPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null } };

export type CallerStateFragment = { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } };

export type SearchPageQueryVariables = Exact<{
  query: string;
}>;


export type SearchPageQuery = { readonly things: { readonly nodes: ReadonlyArray<{ readonly type: SearchType, readonly key: string, readonly title: string, readonly subtitle: string | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind } | null, readonly node:
        | { readonly platform: string }
        | Record<PropertyKey, never>
       | null }> | null }, readonly markets: { readonly nodes: ReadonlyArray<{ readonly type: SearchType, readonly key: string, readonly title: string, readonly subtitle: string | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind } | null, readonly node:
        | { readonly platform: string }
        | Record<PropertyKey, never>
       | null }> | null } };

export type FoundThingFragment = { readonly type: SearchType, readonly key: string, readonly title: string, readonly subtitle: string | null, readonly asset: { readonly symbol: string, readonly kind: AssetKind } | null, readonly node:
    | { readonly platform: string }
    | Record<PropertyKey, never>
   | null };

export type SymbolPageQueryVariables = Exact<{
  symbol: string;
  kind?: AssetKind | null | undefined;
}>;


export type SymbolPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly asset: { readonly symbol: string, readonly kind: AssetKind, readonly name: string | null, readonly price: { readonly last: number, readonly at: string, readonly changePct24h: number | null, readonly currency: string | null, readonly source: { readonly provider: string } } | null, readonly days: { readonly source: { readonly provider: string, readonly market: string, readonly interval: string | null } | null, readonly nodes: ReadonlyArray<{ readonly openAt: string, readonly day: string | null, readonly open: number, readonly high: number, readonly low: number, readonly close: number, readonly volume: number }> | null }, readonly hours: { readonly source: { readonly provider: string, readonly market: string, readonly interval: string | null } | null, readonly nodes: ReadonlyArray<{ readonly openAt: string, readonly day: string | null, readonly open: number, readonly high: number, readonly low: number, readonly close: number, readonly volume: number }> | null }, readonly namesakes: ReadonlyArray<{ readonly symbol: string, readonly kind: AssetKind }> | null, readonly outperformer: { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null } | null, readonly insiderWindows: { readonly days30: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null, readonly days90: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null }, readonly insiderClusters: ReadonlyArray<{ readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string }> | null, readonly signals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly sourceDetail: string | null, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string }> | null }, readonly congressTrades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianId: string | null, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly assetName: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly owner: AssetOwner | null, readonly amountLow: number | null, readonly amountHigh: number | null, readonly transactionDate: string | null, readonly documentUrl: string | null, readonly side: TradeDirection | null, readonly filedOn: string | null }> | null }, readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderSlug: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null, readonly documentUrl: string | null }> | null }, readonly whaleActivity: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null }, readonly predictionMarkets: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly marketId: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly volumeUnit: VolumeUnit | null, readonly endDate: string | null }> | null }, readonly reversals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly detectedAt: string | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }> | null }, readonly strategies: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly slug: string, readonly name: string, readonly grade: StrategyGrade | null, readonly performance: { readonly totalPnlPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null } }> | null } } | null, readonly signals: { readonly liveCursor: string | null }, readonly congressTrades: { readonly liveCursor: string | null }, readonly insiderFilings: { readonly liveCursor: string | null } };

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
}
    `, {"fragmentName":"CongressRow"}) as unknown as TypedDocumentString<CongressRowFragment, unknown>;
export const InsiderRowFragmentDoc = new TypedDocumentString(`
    fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
  value
  filingDate
  tradeDate
  documentUrl
}
    `, {"fragmentName":"InsiderRow"}) as unknown as TypedDocumentString<InsiderRowFragment, unknown>;
export const MarketRowFragmentDoc = new TypedDocumentString(`
    fragment MarketRow on PredictionMarket {
  id
  marketId
  platform
  question
  yesPrice
  volume24h
  volumeUnit
  endDate
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
    summary {
      entries
      exits
      tokenBuys
      sizeChanges
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
    orderBy: {field: VOLUME_24H, direction: DESC}
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
  outperformers(first: 13, orderBy: {field: COMPOSITE_SCORE, direction: DESC}) {
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
    filter: {active: {eq: true}, volume24h: {gte: 1000}, volumeUnit: {in: [USD, CONTRACTS]}}
    orderBy: {field: ONE_DAY_CHANGE, direction: DESC}
  ) {
    nodes {
      ...MovedMarket
    }
  }
  fell: predictionMarkets(
    first: 1
    filter: {active: {eq: true}, volume24h: {gte: 1000}, volumeUnit: {in: [USD, CONTRACTS]}}
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
  timestamp
}
fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
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
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
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
  volume24h
  volumeUnit
  endDate
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
  transactionCode
  transactionDirection
  shares
  value
  filingDate
  tradeDate
  documentUrl
}`) as unknown as TypedDocumentString<InsiderSearchQuery, InsiderSearchQueryVariables>;
export const EntityPageDocument = new TypedDocumentString(`
    query EntityPage($id: ID!) {
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
    ... on Whale {
      whaleName: name
      address
      venue: platform
      eventCount
      lastSeenAt
      positions(first: 30) {
        nodes {
          title
          outcome
          size
          value
          entryPrice
          asOf
        }
      }
      closed: activity(first: 30, filter: {eventType: {eq: EXIT}}) {
        nodes {
          id
          title
          outcome
          value
          createdAt
        }
      }
      activity(first: 50) {
        nodes {
          ...WhaleRow
        }
      }
    }
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
          execution {
            closedAt
            profit
          }
        }
      }
      signalsOf: trades(first: 100) {
        nodes {
          ...SignalRow
        }
      }
    }
    ... on PredictionMarket {
      id
      question
      eventTitle
      platform
      yesPrice
      volume
      volume24h
      volumeUnit
      liquidity
      endDate
      observedAt
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
        predictionMarkets(first: 20) {
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
      filings(first: 100) {
        nodes {
          ...InsiderRow
        }
      }
    }
    ... on InsiderCluster {
      ticker
      insiderCount
      totalValue
      detectedAt
      traded: asset {
        symbol
        name
        purchases: insiderFilings(
          first: 100
          filter: {transactionDirection: {eq: BUY}, knownFrom: {within: "P30D"}}
        ) {
          nodes {
            ...InsiderRow
          }
        }
      }
    }
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
  congressTrades {
    liveCursor
  }
  whaleActivity {
    liveCursor
  }
  signals {
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
  timestamp
}
fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
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
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
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
  volume24h
  volumeUnit
  endDate
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
}`) as unknown as TypedDocumentString<EntityPageQuery, EntityPageQueryVariables>;
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
  timestamp
}
fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
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
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
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
  volume24h
  volumeUnit
  endDate
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
      ...FoundThing
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
    signals(first: 20) {
      nodes {
        ...SignalRow
      }
    }
    congressTrades(first: 15) {
      nodes {
        ...CongressRow
      }
    }
    insiderFilings(first: 20) {
      nodes {
        ...InsiderRow
      }
    }
    whaleActivity(first: 15) {
      nodes {
        ...WhaleRow
      }
    }
    predictionMarkets(
      first: 8
      filter: {active: {eq: true}}
      orderBy: {field: VOLUME_24H, direction: DESC}
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
    strategies(first: 6) {
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
  timestamp
}
fragment WhaleRow on WhaleActivity {
  id
  source
  whaleName
  address
  eventType
  title
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
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderSlug
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
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
  volume24h
  volumeUnit
  endDate
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