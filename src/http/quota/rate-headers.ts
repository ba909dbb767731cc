import type { Window, Windows } from '../../core/quota/usage.ts';

/** Each request has its own of these; pages of other origins may read them. */
export const RATE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Day-Limit',
  'X-RateLimit-Day-Remaining',
  'X-RateLimit-Day-Reset',
  'RateLimit',
  'RateLimit-Policy',
] as const;

type RateHeaders = Readonly<Record<Lowercase<(typeof RATE_HEADERS)[number]>, string>>;

const epochSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** The minute window, as the specification names it. `X-RateLimit-Reset` is in epoch seconds. */
export function minuteHeaders(minute: Window) {
  return {
    'x-ratelimit-limit': String(minute.limit),
    'x-ratelimit-remaining': String(minute.remaining),
    'x-ratelimit-reset': epochSeconds(minute.resetsAt),
  } satisfies Partial<RateHeaders>;
}

/**
 * Both windows, also in the form of draft-ietf-httpapi-ratelimit-headers-10.
 * @param refusing the window that refused, which the headers of the specification report then.
 */
export function rateHeaders({ minute, day }: Windows, refusing: Window | null): RateHeaders {
  return {
    ...minuteHeaders(refusing ?? minute),
    'x-ratelimit-day-limit': String(day.limit),
    'x-ratelimit-day-remaining': String(day.remaining),
    'x-ratelimit-day-reset': epochSeconds(day.resetsAt),
    'ratelimit-policy': `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`,
    ratelimit: `"minute";r=${minute.remaining};t=${minute.resetsInSeconds}, "day";r=${day.remaining};t=${day.resetsInSeconds}`,
  };
}
