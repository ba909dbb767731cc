import type { FastifyReply, FastifyRequest } from 'fastify';

/** Content codings a response may get, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The tag of the compressed form of a representation: `"abc"` is `"abc-br"`. A weak tag covers every coding. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}

/**
 * The member of an `If-None-Match` list that names this representation in any coding, as the client spelled it; `*`
 * matches all. Null when there is none. Comparison is weak (RFC 9110 §13.1.2).
 * @param etag of the uncompressed representation.
 */
export function matchingTag(header: string | undefined, etag: string): string | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return etag;
  const strong = etag.replace(/^W\//, '');
  const known = new Set([strong, ...ENCODINGS.map((encoding) => encodedTag(strong, encoding))]);
  const tags = header.match(/(W\/)?"[^"]*"/g) ?? [];
  return tags.find((tag) => known.has(tag.replace(/^W\//, ''))) ?? null;
}

/**
 * Sets `ETag` and, when the client has this representation already, answers 304: then it returns true and the handler
 * returns the reply. Set `Cache-Control` and `Vary` before: a 304 carries them too.
 */
export function notModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  const known = matchingTag(request.headers['if-none-match'], etag);
  reply.header('etag', known ?? etag);
  if (known === null) return false;
  reply.code(304).send();
  return true;
}
