/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The scorecard. */
export type ScorecardName =
  | 'AMS'
  | 'MRS'
  | 'GLS';

/** Side of the trade. */
export type Direction =
  | 'LONG'
  | 'SHORT';

/** Whether the position is still open. */
export type SignalStatus =
  | 'OPEN'
  | 'CLOSED';

/** buy for code P, sell for code S, other for every other code. */
export type TransactionDirection =
  | 'BUY'
  | 'SELL'
  | 'OTHER';

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
  /** Transaction code of the SEC, one letter, e.g. P or S. Compared without regard to case. */
  readonly transactionCode?: NullableTextFilter | null | undefined;
  /** What the code means, e.g. Open market purchase. Compared without regard to case. */
  readonly transactionType?: NullableTextFilter | null | undefined;
  /** buy for code P, sell for code S, other for every other code. */
  readonly transactionDirection?: TransactionDirectionFilter | null | undefined;
  /** Number of shares or derivatives. */
  readonly shares?: NullableFloatFilter | null | undefined;
  /** Shares times price; null where either is not stated. Unit: USD. */
  readonly value?: NullableFloatFilter | null | undefined;
  /** When the form was filed. */
  readonly filingDate?: DateTimeFilter | null | undefined;
  /** When the transaction took place. */
  readonly tradeDate?: NullableDateTimeFilter | null | undefined;
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

/** Conditions on a TransactionDirection; all that are given must hold. */
export type TransactionDirectionFilter = {
  /** Equal. */
  readonly eq?: TransactionDirection | null | undefined;
  /** Not equal; rows without a value match. */
  readonly ne?: TransactionDirection | null | undefined;
  /** One of these; none of them matches nothing. */
  readonly in?: ReadonlyArray<TransactionDirection> | null | undefined;
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
};

export type AssetPageQueryVariables = Exact<{
  symbol: string;
  first?: number;
}>;


export type AssetPageQuery = { readonly asset: { readonly symbol: string, readonly companyName: string | null, readonly outperformer: { readonly id: string, readonly name: string, readonly currentPrice: number | null, readonly compositeScore: number | null, readonly marketPhase: string | null } | null, readonly insiderWindows: { readonly days30: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null, readonly days90: { readonly buyValue: number, readonly sellValue: number, readonly net: number } | null }, readonly insiderClusters: ReadonlyArray<{ readonly ticker: string, readonly insiderCount: number, readonly totalValue: number, readonly detectedAt: string }> | null, readonly signals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly direction: Direction, readonly status: SignalStatus, readonly pnlPct: number | null, readonly timestamp: string }> | null }, readonly congressTrades: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianName: string, readonly transactionType: string | null, readonly transactionDate: string | null, readonly filingDate: string | null }> | null }, readonly insiderFilings: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly insiderName: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly insider: { readonly id: string, readonly slug: string, readonly totalBuyValue: number, readonly totalSellValue: number } | null }> | null }, readonly reversals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly interval: string, readonly score: number | null, readonly signal: { readonly direction: Direction, readonly condition: string | null } }> | null }, readonly strategies: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly grade: string | null }> | null } } | null };

export type DashboardQueryVariables = Exact<{
  first?: number;
}>;


