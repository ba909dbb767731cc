import type { AnyRecord } from '../../feed/feed.ts';
import type { Signal } from './feed.ts';

/** A signal drawn from an insider filing is as late as the filing; without its time, as the signal itself. */
export function deriveSignal(record: AnyRecord): AnyRecord {
  const signal = record as Signal; // records are checked against the declaration when they enter
  const fromFiling = signal.source.toLowerCase() === 'insider';
  return { ...signal, available_at: fromFiling ? (signal.available_at ?? signal.timestamp) : null };
}
