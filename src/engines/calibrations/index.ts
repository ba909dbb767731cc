import { outperformanceReliability } from '../outperformance/outperformance-reliability.ts';
import { reversalsReliability } from '../reversals/reversals-reliability.ts';
import { scorecardsReliability } from '../scorecards/scorecards-reliability.ts';
import { strategyGrades } from '../strategies/strategy-grades.ts';
import type { Calibration } from './calibration.ts';

/** Every calibration, by the name of its engine. */
export const calibrations: readonly Calibration[] = [
  reversalsReliability,
  strategyGrades,
  outperformanceReliability,
  scorecardsReliability,
];
