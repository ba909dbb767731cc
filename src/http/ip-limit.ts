import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/ports.ts';
import { MINUTE_MS, type Window, windowOf } from '../core/usage.ts';

/** Counts requests without a key per client network and UTC minute. */
export interface IpLimit {
  /** Counts one request. `used` over `limit` means it is refused. */
  take(ip: string): Window;
}

/** Networks remembered; the least recently seen is forgotten first. */
const MAX_NETWORKS = 50_000;

export function createIpLimit(deps: { readonly perMinute: number; readonly clock: Clock }): IpLimit {
  const counts = new LRUCache<string, { readonly minute: number; readonly used: number }>({
    max: MAX_NETWORKS,
  });
  return {
    take(ip) {
      const at = deps.clock.now();
      const network = networkOf(ip);
      const minute = Math.floor(at.getTime() / MINUTE_MS);
      const count = counts.get(network);
      const used = count?.minute === minute ? count.used + 1 : 1;
      counts.set(network, { minute, used });
      return windowOf(deps.perMinute, used, MINUTE_MS, at);
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
