/** In capitals, or, on the open feed, in small letters. */
interface Moved {
  readonly eventType: string | null;
  readonly outcome: string | null;
}

const LESS: ReadonlySet<string> = new Set(['EXIT', 'SIZE_DECREASE']);

/**
 * Up is what bets on a higher price: more of a long position, less of a short one, coins that are bought. Shares of an outcome, which bet
 * on no price, have no tone.
 */
export function toneOfMove({ eventType, outcome }: Moved): 'up' | 'down' | undefined {
  const isShort = outcome === 'SHORT';
  if (outcome !== null && outcome !== 'LONG' && !isShort) return undefined;
  const isMore = !LESS.has(eventType?.toUpperCase() ?? '');
  return isMore !== isShort ? 'up' : 'down';
}
