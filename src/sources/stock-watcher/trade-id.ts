import { createHash } from 'node:crypto';

/**
 * Gives the trades of one file their ids: a hash of what identifies a trade at the source, and an ordinal among equal
 * ones (a report may list the same trade twice). One counter per file: the same rows in another file are the same trades.
 */
export function createTradeIds(prefix: string): (identity: readonly (string | null)[]) => string {
  const seen = new Map<string, number>();
  return (identity) => {
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24);
    const ordinal = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, ordinal);
    return ordinal === 1 ? `${prefix}-${hash}` : `${prefix}-${hash}-${ordinal}`;
  };
}
