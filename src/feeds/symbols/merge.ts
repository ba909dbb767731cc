import type { AnyRecord } from '../../feed/feed.ts';
import { deriveKnown, knownExactly } from '../../feed/known.ts';
import type { Listing } from './feed.ts';

/** A symbol is known from the first capture that has it; a record that was sent says it itself. */
export const deriveListing = deriveKnown<Listing>(({ first_seen: firstSeen }) =>
  firstSeen === null ? null : knownExactly(firstSeen),
);

/**
 * What two captures say of one symbol of one company or coin: it holds from the earlier to the later of them, whichever was
 * imported first, and what the later says counts. A sent record replaces what is there.
 */
export function mergeListings(storedRecord: AnyRecord, incomingRecord: AnyRecord): AnyRecord {
  const [stored, incoming] = [storedRecord as Listing, incomingRecord as Listing]; // records of this feed
  const [from, to] = [earliest(stored, incoming), latest(stored, incoming)];
  if (from === null || to === null) return incoming;
  const newer = (incoming.last_seen ?? to) >= (stored.last_seen ?? to) ? incoming : stored;
  const other = newer === incoming ? stored : incoming;
  return {
    ...newer,
    // One of the SEC's two files does not say it.
    exchange: newer.exchange ?? other.exchange,
    first_seen: from,
    last_seen: to,
    ...knownExactly(from),
  };
}

function earliest(one: Listing, other: Listing): Date | null {
  if (!one.first_seen || !other.first_seen) return null;
  return one.first_seen < other.first_seen ? one.first_seen : other.first_seen;
}

function latest(one: Listing, other: Listing): Date | null {
  if (!one.last_seen || !other.last_seen) return null;
  return one.last_seen > other.last_seen ? one.last_seen : other.last_seen;
}
