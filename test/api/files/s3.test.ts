import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClock, testClock } from '../../core/clock.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { listFiles, makeFiles } from '../../support/feed-files.ts';
import { type S3Bucket, startS3 } from '../../support/s3.ts';
import { verify } from '../../support/s3-signature.ts';
import { hasSwift, SWIFT_SKIP, startSwift } from '../../support/swift.ts';

const PATH = '/api/v1/files/whales/2026-03-03.parquet';

let clock: TestClock;

/** A service that has a whale of a day that is over, and the bucket for its files. */
async function startWithWhale(s3: S3Bucket): Promise<TestApp> {
  clock = testClock('2026-03-03T12:00:00Z');
  const env = {
    FILES_URL: `${s3.url}/bucket/alpha/files/`,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ...(s3.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: s3.sessionToken }),
  };
  const started = await startApp(env, { clock });
  const whale = {
    _id: 'w',
    source: 'x',
    event_type: 'entry',
    title: 'x',
    created_at: '2026-03-03T11:00:00Z',
  };
  expect((await started.ingest('whales', [whale])).status).toBe(200);
  // The bucket goes by the time of the machine.
  clock.set(new Date().toISOString());
  return started;
}

const BUCKETS = [
  ['a server that checks signatures', startS3, true],
  [
    'the same, with a key that is lent for a time',
    () => startS3({ sessionToken: 'FQo+token/with=signs' }),
    true,
  ],
  [`OpenStack Swift${hasSwift ? '' : ` (${SWIFT_SKIP})`}`, startSwift, hasSwift],
] as const;

describe.each(BUCKETS)('files in a bucket of %s', (_, start, isThere) => {
  if (!isThere) return void test.skip('as they are in the others', () => undefined);
  let s3: S3Bucket;
  let app: TestApp;
  beforeAll(async () => {
    s3 = await start();
    app = await startWithWhale(s3);
    await makeFiles(app);
  }, 600_000);
  afterAll(async () => {
    await app?.stop();
    await s3?.stop();
  }, 600_000);

  const linkOf = async (): Promise<string> => {
    const answer = await fetch(`${app.url}${PATH}`, {
      headers: { 'x-api-key': app.key },
      redirect: 'manual',
    });
    expect(answer.status).toBe(302);
    return `${app.url}${answer.headers.get('location')}`;
  };
  const listed = async () => {
    const [file] = await listFiles(app, '&feed=whales&kind=day&from=2026-03-03&until=2026-03-03');
    return file ?? expect.unreachable();
  };

  test('are there and not on this machine', async () => {
    expect(readdirSync(join(app.config.dataDir, 'files'), { recursive: true })).toEqual(['.making']);
    const { sha256, bytes } = await listed();
    const client = new AwsClient({ ...s3, service: 's3', region: 'us-east-1' });
    const place = `/bucket/alpha/files/whales/2026-03-03.${sha256.slice(0, 16)}.parquet`;
    const object = await client.fetch(`${s3.url}${place}`);
    expect((await object.bytes()).length).toBe(bytes);
  });

  test('are read by the link, which leads on to the bucket: whole, by HEAD, and in parts', async () => {
    const link = await linkOf();
    const { sha256, bytes: size } = await listed();
    const whole = await fetch(link);
    expect([whole.status, new URL(whole.url).origin]).toEqual([200, s3.url]);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    const part = await fetch(link, { headers: { range: 'bytes=-4' } });
    expect([part.status, await part.text()]).toEqual([206, 'PAR1']);
  });

  test('are not read by what the bucket has not signed', async () => {
    const { url } = await fetch(await linkOf());
    const other = url.replace('whales/2026-03-03.', 'whales/2026-03-04.');
    const later = url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800');
    const keyId = encodeURIComponent(s3.accessKeyId);
    const otherKey = url.replace(keyId, `${keyId}F`);
    const bare = url.split('?')[0] ?? '';
    for (const forged of [other, later, otherKey, bare]) {
      expect(forged).not.toBe(url);
      expect([400, 403], forged).toContain((await fetch(forged)).status); // 400 of Swift, where there is no signature at all
    }
    expect((await fetch(url, { method: 'HEAD' })).status, 'signed for GET').toBe(403);
  });

  test('the signature ends with the link', async () => {
    const link = await linkOf();
    const expiry = async () => {
      const answer = await fetch(link, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([307, 'private, no-store']);
      return Number(new URL(answer.headers.get('location') ?? '').searchParams.get('X-Amz-Expires'));
    };
    expect(await expiry()).toBe(3_600);
    clock.advance(50 * 60_000);
    expect(await expiry()).toBe(600);
    clock.advance(10 * 60_000);
    expect((await fetch(link)).status).toBe(410);
  });
});

test('a key that is lent for a time is refused without its token', async () => {
  const s3 = await startS3({ sessionToken: 'token' });
  const { sessionToken: _, ...without } = s3;
  const app = await startWithWhale(without);
  try {
    await expect(makeFiles(app)).rejects.toThrow(/answered 403 to .*InvalidToken/s);
  } finally {
    await app.stop();
    await s3.stop();
  }
}, 600_000);

test('a service that has no place for files lists none, and says so', async () => {
  clock = testClock(new Date().toISOString());
  const without = await startApp({ FILES_URL: '' }, { clock });
  try {
    expect(await listFiles(without)).toEqual([]);
    const answer = await without.get(PATH);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 'NOT_RECORDED',
      detail: 'whales/2026-03-03.parquet: this service makes no files',
    });
    // Also of a day that is not over: waiting for it would be in vain.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const later = await without.get(PATH.replace('2026-03-03', tomorrow));
    expect(await later.json()).toMatchObject({ code: 'NOT_RECORDED' });
  } finally {
    await without.stop();
  }
}, 600_000);

describe('the bucket of these tests checks signatures as S3 does: by the examples of its documentation', () => {
  const key = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const host = 'examplebucket.s3.amazonaws.com';
  const noon = new Date('2013-05-24T12:00:00Z');

  test('in the query string', () => {
    const target =
      '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
    const request = { method: 'GET', target, headers: { host } };
    expect(verify(request, key, noon)).toBe('ok');
    expect(verify({ ...request, method: 'HEAD' }, key, noon)).toBe('SignatureDoesNotMatch');
    expect(verify(request, key, new Date('2013-05-25T00:00:01Z'))).toBe('AccessDenied');
  });

  test('in the headers', () => {
    const headers = {
      host,
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    };
    const request = { method: 'GET', target: '/test.txt', headers };
    expect(verify(request, key, new Date('2013-05-24T00:00:00Z'))).toBe('ok');
    expect(verify(request, key, noon)).toBe('RequestTimeTooSkewed');
    expect(verify({ ...request, target: '/other.txt' }, key, new Date('2013-05-24T00:00:00Z'))).toBe(
      'SignatureDoesNotMatch',
    );
  });
});

test('what the bucket refuses is not listed', async () => {
  const s3 = await startS3();
  const refused = await startWithWhale({ ...s3, secretAccessKey: 'another secret' });
  try {
    await expect(makeFiles(refused)).rejects.toThrow(/answered 403 to .*SignatureDoesNotMatch/s);
    expect(await listFiles(refused)).toEqual([]);
  } finally {
    await refused.stop();
    await s3.stop();
  }
}, 600_000);
