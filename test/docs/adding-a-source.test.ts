import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Provider } from '../../src/sources/sync/provider.ts';
import { benchOf } from '../sources/sync/paged-trades.ts';
import { json, startProvider } from '../sources/sync/provider-server.ts';
import { fencesOf } from './guide-page.ts';

const SRC = resolve('src');
/** Where the names of the page's provider come from. */
const IMPORTS = `
  import { predictionMarkets } from '${SRC}/feeds/prediction/feed.ts';
  import { parseKalshiMarkets } from '${SRC}/sources/kalshi/markets-page.ts';
  import { listIn, textIn } from '${SRC}/sources/sync/list-in.ts';
  import { pagesByCursor } from '${SRC}/sources/sync/paging.ts';
  import { defineProvider } from '${SRC}/sources/sync/provider.ts';
`;

const dir = mkdtempSync(join(tmpdir(), 'alpha-source-'));
const file = join(dir, 'provider.ts');
beforeAll(() => {
  const [provider] = fencesOf('docs/adding-a-source.md');
  writeFileSync(file, `${IMPORTS}${provider?.text}`);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the provider of the page compiles', async () => {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2025', '--module', 'nodenext'];
  const types = [
    '--allowImportingTsExtensions',
    '--types',
    'node',
    '--typeRoots',
    resolve('node_modules/@types'),
  ];
  const tsc = resolve('node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, ['--ignoreConfig', ...options, ...types, file]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe('');
}, 600_000);

test('it reads all pages of a server', async () => {
  const { kalshi } = (await import(file)) as { readonly kalshi: Provider };
  await using server = await startProvider();
  const event = (n: number) => ({
    event_ticker: `E-${n}`,
    title: `Will it be ${n}?`,
    category: 'Economics',
    markets: [
      {
        ticker: `E-${n}-M`,
        title: `Will it be ${n}?`,
        status: 'active',
        last_price_dollars: '0.4200',
        volume_fp: '10.00',
        volume_24h_fp: '1.00',
        close_time: '2030-01-01T00:00:00Z',
      },
    ],
  });
  server.answer((request, response, url) =>
    json(
      url.searchParams.has('cursor')
        ? { events: [event(2)], cursor: '' }
        : { events: [event(1)], cursor: 'next' },
    )(request, response, url),
  );
  expect(await benchOf(server, kalshi).run()).toMatchObject({ outcome: 'done', read: 2, rejected: {} });
  expect(server.requests).toEqual(['/events?limit=200', '/events?cursor=next&limit=200']);
});
