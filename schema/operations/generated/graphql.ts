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
  /** Days of the calendar from the trade to the day on which the chamber received the report: `filing_date` less `transaction_date`; null where either is. The STOCK Act allows 30 from the notice of the trade, and 45 from the trade at most. Unit: days. */
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

/** Conditions on a Id; all that are given must hold. */
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

export type DashboardPageQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly signals: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string }> | null }, readonly whaleActivity: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string }> | null, readonly summary: { readonly entries: number, readonly exits: number, readonly tokenBuys: number, readonly sizeChanges: number } | null }, readonly congressTrades: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly direction: TradeDirection | null, readonly owner: AssetOwner | null, readonly transactionDate: string | null, readonly filingDate: string | null }> | null }, readonly insiderFilings: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string }> | null }, readonly predictionMarkets: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly endDate: string | null }> | null }, readonly reversals: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }> | null }, readonly outperformers: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null }> | null }, readonly ams: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly mrs: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } }, readonly gls: { readonly points: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null }> | null } } };

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


export type CongressSearchQuery = { readonly congressTrades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly direction: TradeDirection | null, readonly owner: AssetOwner | null, readonly transactionDate: string | null, readonly filingDate: string | null }> | null } };

export type InsiderSearchQueryVariables = Exact<{
  filter: InsiderFilingFilter;
}>;


export type InsiderSearchQuery = { readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string }> | null } };

export type FilingsWalkQueryVariables = Exact<{
  filter?: InsiderFilingFilter | null | undefined;
  after?: string | null | undefined;
  first?: number;
}>;


export type FilingsWalkQuery = { readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly companyName: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionType: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly window: { readonly from: string | null, readonly clamped: boolean, readonly lagHours: number } } };

export type LiveSignalsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  filter?: SignalFilter | null | undefined;
}>;


export type LiveSignalsSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly source: string, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string } | null } };

export type LiveWhalesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveWhalesSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string } | null } };

export type LiveCongressSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  filter?: CongressTradeFilter | null | undefined;
}>;


export type LiveCongressSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly direction: TradeDirection | null, readonly owner: AssetOwner | null, readonly transactionDate: string | null, readonly filingDate: string | null } | null } };

export type LiveInsiderSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  filter?: InsiderFilingFilter | null | undefined;
}>;


export type LiveInsiderSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly ticker: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string } | null } };

export type LiveMarketsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveMarketsSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly endDate: string | null } | null } };

export type LiveReversalsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveReversalsSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } } | null } };

export type LiveOutperformersSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveOutperformersSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null } | null } };

export type LivePointsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LivePointsSubscription = { readonly event: { readonly kind: EventKind, readonly cursor: string, readonly node: { readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null } | null } };

export type SignalRowFragment = { readonly id: string, readonly source: string, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string };

export type WhaleRowFragment = { readonly id: string, readonly whaleName: string | null, readonly address: string | null, readonly eventType: WhaleEventType | null, readonly title: string, readonly outcome: string | null, readonly changePct: number | null, readonly value: number | null, readonly createdAt: string };

export type CongressRowFragment = { readonly id: string, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly direction: TradeDirection | null, readonly owner: AssetOwner | null, readonly transactionDate: string | null, readonly filingDate: string | null };

export type InsiderRowFragment = { readonly id: string, readonly ticker: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string };

export type MarketRowFragment = { readonly id: string, readonly platform: PredictionPlatform | null, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null, readonly endDate: string | null };

export type ReversalRowFragment = { readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } };

export type OutperformerRowFragment = { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null };

export type PointRowFragment = { readonly id: string, readonly scorecard: ScorecardName, readonly timestamp: string, readonly value: number | null };

export type StrategyRowFragment = { readonly id: string, readonly name: string, readonly grade: StrategyGrade | null, readonly performance: { readonly totalPnlPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null } };

export type CallerStateFragment = { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } };

export type SymbolPageQueryVariables = Exact<{
  symbol: string;
  kind?: AssetKind | null | undefined;
}>;


