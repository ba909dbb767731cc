import type { Parser } from './format.ts';
import { formats } from './index.ts';
import { answerParsers } from './macro/live-answers.ts';
import { walkParser } from './prediction/open-scan.ts';
import { paperFilings } from './sec/paper-filings.ts';

/** Everything that reads native entries again, once each. Formats of one layout share a parser. */
export const parsers: readonly Parser[] = [
  ...new Set([
    ...formats.flatMap((format) => format.parsers ?? []),
    ...answerParsers,
    walkParser,
    paperFilings,
  ]),
];
