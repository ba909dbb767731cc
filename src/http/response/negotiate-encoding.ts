import { ENCODINGS, type Encoding } from './etag.ts';

/**
 * The content coding for an `Accept-Encoding` (RFC 9110 §12.5.3): the one of highest `q`, ours on a tie (most clients
 * name all of theirs with the same weight). Null: send the body as it is, also when the client accepts nothing of ours.
 */
export function negotiateEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const weights = new Map(header.split(',').map(parseMember));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  // `identity` is acceptable unless refused; unnamed it loses against any coding the client did name.
  const identity = weights.get('identity') ?? 0;
  const [best] = ENCODINGS.filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= identity).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
  return best ?? null;
}

function parseMember(member: string): [string, number] {
  const [name = '', ...params] = member.split(';').map((part) => part.trim().toLowerCase());
  const q = params.find((param) => param.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  const coding = name === 'x-gzip' ? 'gzip' : name;
  return [coding, weight >= 0 && weight <= 1 ? weight : 0];
}