export type SymbolPageQuery = { readonly viewer: { readonly tier: { readonly id: string, readonly name: string, readonly historyDays: number | null, readonly streamsPerKey: number } }, readonly asset: { readonly symbol: string, readonly kind: AssetKind, readonly companyName: string | null, readonly namesakes: ReadonlyArray<{ readonly symbol: string, readonly kind: AssetKind }> | null, readonly outperformer: { readonly id: string, readonly symbol: string, readonly name: string, readonly currentPrice: number | null, readonly perf24h: number | null, readonly perf7d: number | null, readonly perf30d: number | null, readonly outperfVsBtc24h: number | null, readonly compositeScore: number | null, readonly marketPhase: MarketPhase | null } | null, readonly insiderWindows: { readonly days30: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null, readonly days90: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null }, readonly insiderClusters: ReadonlyArray<{ readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string }> | null, readonly signals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly symbol: string, readonly assetType: AssetClass | null, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly status: SignalStatus, readonly pnlPct: number | null, readonly signalStrength: number | null, readonly timeframe: string | null, readonly timestamp: string }> | null }, readonly congressTrades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianName: string, readonly party: Party | null, readonly chamber: Chamber | null, readonly state: string | null, readonly ticker: string | null, readonly transactionType: CongressTransactionType | null, readonly direction: TradeDirection | null, readonly owner: AssetOwner | null, readonly transactionDate: string | null, readonly filingDate: string | null }> | null }, readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly transactionCode: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string }> | null }, readonly reversals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly expectedPct: number | null, readonly score: number | null, readonly signal: { readonly what: ReversalKind | null, readonly direction: Direction, readonly condition: string | null } }> | null }, readonly strategies: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly grade: StrategyGrade | null, readonly performance: { readonly totalPnlPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null } }> | null } } | null, readonly signals: { readonly liveCursor: string | null }, readonly congressTrades: { readonly liveCursor: string | null }, readonly insiderFilings: { readonly liveCursor: string | null } };

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
  politicianName
  party
  chamber
  state
  ticker
  transactionType
  direction
  owner
  transactionDate
  filingDate
}
    `, {"fragmentName":"CongressRow"}) as unknown as TypedDocumentString<CongressRowFragment, unknown>;
export const InsiderRowFragmentDoc = new TypedDocumentString(`
    fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
  value
  filingDate
}
    `, {"fragmentName":"InsiderRow"}) as unknown as TypedDocumentString<InsiderRowFragment, unknown>;
export const MarketRowFragmentDoc = new TypedDocumentString(`
    fragment MarketRow on PredictionMarket {
  id
  platform
  question
  yesPrice
  volume24h
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
export const DashboardPageDocument = new TypedDocumentString(`
    query DashboardPage {
  viewer {
    ...CallerState
  }
  signals(first: 30) {
    nodes {
      ...SignalRow
    }
    liveCursor
  }
  whaleActivity(first: 20) {
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
  congressTrades(first: 25) {
    nodes {
      ...CongressRow
    }
    liveCursor
  }
  insiderFilings(first: 25) {
    nodes {
      ...InsiderRow
    }
    liveCursor
  }
  predictionMarkets(
    first: 15
    filter: {active: {eq: true}}
    orderBy: {field: VOLUME_24H, direction: DESC}
  ) {
    nodes {
      ...MarketRow
    }
    liveCursor
  }
  reversals(first: 15, orderBy: {field: SCORE, direction: DESC}) {
    nodes {
      ...ReversalRow
    }
    liveCursor
  }
  outperformers(first: 30, orderBy: {field: COMPOSITE_SCORE, direction: DESC}) {
    nodes {
      ...OutperformerRow
    }
    liveCursor
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
  politicianName
  party
  chamber
  state
  ticker
  transactionType
  direction
  owner
  transactionDate
  filingDate
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
  value
  filingDate
}
fragment MarketRow on PredictionMarket {
  id
  platform
  question
  yesPrice
  volume24h
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
  politicianName
  party
  chamber
  state
  ticker
  transactionType
  direction
  owner
  transactionDate
  filingDate
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
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
  value
  filingDate
}`) as unknown as TypedDocumentString<InsiderSearchQuery, InsiderSearchQueryVariables>;
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
export const LiveWhalesDocument = new TypedDocumentString(`
    subscription LiveWhales($after: String) {
  event: whaleActivity(after: $after) {
    kind
    cursor
    node {
      ...WhaleRow
    }
  }
}
    fragment WhaleRow on WhaleActivity {
  id
  whaleName
  address
  eventType
  title
  outcome
  changePct
  value
  createdAt
}`) as unknown as TypedDocumentString<LiveWhalesSubscription, LiveWhalesSubscriptionVariables>;
export const LiveCongressDocument = new TypedDocumentString(`
    subscription LiveCongress($after: String, $filter: CongressTradeFilter) {
  event: congressTrades(after: $after, filter: $filter) {
    kind
    cursor
    node {
      ...CongressRow
    }
  }
}
    fragment CongressRow on CongressTrade {
  id
  politicianName
  party
  chamber
  state
  ticker
  transactionType
  direction
  owner
  transactionDate
  filingDate
}`) as unknown as TypedDocumentString<LiveCongressSubscription, LiveCongressSubscriptionVariables>;
export const LiveInsiderDocument = new TypedDocumentString(`
    subscription LiveInsider($after: String, $filter: InsiderFilingFilter) {
  event: insiderFilings(after: $after, filter: $filter) {
    kind
    cursor
    node {
      ...InsiderRow
    }
  }
}
    fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
  value
  filingDate
}`) as unknown as TypedDocumentString<LiveInsiderSubscription, LiveInsiderSubscriptionVariables>;
export const LiveMarketsDocument = new TypedDocumentString(`
    subscription LiveMarkets($after: String) {
  event: predictionMarkets(after: $after, filter: {active: {eq: true}}) {
    kind
    cursor
    node {
      ...MarketRow
    }
  }
}
    fragment MarketRow on PredictionMarket {
  id
  platform
  question
  yesPrice
  volume24h
  endDate
}`) as unknown as TypedDocumentString<LiveMarketsSubscription, LiveMarketsSubscriptionVariables>;
export const LiveReversalsDocument = new TypedDocumentString(`
    subscription LiveReversals($after: String) {
  event: reversals(after: $after) {
    kind
    cursor
    node {
      ...ReversalRow
    }
  }
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
}`) as unknown as TypedDocumentString<LiveReversalsSubscription, LiveReversalsSubscriptionVariables>;
export const LiveOutperformersDocument = new TypedDocumentString(`
    subscription LiveOutperformers($after: String) {
  event: outperformers(after: $after) {
    kind
    cursor
    node {
      ...OutperformerRow
    }
  }
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
}`) as unknown as TypedDocumentString<LiveOutperformersSubscription, LiveOutperformersSubscriptionVariables>;
export const LivePointsDocument = new TypedDocumentString(`
    subscription LivePoints($after: String) {
  event: scorecardPoints(after: $after, timeframe: "1D") {
    kind
    cursor
    node {
      ...PointRow
    }
  }
}
    fragment PointRow on ScorecardPoint {
  id
  scorecard
  timestamp
  value
}`) as unknown as TypedDocumentString<LivePointsSubscription, LivePointsSubscriptionVariables>;
export const SymbolPageDocument = new TypedDocumentString(`
    query SymbolPage($symbol: String!, $kind: AssetKind) {
  viewer {
    ...CallerState
  }
  asset(symbol: $symbol, kind: $kind) {
    symbol
    kind
    companyName
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
    signals(first: 12) {
      nodes {
        ...SignalRow
      }
    }
    congressTrades(first: 12) {
      nodes {
        ...CongressRow
      }
    }
    insiderFilings(first: 12) {
      nodes {
        ...InsiderRow
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
fragment CongressRow on CongressTrade {
  id
  politicianName
  party
  chamber
  state
  ticker
  transactionType
  direction
  owner
  transactionDate
  filingDate
}
fragment InsiderRow on InsiderFiling {
  id
  ticker
  insiderName
  insiderTitle
  transactionCode
  transactionDirection
  shares
  value
  filingDate
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
}`) as unknown as TypedDocumentString<SymbolPageQuery, SymbolPageQueryVariables>;