import type { AnyRecord } from '../../feed/feed.ts';
import { knownExactly, statedKnown } from '../../feed/known.ts';
import type { Signal } from './feed.ts';

/**
 * A signal is known from when it was raised; one drawn from an insider filing from when the filing was, and it is as
 * late as the filing for views with a lag.
 */
export function deriveSignal(record: AnyRecord): AnyRecord {
  const signal = record as Signal; // records are checked against the declaration when they enter
  const isFromFiling = signal.source.toLowerCase() === 'insider';
  const filedAt = isFromFiling ? signal.available_at : null;
  const known = statedKnown(signal) ?? knownExactly(filedAt ?? signal.timestamp);
  return { ...signal, ...known, available_at: isFromFiling ? known.known_from : null };
}
