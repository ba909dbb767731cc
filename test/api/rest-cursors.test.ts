import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { UNMETERED } from '../support/tiers.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await app.issue(UNMETERED.id, 'admin'); // more requests than a minute of a tier has
});
afterAll(() => app?.stop());

const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  paths: Record<string, { get?: { parameters?: readonly { $ref?: string; name?: string }[] } }>;
};
const LISTS = Object.entries(paths)
  .filter(([, { get }]) =>
    get?.parameters?.some(({ $ref, name }) => name === 'cursor' || /\/cursor(\.\d+)?$/.test($ref ?? '')),
  )
  .map(([path]) => path.replace('{scorecard}', 'ams'));

describe.each(LISTS)('%s', (path) => {
  it('judges a cursor before anything is answered, whatever is asked for', async () => {
    const asked: [string, Record<string, string>][] = [
      ['GET', { accept: 'application/json' }],
      ['GET', { accept: 'text/csv' }],
      ['GET', { accept: 'application/x-ndjson' }],
      ['GET', { 'if-none-match': '*' }],
      ['HEAD', {}],
    ];
    for (const cursor of ['x', '', 'WyJ4IiwieCIsImRlc2MiLDEsIngiXQ'])
      for (const [method, headers] of asked) {
        const by = path.endsWith('/groups') ? '&by=known_from_month' : '';
        const url = `${app.url}${path}?cursor=${cursor}&limit=1${by}`;
        const response = await fetch(url, { method, headers: { 'x-api-key': admin, ...headers } });
        const text = await response.text();
        expect(response.status, `${method} ${cursor} ${text}`).toBe(400);
        if (method === 'GET')
          expect(JSON.parse(text)).toMatchObject({ code: 'INVALID_CURSOR', param: 'cursor' });
      }
  });
});

it('knows the lists', () => expect(LISTS.length).toBeGreaterThan(15));
