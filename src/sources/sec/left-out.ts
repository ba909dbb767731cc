import type { InsiderFiling } from '../../feeds/insider/feed.ts';
import type { Item } from '../format.ts';

/** Reasons for what is left out on purpose. */
export const SKIPPED = {
  form3: 'form 3: no transactions',
  holding: 'holding of a filing that is unknown or rejected',
  noTransaction: 'filing without transactions',
  noTransactionHere: 'filing without transactions in this set',
  unknownFiling: 'rows of a filing that is not in SUBMISSION',
} as const;

/** What is counted beside a record: what it does not know, or could not read. */
export function* notesOf(made: {
  readonly record: InsiderFiling;
  readonly notes: readonly string[];
}): Generator<Item> {
  if (made.record.insider_name === null) yield { kind: 'noted', reason: UNNAMED };
  for (const reason of made.notes) yield { kind: 'noted', reason };
}

const UNNAMED = 'insider is not named';
