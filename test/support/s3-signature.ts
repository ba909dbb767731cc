import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signature Version 4 as the documentation of Amazon S3 describes it ("Authenticating Requests"), written from that alone: what a
 * bucket checks.
 */
export interface SignedRequest {
  readonly method: string;
  /** Path and query string as they were sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface S3Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of a key that is lent for a time: every request has to show it, under its signature. */
  readonly sessionToken?: string;
}

export type Verdict =
  | 'ok'
  | 'AccessDenied'
  | 'InvalidToken'
  | 'SignatureDoesNotMatch'
  | 'RequestTimeTooSkewed';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;

/** Whether a request is signed by the key, in its headers or in its query string. */
export function verify(request: SignedRequest, key: S3Key, now: Date): Verdict {
  const [path = '', search = ''] = request.target.split('?');
  const query = new URLSearchParams(search);
  const { authorization, 'x-amz-security-token': tokenHeader } = request.headers;
  const token = tokenHeader ?? query.get('X-Amz-Security-Token') ?? undefined;
  if (token !== key.sessionToken) return 'InvalidToken';
  if (query.get('X-Amz-Algorithm') === ALGORITHM) {
    const at = query.get('X-Amz-Date') ?? '';
    const isOver = now.getTime() > momentOf(at) + Number(query.get('X-Amz-Expires')) * 1_000;
    if (isOver) return 'AccessDenied';
    const signature = query.get('X-Amz-Signature') ?? '';
    query.delete('X-Amz-Signature');
    const [id = '', scope] = scopeOf(query.get('X-Amz-Credential') ?? '');
    const signed = query.get('X-Amz-SignedHeaders') ?? '';
    const canonical = { ...request, path, query, signed, payload: 'UNSIGNED-PAYLOAD' };
    return id === key.accessKeyId && isSame(signature, sign(canonical, { at, scope, key }))
      ? 'ok'
      : 'SignatureDoesNotMatch';
  }
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      authorization ?? '',
    ) ?? [];
  if (signature === '') return 'AccessDenied';
  if (tokenHeader !== undefined && !signed.split(';').includes('x-amz-security-token')) return 'AccessDenied';
  const at = request.headers['x-amz-date'] ?? '';
  if (Math.abs(now.getTime() - momentOf(at)) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
  const [id = '', scope] = scopeOf(credential);
  const payload = request.headers['x-amz-content-sha256'] ?? '';
  const expected = sign({ ...request, path, query, signed, payload }, { at, scope, key });
  return id === key.accessKeyId && isSame(signature, expected) ? 'ok' : 'SignatureDoesNotMatch';
}

interface Canonical extends Pick<SignedRequest, 'method' | 'headers'> {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names of headers, by semicolons. */
  readonly signed: string;
  readonly payload: string;
}

interface Signing {
  readonly at: string;
  readonly scope: readonly string[];
  readonly key: S3Key;
}

function sign(
  { method, headers, path, query, signed, payload }: Canonical,
  { at, scope, key }: Signing,
): string {
  const parameters = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const named = signed.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  const encodedPath = path
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const request = [method, encodedPath, parameters.join('&'), named.join(''), signed, payload].join('\n');
  const text = [ALGORITHM, at, scope.join('/'), createHash('sha256').update(request).digest('hex')].join(
    '\n',
  );
  let secret: Buffer | string = `AWS4${key.secretAccessKey}`;
  for (const part of scope) secret = createHmac('sha256', secret).update(part).digest();
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** The id of a key, and the scope: day, region, service. */
function scopeOf(credential: string): readonly [string, readonly string[]] {
  const [id = '', ...scope] = credential.split('/');
  return [id, scope];
}

/** `20130524T000000Z` */
const momentOf = (at: string): number =>
  Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
