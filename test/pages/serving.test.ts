import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCORECARDS } from '../../src/feeds/scorecards/feed.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';

describe('with pages that are built', () => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-site-'));
  let app: TestApp;
  beforeAll(async () => {
    mkdirSync(join(dir, 'assets'));
    writeFileSync(
      join(dir, 'index.html'),
      '<html lang="en"><head></head><style>b{color:red}</style>Dashboard<!-- contact --></html>',
    );
    writeFileSync(join(dir, 'asset.html'), '<html lang="en">Symbol</html>');
    writeFileSync(join(dir, 'feed.html'), '<html lang="en">Feed</html>');
    writeFileSync(join(dir, 'entity.html'), '<html lang="en">Entity</html>');
    writeFileSync(join(dir, 'missing.html'), '<html lang="en">Nothing here</html>');
    writeFileSync(join(dir, 'assets/index-a1.js'), `// ${'x'.repeat(2000)}`);
    app = await startApp({}, { site: readSite(dir) });
  }, 600_000);
  afterAll(async () => {
    await app.stop();
    rmSync(dir, { recursive: true });
  }, 600_000);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

  test('a page may not run, load or ask for anything from elsewhere, and nothing inline but its styles', async () => {
    const answer = await get('/');
    expect(await answer.text()).toContain('Dashboard');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("style-src 'self' 'sha256-ypIZpeWh67Lh3q46jpjGW7VCAJpmEqcFe8Dl5B2rXQU='");
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).not.toContain('unsafe');
  });

  test('a page is asked for again each time, and sent when it changed', async () => {
    const { headers } = await get('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect((await get('/', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  });

  test('the theme somebody chose is in the markup, with a tag of its own', async () => {
    const dark = await get('/', { cookie: 'a=b; theme=dark' });
    expect(await dark.text()).toContain('<html data-theme="dark" lang="en">');
    expect(dark.headers.get('vary')).toContain('Cookie');
    expect(dark.headers.get('etag')).not.toBe((await get('/')).headers.get('etag'));
    expect(await (await get('/', { cookie: 'theme="><script>' })).text()).toContain('<html lang="en">');
  });

  test('that there is a key is in the markup as well', async () => {
    const keyed = await get('/', { cookie: 'theme=dark; keyed=1' });
    expect(await keyed.text()).toContain('<html data-theme="dark" data-keyed lang="en">');
    const dark = await get('/', { cookie: 'theme=dark; keyed=0' });
    expect(keyed.headers.get('etag')).not.toBe(dark.headers.get('etag'));
    expect(await dark.text()).toContain('<html data-theme="dark" lang="en">');
  });

  test('the key of a demo is in the pages of a demo alone', async () => {
    expect(readSite(dir, { demoKey: 'k.e.y' })?.pages.get('index')?.html).toContain(
      '<meta name="demo-key" content="k.e.y" />',
    );
    expect(await (await get('/')).text()).not.toContain('demo-key');
  });

  test('that the market is simulated is in the pages of such a server alone', () => {
    const meta = '<meta name="data-origin" content="simulated" />';
    expect(readSite(dir, { isSimulated: true })?.pages.get('index')?.html).toContain(meta);
    expect(readSite(dir)?.pages.get('index')?.html).not.toContain(meta);
  });

  test('the contact of the operator is in the footer where there is one', () => {
    const contactUrl = 'https://a.example/?a=1&b=2';
    const html = readSite(dir, { contactUrl })?.pages.get('index')?.html;
    expect(html).toContain('<a href="https://a.example/?a=1&amp;b=2" rel="noreferrer">Contact</a>');
    expect(readSite(dir)?.pages.get('index')?.html).not.toContain('>Contact<');
  });

  test('every symbol has its page, in any spelling', async () => {
    for (const path of ['/asset/NVDA', '/asset/BTC%2FUSDT', '/asset/BINANCE:BTCUSDT'])
      expect(await (await get(path)).text()).toContain('Symbol');
  });

  test('who comes to a wrong address with a browser gets a page, everybody else the problem', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', cookie: 'theme=dark' };
    const page = await get('/dashbord', browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([page.headers.get('etag'), page.headers.get('cache-control')]).toEqual([null, 'no-store']);
    expect(await page.text()).toBe('<html data-theme="dark" lang="en">Nothing here</html>');
    const { status, headers } = await get('/dashbord');
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  test('feeds and scorecards that there are not have no page', async () => {
    const seen = async (path: string) => {
      const page = await get(path, { accept: 'text/html' });
      return [page.status, /[A-Z][a-z ]+/.exec(await page.text())?.[0]];
    };
    for (const path of ['/feed/signals', '/feed/strategies']) expect(await seen(path)).toEqual([200, 'Feed']);
    const cards = SCORECARDS.flatMap((name) => [name, name.toUpperCase()]);
    for (const path of [...cards.map((name) => `/scorecard/${name}`), '/whale/hyperliquid:0x1'])
      expect(await seen(path), path).toEqual([200, 'Entity']);
    for (const path of ['/feed/foo', '/feed/points', '/scorecard/XXX'])
      expect(await seen(path)).toEqual([404, 'Nothing here']);
  });

  test('no symbol is the dashboard', async () => {
    for (const path of ['/asset', '/asset/']) {
      const { status, headers } = await fetch(app.url + path, { redirect: 'manual' });
      expect([status, headers.get('location')], path).toEqual([302, '/']);
    }
  });

  test('what pages are made of is compressed and kept for good', async () => {
    const answer = await get('/assets/index-a1.js', { 'accept-encoding': 'br' });
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  });

  test('nothing else is served', async () => {
    for (const path of [
      '/assets/none.js',
      '/assets/../index.html',
      '/assets/%2e%2e/index.html',
      '/index.html',
    ])
      expect((await get(path)).status, path).toBe(404);
  });
});

test('a server without pages says what to do about it', async () => {
  expect(readSite(join(tmpdir(), 'alpha-no-such-site'))).toBeNull();
  const app = await startApp();
  const answer = await fetch(`${app.url}/`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer.text()).toContain('npm run build:web');
  await app.stop();
}, 600_000);
