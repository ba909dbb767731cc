import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The least a server does to know keys and count quotas: a digest, a map, and two counters. */
export interface Gate {
  /** A key to be let in with. */
  readonly token: string;
  /** The headers of the answer that tell of the quota, names and values in turn; null: not to be let in. */
  admit(raw: IncomingMessage): string[] | null;
}

interface Window {
  number: number;
  used: number;
}

const MINUTE_S = 60;
const DAY_S = 86_400;
const LIMIT = { minute: 10_000_000, day: 1_000_000_000 };

export function createGate(): Gate {
  const token = randomUUID().repeat(8); // as long as the tokens of the service
  const accounts = new Map([
    [digestOf(token), { minute: { number: 0, used: 0 }, day: { number: 0, used: 0 } }],
  ]);
  return {
    token,
    admit({ headers }) {
      const account = accounts.get(digestOf(String(headers['x-api-key'])));
      if (!account) return null;
      const nowS = Math.floor(Date.now() / 1000);
      const minuteLeft = LIMIT.minute - take(account.minute, Math.floor(nowS / MINUTE_S));
      const dayLeft = LIMIT.day - take(account.day, Math.floor(nowS / DAY_S));
      if (minuteLeft < 0 || dayLeft < 0) return null;
      const minuteEndsS = MINUTE_S - (nowS % MINUTE_S);
      const dayEndsS = DAY_S - (nowS % DAY_S);
      return [
        'x-ratelimit-limit',
        String(LIMIT.minute),
        'x-ratelimit-remaining',
        String(minuteLeft),
        'x-ratelimit-reset',
        String(nowS + minuteEndsS),
        'x-ratelimit-day-limit',
        String(LIMIT.day),
        'x-ratelimit-day-remaining',
        String(dayLeft),
        'x-ratelimit-day-reset',
        String(nowS + dayEndsS),
        'ratelimit-policy',
        `"minute";q=${LIMIT.minute};w=60, "day";q=${LIMIT.day};w=86400`,
        'ratelimit',
        `"minute";r=${minuteLeft};t=${minuteEndsS}, "day";r=${dayLeft};t=${dayEndsS}`,
      ];
    },
  };
}

const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** Units used in the window of that number, this one among them. */
function take(window: Window, number: number): number {
  if (window.number !== number) Object.assign(window, { number, used: 0 });
  window.used += 1;
  return window.used;
}

/** Headers of an answer that are made anew for every request. */
const OWN = /^(x-)?ratelimit|^x-request-id$/;

/** The headers that are the same in every answer, names and values in turn. */
export const shared = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => !OWN.test(headers[index - (index % 2)] ?? ''));

/** As Fastify takes them. */
export function recordOf(pairs: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) record[pairs[at] ?? ''] = pairs[at + 1] ?? '';
  return record;
}
