import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import { ENCODINGS, type Encoding } from './etag.ts';

const negotiator = new Negotiator({ supportedValues: [...ENCODINGS, 'identity'] });

/** The same headers come again and again. */
const known = new LRUCache<string, Encoding | 'identity'>({ max: 200 });

/**
 * The content coding for an `Accept-Encoding` (RFC 9110 §12.5.3): the one of highest `q`, ours on a tie (most clients
 * name all of theirs with the same weight). Null: send the body as it is, also when the client accepts nothing of ours.
 */
export function negotiateEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  let best = known.get(header);
  if (best === undefined) {
    best = (negotiator.negotiate(plain(header)) ?? 'identity') as Encoding | 'identity'; // the library types no values
    known.set(header, best);
  }
  return best === 'identity' ? null : best;
}

/**
 * As the library reads it: names in lower case, and no wildcard beside other members, which it takes for the first of ours even
 * where that one is refused by name (`br;q=0, *`).
 */
function plain(header: string): string {
  const members = header.toLowerCase().replaceAll('x-gzip', 'gzip').split(',');
  const named = members.filter((member) => !member.trim().startsWith('*'));
  return (named.length > 0 ? named : members).join();
}
