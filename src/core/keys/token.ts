import { hash } from 'node:crypto';

/** Longer tokens are refused before any cryptography. */
export const MAX_TOKEN_BYTES = 2048;

/** The only algorithm of our tokens. */
export const TOKEN_ALGORITHM = 'EdDSA';

/** What the `jti` of a token looks like, which is the identifier of its key. */
export const KEY_ID = /^[\w-]{1,64}$/;

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const HEADER_MEMBERS = new Set(['alg', 'kid', 'typ']);
const MAX_KID_LENGTH = 128;

/**
 * The `kid` of a token that has the shape of ours: a compact JWS in canonical base64url (libraries accept re-spelled
 * trailing characters, padding and line breaks) whose header holds `alg: EdDSA`, a `kid`, perhaps `typ` and nothing
 * else (so no `jku`, `x5u`, `crit`, `zip`). Null otherwise. Does no cryptography.
 */
export function kidOfToken(token: string): string | null {
  if (token.length > MAX_TOKEN_BYTES || !COMPACT.test(token)) return null;
  const parts = token.split('.');
  if (!parts.every(isCanonical)) return null;
  const header = parseObject(parts[0] ?? '');
  if (header === null || !Object.keys(header).every((name) => HEADER_MEMBERS.has(name))) return null;
  const { alg, kid } = header;
  if (alg !== TOKEN_ALGORITHM || typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH)
    return null;
  return kid;
}

/** What is kept of a token. */
export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

function parseObject(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return value as Readonly<Record<string, unknown>>; // checked one line above
  } catch {
    return null; // not JSON: no token of ours
  }
}
