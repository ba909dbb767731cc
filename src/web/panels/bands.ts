import type { ScorecardName } from '../../../schema/operations/generated/graphql.ts';
import { TERMS, type TermName } from '../data/terms.ts';

export const CARD_TITLES = {
  AMS: 'Alt-market strength',
  MRS: 'Market risk',
  GLS: 'Global liquidity',
} as const satisfies Readonly<Record<ScorecardName, TermName>>;

/** The same where there is little room. */
export const SHORT_TITLES = {
  AMS: 'Alt strength',
  MRS: 'Risk',
  GLS: 'Liquidity',
} as const satisfies Readonly<Record<ScorecardName, string>>;

/** Scores from 0 to 100: what lies between these two is the middle. */
const [LOW, HIGH] = [40, 60];
export const BANDS: readonly number[] = [LOW, HIGH];

/** Of the bands, lowest first. */
export const WORDS: Readonly<Record<ScorecardName, readonly [low: string, middle: string, high: string]>> = {
  AMS: ['Bitcoin leads', 'Mixed', 'Altcoins lead'],
  MRS: ['Risk-on', 'Neutral', 'Risk-off'],
  GLS: ['Tightening', 'Neutral', 'Easing'],
};

/** Which third of its words a score is in. */
const bandOf = (value: number): 0 | 1 | 2 => (value < LOW ? 0 : value <= HIGH ? 1 : 2);

/** A score in a word: `Risk-off`. */
export const wordOf = (name: ScorecardName, value: number): string => WORDS[name][bandOf(value)];

/** What a scorecard measures, and its code. */
export const helpOf = (name: ScorecardName): string => TERMS[CARD_TITLES[name]];

/** All words of a scorecard, for its title. */
export const wordsOf = (name: ScorecardName): string => {
  const [low, middle, high] = WORDS[name];
  return `Below ${LOW} ${low.toLowerCase()}, up to ${HIGH} ${middle.toLowerCase()}, above ${high.toLowerCase()}`;
};
