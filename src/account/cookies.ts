import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that scripts cannot read. */
export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  send(reply: FastifyReply, value: string, maxAgeMs: number): void;
  takeAway(reply: FastifyReply): void;
}

/**
 * Over https the name begins with `__Host-`, so that browsers take it from this very host alone and never from a
 * neighbour's page. `SameSite=Lax`: another site's requests come without it, but for following a link.
 * @param isSecure whether the browser came by https.
 */
export function createCookie(name: string, isSecure: (request: FastifyRequest) => boolean): Cookie {
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${name}` : name);
  const set = (reply: FastifyReply, value: string, maxAgeSeconds: number) => {
    const { request } = reply;
    const attributes = [
      `${nameFor(request)}=${value}`,
      'Path=/',
      `Max-Age=${maxAgeSeconds}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure(request) ? ['Secure'] : []),
    ];
    reply.header('set-cookie', attributes.join('; '));
  };
  return {
    read(request) {
      const start = `${nameFor(request)}=`;
      const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
      const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
      return value === '' ? undefined : value;
    },
    send: (reply, value, maxAgeMs) => set(reply, value, Math.floor(maxAgeMs / 1_000)),
    takeAway: (reply) => set(reply, '', 0),
  };
}
