import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { sendBytes } from '../support/send.ts';

const KEY = 'the.demo.key';
const PAGES = ['/', '/asset/NVDA', '/account', '/graphql', '/docs/', '/a-wrong-address'];
const PUBLIC_URL = 'https://data.example.com';

let app: TestApp;
let metricsPort: number;
beforeAll(async () => {
  await buildSiteIfStale();
  app = await startApp({ PUBLIC_URL }, { site: readSite(SITE_DIR, { demoKey: KEY }), pageKey: KEY });
}, 600_000);
afterAll(() => app.stop(), 600_000);

/** As a browser opens a page, or as one of its scripts asks. */
async function ask(path: string, headers: Record<string, string> = {}, to = app.url) {
  const {
    status,
    headers: answered,
    bytes,
  } = await sendBytes(to + path, {
    headers: { accept: 'text/html', ...headers },
  });
  return { status, headers: answered, text: bytes.toString() };
}
const port = () => new URL(app.url).port;

describe('pages with the key of a demo', () => {
  test.each(PAGES)('%s is not for pages of other origins', async (path) => {
    const { text, headers } = await ask(path, { origin: 'https://evil.example' });
    expect(text).toContain(KEY);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  // What a page of evil.example sends once that name resolves to 127.0.0.1.
  test.each(PAGES)('%s is not for a name that was pointed here', async (path) => {
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '8.8.8.8']) {
      const { status, text } = await ask(path, { host: `${host}:${port()}` });
      expect([status, text.includes(KEY)], host).toEqual([403, false]);
      expect(JSON.parse(text), host).toMatchObject({ code: 'FOREIGN_ORIGIN', param: 'Host' });
    }
  });

  test.each(PAGES)('%s is for loopback names and for the host of PUBLIC_URL', async (path) => {
    for (const host of ['localhost', 'LOCALHOST', 'demo.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])
      expect((await ask(path, { host: `${host}:${port()}` })).text, host).toContain(KEY);
    expect((await ask(path, { host: 'data.example.com' })).text).toContain(KEY);
  });
});

test('pages without a key are served under any name, to our own pages alone', async () => {
  const plain = await startApp({}, { site: readSite(SITE_DIR) });
  const { status, headers } = await ask('/', { host: 'any.example', origin: 'http://x.example' }, plain.url);
  expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  await plain.stop();
}, 600_000);

test('data is for pages of all origins, under any name', async () => {
  for (const path of ['/api/openapi.json', '/schema.graphql', '/api/congress/trades', '/livez']) {
    const headers = { host: 'evil.example', origin: 'https://evil.example' };
    const answer = await ask(path, headers);
    expect([answer.status, answer.headers['access-control-allow-origin']], path).toEqual([200, '*']);
    expect(answer.headers['cross-origin-resource-policy'], path).toBe('cross-origin');
  }
});

describe('the account page', () => {
  /** All that a browser says of a request of a page to its own host. */
  const post = async (host: string, origin: string) => {
    const headers = { host, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const { status, bytes } = await sendBytes(
      `${app.url}/account/api/sign-up`,
      { method: 'POST', headers },
      JSON.stringify({ name: `n${Math.random()}`, password: 'correct horse battery' }),
    );
    return { status, text: bytes.toString() };
  };

  test('takes nothing from a page whose name was pointed here', async () => {
    const { status, text } = await post(`evil.example:${port()}`, `http://evil.example:${port()}`);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ code: 'FOREIGN_ORIGIN', param: 'Host' });
  });

  test('takes what its own pages send', async () => {
    expect((await post('data.example.com', PUBLIC_URL)).status).toBe(204);
    expect((await post(`localhost:${port()}`, `http://localhost:${port()}`)).status).toBe(204);
  });
});

describe('/metrics', () => {
  test.each(['on the port of everything', 'on a port of its own'])(
    '%s',
    async (where) => {
      metricsPort = await freePort();
      const own = where.includes('its own') ? { METRICS_PORT: String(metricsPort) } : null;
      const measured = await startApp({ ...own, CORS_ORIGINS: 'https://dashboard.example' });
      const url = own ? `http://127.0.0.1:${metricsPort}` : measured.url;
      for (const origin of ['https://evil.example', 'https://dashboard.example']) {
        const { status, headers } = await ask('/metrics', { origin }, url);
        expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
        expect(headers['cross-origin-resource-policy']).toBe('same-origin');
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
      const pointed = await ask('/metrics', { host: 'evil.example' }, url);
      expect([pointed.status, pointed.text.includes('process_cpu')]).toEqual([403, false]);
      expect((await ask('/metrics', { host: 'localhost' }, url)).text).toContain('process_cpu');
      await measured.stop();
    },
    600_000,
  );
});
