import type { OperationExample } from './operation-example.ts';
import recordedExamples from './recorded-examples.json' with { type: 'json' };
import { WRITTEN_COMPONENTS, writtenOperations } from './written-examples.ts';

type Members = Readonly<Record<string, unknown>>;

/** Answers of the simulated market, written down by `record-examples.ts`. All people in them are invented. */
const recorded = recordedExamples as Readonly<Record<string, OperationExample>>;

/** Rows of an answer, as other formats than JSON have them. */
export const rowsOf = ({ answer, rows }: OperationExample): readonly object[] =>
  rows ?? (Array.isArray(answer) ? answer : (Object.values(answer ?? {}).find(Array.isArray) ?? []));

/** The first row that the operation answered; none before the first recording. */
const rowOf = (operationId: string): Members => (rowsOf(recorded[operationId] ?? {})[0] ?? {}) as Members;

/** An example of each record that lists answer, and of what is written by hand, by the name of its schema. */
export const EXAMPLES: Readonly<Record<string, Members>> = {
  Signal: rowOf('listTradeFeed'),
  Strategy: rowOf('listMte'),
  WhaleActivity: rowOf('listWhales'),
  CongressTrade: rowOf('listCongress'),
  InsiderFiling: rowOf('listInsider'),
  InsiderAlphaFiling: rowOf('listInsiderAlphaFilings'),
  Insider: rowOf('listInsiders'),
  InsiderCluster: rowOf('listInsiderClusters'),
  Outperformer: rowOf('listAoe'),
  Reversal: rowOf('listMre'),
  PredictionMarket: rowOf('listPrediction'),
  Listing: rowOf('listSymbols'),
  ScorecardPoint: rowOf('listScorecardsData'),
  SearchResult: rowOf('search'),
  Tier: rowOf('getTierMetadata'),
  ...WRITTEN_COMPONENTS,
};

/** By the identifier of the operation. */
export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExample>> = {
  ...recorded,
  ...writtenOperations(EXAMPLES.Signal ?? {}),
};
