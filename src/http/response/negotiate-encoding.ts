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
    best = (negotiator.negotiate(expandWildcard(header)) ?? 'identity') as Encoding | 'identity'; // the library types no values
    known.set(header, best);
  }
  return best === 'identity' ? null : best;
}

/**
 * As the library reads it: names in lower case, and a wildcard written out as the codings that the header does not name
 * (RFC 9110 §12.5.3). The library takes a wildcard for the first of ours, even where that one is refused: `br;q=0, *`.
 */
function expandWildcard(header: string): string {
  const members = header
    .toLowerCase()
    .replaceAll('x-gzip', 'gzip')
    .split(',')
    .map((member) => member.trim());
  const names = new Set(members.map((member) => member.split(';')[0]?.trim()));
  const unnamed = ENCODINGS.filter((coding) => !names.has(coding));
  return members
    .flatMap((member) =>
      member.startsWith('*') ? unnamed.map((coding) => coding + member.slice(1)) : member,
    )
    .join();
}
