import { isIP } from 'node:net';
import type { MinuteDecision, MinuteLimit } from './minute-limit.ts';

/** Limits requests without a key by client network and UTC minute. */
export interface IpLimit {
  /** Counts one request, unless it is refused. */
  reserve(ip: string): Promise<MinuteDecision>;
}

export function createIpLimit(limit: MinuteLimit, perMinute: number): IpLimit {
  return { reserve: (ip) => limit.reserve(networkOf(ip), perMinute) };
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