export type DashboardQuery = { readonly signals: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly direction: Direction, readonly entryPrice: number | null, readonly currentPrice: number | null, readonly pnlPct: number | null, readonly timestamp: string }> | null }, readonly strategies: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly slug: string, readonly name: string, readonly symbol: string | null, readonly grade: string | null, readonly performance: { readonly totalPnlPct: number | null, readonly winRate: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number | null } }> | null }, readonly whaleActivity: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly whaleName: string | null, readonly eventType: string, readonly title: string, readonly value: number | null, readonly changePct: number | null, readonly createdAt: string }> | null, readonly summary: { readonly entries: number, readonly exits: number, readonly tokenBuys: number, readonly sizeChanges: number } | null }, readonly congressTrades: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly politicianName: string, readonly party: string | null, readonly ticker: string | null, readonly transactionType: string | null, readonly filingDate: string | null }> | null }, readonly insiderFilings: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly insiderName: string | null, readonly ticker: string | null, readonly value: number | null, readonly filingDate: string }> | null, readonly window: { readonly lagHours: number } }, readonly outperformers: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly compositeScore: number | null, readonly marketPhase: string | null }> | null }, readonly reversals: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly tickerDisplay: string, readonly interval: string, readonly price: string | null, readonly score: number | null, readonly signal: { readonly what: string, readonly direction: Direction, readonly type: string | null } }> | null }, readonly predictionMarkets: { readonly liveCursor: string | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly platform: string, readonly question: string, readonly yesPrice: number | null, readonly volume24h: number | null }> | null, readonly platforms: ReadonlyArray<{ readonly platform: string, readonly count: number }> | null } };

export type FilingsWalkQueryVariables = Exact<{
  filter?: InsiderFilingFilter | null | undefined;
  after?: string | null | undefined;
  first?: number;
}>;


export type FilingsWalkQuery = { readonly insiderFilings: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticker: string | null, readonly companyName: string | null, readonly insiderName: string | null, readonly insiderTitle: string | null, readonly isDirector: boolean | null, readonly isTenPercent: boolean | null, readonly transactionCode: string | null, readonly transactionType: string | null, readonly transactionDirection: TransactionDirection, readonly shares: number | null, readonly value: number | null, readonly filingDate: string, readonly tradeDate: string | null }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly window: { readonly from: string | null, readonly clamped: boolean, readonly lagHours: number } } };

export type ScorecardsQueryVariables = Exact<{
  timeframe?: string;
  from?: string | null | undefined;
  first?: number;
}>;


