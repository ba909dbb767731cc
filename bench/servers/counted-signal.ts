import type { AnyRecord } from '../../src/feed/feed.ts';
import { parseRecord } from '../../src/feed/record.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { signalIn } from '../published.ts';

/** The n-th signal that subscribers of the fan-out count, as it is after so many changes. */
export function countedSignal(index: number, state: number): AnyRecord {
  const parsed = parseRecord(signals, signalIn(index, state));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.record;
}
