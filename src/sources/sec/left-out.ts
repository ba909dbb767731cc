/** Reasons for what is left out on purpose. */
export const SKIPPED = {
  form3: 'form 3: no transactions',
  holding: 'holding',
  noTransaction: 'filing without transactions',
} as const;

/** Counted beside a record of which this is not known. */
export const UNNAMED = 'insider is not named';