export type ScorecardsQuery = { readonly ams: { readonly name: ScorecardName, readonly latest: { readonly id: string, readonly timestamp: string, readonly value: number | null, readonly metrics: ReadonlyArray<{ readonly name: string, readonly value: number }> } | null, readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly timestamp: string, readonly value: number | null }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } }, readonly mrs: { readonly name: ScorecardName, readonly latest: { readonly id: string, readonly timestamp: string, readonly value: number | null, readonly metrics: ReadonlyArray<{ readonly name: string, readonly value: number }> } | null, readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly timestamp: string, readonly value: number | null }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } }, readonly gls: { readonly name: ScorecardName, readonly latest: { readonly id: string, readonly timestamp: string, readonly value: number | null, readonly metrics: ReadonlyArray<{ readonly name: string, readonly value: number }> } | null, readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly timestamp: string, readonly value: number | null }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type SeriesFragment = { readonly name: ScorecardName, readonly latest: { readonly id: string, readonly timestamp: string, readonly value: number | null, readonly metrics: ReadonlyArray<{ readonly name: string, readonly value: number }> } | null, readonly points: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly timestamp: string, readonly value: number | null }> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export const SeriesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Series"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Scorecard"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"timeframe"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeframe"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"points"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"timeframe"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeframe"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<SeriesFragment, unknown>;
export const AssetPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AssetPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"companyName"}},{"kind":"Field","name":{"kind":"Name","value":"outperformer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currentPrice"}},{"kind":"Field","name":{"kind":"Name","value":"compositeScore"}},{"kind":"Field","name":{"kind":"Name","value":"marketPhase"}}]}},{"kind":"Field","name":{"kind":"Name","value":"insiderWindows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days30"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buyValue"}},{"kind":"Field","name":{"kind":"Name","value":"sellValue"}},{"kind":"Field","name":{"kind":"Name","value":"net"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days90"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"buyValue"}},{"kind":"Field","name":{"kind":"Name","value":"sellValue"}},{"kind":"Field","name":{"kind":"Name","value":"net"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"insiderClusters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ticker"}},{"kind":"Field","name":{"kind":"Name","value":"insiderCount"}},{"kind":"Field","name":{"kind":"Name","value":"totalValue"}},{"kind":"Field","name":{"kind":"Name","value":"detectedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"signals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pnlPct"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"congressTrades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"politicianName"}},{"kind":"Field","name":{"kind":"Name","value":"transactionType"}},{"kind":"Field","name":{"kind":"Name","value":"transactionDate"}},{"kind":"Field","name":{"kind":"Name","value":"filingDate"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"insiderFilings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"insiderName"}},{"kind":"Field","name":{"kind":"Name","value":"transactionDirection"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"filingDate"}},{"kind":"Field","name":{"kind":"Name","value":"insider"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"totalBuyValue"}},{"kind":"Field","name":{"kind":"Name","value":"totalSellValue"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reversals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"signal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"strategies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"grade"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AssetPageQuery, AssetPageQueryVariables>;
export const DashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"EnumValue","value":"OPEN"}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"currentPrice"}},{"kind":"Field","name":{"kind":"Name","value":"pnlPct"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"strategies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"PERFORMANCE_SHARPE"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"grade"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalPnlPct"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"sharpe"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"whaleActivity"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"whaleName"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"changePct"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"summary"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"}},{"kind":"Field","name":{"kind":"Name","value":"exits"}},{"kind":"Field","name":{"kind":"Name","value":"tokenBuys"}},{"kind":"Field","name":{"kind":"Name","value":"sizeChanges"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"congressTrades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"politicianName"}},{"kind":"Field","name":{"kind":"Name","value":"party"}},{"kind":"Field","name":{"kind":"Name","value":"ticker"}},{"kind":"Field","name":{"kind":"Name","value":"transactionType"}},{"kind":"Field","name":{"kind":"Name","value":"filingDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"insiderFilings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"transactionDirection"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"EnumValue","value":"BUY"}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"insiderName"}},{"kind":"Field","name":{"kind":"Name","value":"ticker"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"filingDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"window"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lagHours"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outperformers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"compositeScore"}},{"kind":"Field","name":{"kind":"Name","value":"marketPhase"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reversals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tickerDisplay"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"signal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"what"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"predictionMarkets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"active"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"yesPrice"}},{"kind":"Field","name":{"kind":"Name","value":"volume24h"}}]}},{"kind":"Field","name":{"kind":"Name","value":"platforms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveCursor"}}]}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const FilingsWalkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FilingsWalk"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"InsiderFilingFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"insiderFilings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"FILING_DATE"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ticker"}},{"kind":"Field","name":{"kind":"Name","value":"companyName"}},{"kind":"Field","name":{"kind":"Name","value":"insiderName"}},{"kind":"Field","name":{"kind":"Name","value":"insiderTitle"}},{"kind":"Field","name":{"kind":"Name","value":"isDirector"}},{"kind":"Field","name":{"kind":"Name","value":"isTenPercent"}},{"kind":"Field","name":{"kind":"Name","value":"transactionCode"}},{"kind":"Field","name":{"kind":"Name","value":"transactionType"}},{"kind":"Field","name":{"kind":"Name","value":"transactionDirection"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"filingDate"}},{"kind":"Field","name":{"kind":"Name","value":"tradeDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"window"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"clamped"}},{"kind":"Field","name":{"kind":"Name","value":"lagHours"}}]}}]}}]}}]} as unknown as DocumentNode<FilingsWalkQuery, FilingsWalkQueryVariables>;
export const ScorecardsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Scorecards"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeframe"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"1D","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"ams"},"name":{"kind":"Name","value":"scorecard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"EnumValue","value":"AMS"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Series"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"mrs"},"name":{"kind":"Name","value":"scorecard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"EnumValue","value":"MRS"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Series"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"gls"},"name":{"kind":"Name","value":"scorecard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"EnumValue","value":"GLS"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Series"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Series"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Scorecard"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"timeframe"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeframe"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"points"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"timeframe"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeframe"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ScorecardsQuery, ScorecardsQueryVariables>;