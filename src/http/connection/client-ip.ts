import type { IncomingMessage } from 'node:http';

/** Whom so many proxies in front say they serve; as Fastify finds it for `request.ip`. */
export function clientIp(raw: IncomingMessage, trustProxyHops: number): string {
  const peer = raw.socket.remoteAddress ?? '';
  const forwarded = trustProxyHops === 0 ? undefined : raw.headers['x-forwarded-for'];
  if (forwarded === undefined) return peer;
  const nearestFirst = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .reverse();
  return nearestFirst[Math.min(trustProxyHops, nearestFirst.length) - 1] ?? peer;
}
