import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite, type Site } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sendBytes } from '../support/send.ts';

/** Every address whose bytes are the same for everybody, as `Accept` of a browser gets them. */
const ADDRESSES = [
  '/',
  '/asset/NVDA',
  '/account',
  '/status',
  '/graphql',
  '/docs',
  '/schema.graphql',
  '/api/openapi.json',
];
const ACCEPT = 'text/html,*/*;q=0.8';

describe('static bytes', () => {
  let app: TestApp;
  let site: Site;
  beforeAll(async () => {
    await buildSiteIfStale();
    const built = readSite(SITE_DIR);
    if (!built) throw new Error('the pages were not built');
    site = built;
    app = await startApp({}, { site });
  }, 600_000);
  afterAll(() => app.stop());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    sendBytes(`${app.url}${path}`, { headers: { accept: ACCEPT, ...headers } });

  test('each has a tag, a 304, and the same content in every coding', async () => {
    for (const path of [...ADDRESSES, ...[...site.assets.keys()].map((name) => `/${name}`)]) {
      const plain = await get(path);
      expect(plain.status, path).toBe(200);
      expect(plain.headers['cache-control'], path).not.toContain('no-store');
      expect(plain.headers.vary, path).toContain('Accept-Encoding');
      expect(Number(plain.headers['content-length']), path).toBe(plain.bytes.length);
      for (const [coding, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await get(path, { 'accept-encoding': coding });
        if (plain.bytes.length >= 1024) expect(answer.headers['content-encoding'], path).toBe(coding);
        const isPacked = answer.headers['content-encoding'] !== undefined;
        expect((isPacked ? decode(answer.bytes) : answer.bytes).equals(plain.bytes), path).toBe(true);
        expect(answer.headers.etag, path).toMatch(/^"[^"]+"$/);
        const again = { 'accept-encoding': coding, 'if-none-match': String(answer.headers.etag) };
        const unchanged = await get(path, again);
        expect([unchanged.status, unchanged.bytes.length], path).toEqual([304, 0]);
      }
    }
  }, 600_000);

  test('answers share one buffer for each coding, however many ask at once', async () => {
    for (const [name, file] of site.assets)
      for (const encoding of ['br', 'gzip', null] as const) {
        const forms = await Promise.all([file.form(encoding), file.form(encoding)]);
        expect(forms[0].bytes, name).toBe(forms[1].bytes);
      }
  });

  test('the pages are small, and what they are made of is kept for good under hashed names', async () => {
    for (const path of ['/graphql', '/docs']) {
      const { bytes } = await get(path);
      expect(bytes.length, path).toBeLessThan(200_000);
      const html = bytes.toString();
      const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
      expect(files.length, path).toBeGreaterThan(0);
      for (const file of files) {
        expect(file).toMatch(/-[\w-]{8}\.(js|css)$/);
        const { status, headers } = await get(file);
        expect([status, headers['cache-control']], file).toEqual([
          200,
          'public, max-age=31536000, immutable',
        ]);
      }
    }
  });
});

describe('the limit of static bytes by address', () => {
  test('it is in bytes, apart from the limit of data, and tells when to come again', async () => {
    await buildSiteIfStale();
    const site = readSite(SITE_DIR);
    const app = await startApp({ OPEN_FEEDS_PER_MINUTE: '1' }, { site }); // 20 units of 64 KB a minute
    try {
      const ask = (path: string) => sendBytes(`${app.url}${path}`, { headers: { accept: ACCEPT } });
      const script = site?.parts.get('scalar.js') ?? '';
      // A minute may end between two of them, once.
      const statuses = [];
      for (let n = 0; n < 4; n += 1) statuses.push(await ask(script));
      const refused = statuses.find(({ status }) => status === 429);
      expect(refused?.headers['content-type']).toContain('application/problem+json');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
      expect(String(refused?.bytes)).toContain('at most 20 pages, or parts of 64 KB');
      expect((await ask('/livez')).status).toBe(200);
    } finally {
      await app.stop();
    }
  }, 600_000);
});
