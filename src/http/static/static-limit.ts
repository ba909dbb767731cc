import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/ports.ts';
import { windowOf } from '../../core/quota/usage.ts';
import { MINUTE_MS, minuteOf } from '../../core/time.ts';
import { networkOf } from '../quota/ip-limit.ts';
import type { MinuteDecision } from '../quota/minute-limit.ts';

/** Limits pages and their files by client network and UTC minute, in this process alone: what it protects is its own. */
export interface StaticLimit {
  /** Counts one answer of up to `UNIT_BYTES`, unless it is refused. */
  reserve(ip: string): MinuteDecision;
  /** Counts what was sent of it beyond that. */
  add(ip: string, bytes: number): void;
}

const UNIT_BYTES = 64 * 1024;
/**
 * For each request that the open feeds allow. All pages with all their files are about 100 units: 40 people behind one
 * address can open everything anew in one minute at the default of the open feeds.
 */
const UNITS_PER_OPEN_REQUEST = 20;
/** Networks remembered; the least recently seen is forgotten first. */
const MAX_NETWORKS = 50_000;

export function createStaticLimit(openFeedsPerMinute: number, clock: Clock): StaticLimit {
  const perMinute = openFeedsPerMinute * UNITS_PER_OPEN_REQUEST;
  const counts = new LRUCache<string, { readonly minute: number; used: number }>({ max: MAX_NETWORKS });

  const countOf = (ip: string, minute: number) => {
    const network = networkOf(ip);
    const known = counts.get(network);
    if (known?.minute === minute) return known;
    const count = { minute, used: 0 };
    counts.set(network, count);
    return count;
  };

  return {
    reserve(ip) {
      const at = clock.now();
      const count = countOf(ip, minuteOf(at));
      const granted = count.used < perMinute;
      if (granted) count.used += 1;
      return { granted, window: windowOf(perMinute, Math.min(count.used, perMinute), MINUTE_MS, at) };
    },
    add(ip, bytes) {
      countOf(ip, minuteOf(clock.now())).used += Math.floor(bytes / UNIT_BYTES);
    },
  };
}
