import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/ports.ts';
import type { RequestCounts } from '../../core/quota/request-counts.ts';
import { type Window, windowOf } from '../../core/quota/usage.ts';
import { MINUTE_MS, minuteOf } from '../../core/time.ts';

/** Limits requests without a key by client network and UTC minute. */
export interface IpLimit {
  /** Counts one request, unless it is refused. */
  reserve(ip: string): Promise<IpDecision>;
}

export interface IpDecision {
  readonly granted: boolean;
  readonly window: Window;
}

/** Networks remembered; the least recently seen is forgotten first. */
const MAX_NETWORKS = 50_000;

/** What is known of a network in a minute. */
interface Count {
  readonly minute: number;
  /** Requests let in by all processes when last heard of; it never falls. */
  used: number;
  /** Requests that wait to be counted; each is called with whether it is let in. */
  waiting: ((granted: boolean) => void)[];
  isAsking: boolean;
}

export function createIpLimit(deps: {
  readonly perMinute: number;
  readonly clock: Clock;
  /** Shared with other processes, which count together while it answers; null: this one counts alone. */
  readonly counts: RequestCounts | null;
}): IpLimit {
  const { perMinute, clock, counts } = deps;
  const known = new LRUCache<string, Count>({ max: MAX_NETWORKS });

  const countOf = (network: string, at: Date): Count => {
    const minute = minuteOf(at);
    const found = known.get(network);
    if (found?.minute === minute) return found;
    const made: Count = { minute, used: 0, waiting: [], isAsking: false };
    known.set(network, made);
    return made;
  };
  const reserveHere = (count: Count, wanted: number): number => {
    const granted = Math.max(0, Math.min(wanted, perMinute - count.used));
    count.used += granted;
    return granted;
  };
  const reserveShared = async (shared: RequestCounts, network: string, count: Count, wanted: number) => {
    const at = new Date(count.minute * MINUTE_MS);
    try {
      const request = { network, at, wanted, limit: perMinute, known: count.used };
      const { granted, used } = await shared.reserve(request);
      count.used = Math.max(count.used, used);
      return granted;
    } catch {
      return reserveHere(count, wanted); // the shared counter has logged why it failed
    }
  };
  /** One question at a time for each network, for all that wait; it never rejects. */
  const ask = async (shared: RequestCounts, network: string, count: Count): Promise<void> => {
    count.isAsking = true;
    while (count.waiting.length > 0) {
      const asking = count.waiting.splice(0);
      const granted = count.used < perMinute ? await reserveShared(shared, network, count, asking.length) : 0;
      asking.forEach((resolve, index) => {
        resolve(index < granted);
      });
    }
    count.isAsking = false;
  };

  return {
    async reserve(ip) {
      const at = clock.now();
      const network = networkOf(ip);
      const count = countOf(network, at);
      const isUsedUp = count.used >= perMinute; // and stays so until the minute ends
      const granted =
        counts === null || isUsedUp
          ? reserveHere(count, 1) === 1
          : await new Promise<boolean>((resolve) => {
              count.waiting.push(resolve);
              if (!count.isAsking) void ask(counts, network, count);
            });
      return { granted, window: windowOf(perMinute, count.used, MINUTE_MS, at) };
    },
  };
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = ip.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : 'unknown';
  const [head = '', tail] = bare.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...new Array<string>(Math.max(0, zeros)).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
