/** Epoch milliseconds. The one place of the pages that looks at the clock. */
export const now = (): number => Date.now();
