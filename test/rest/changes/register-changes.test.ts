import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atomOf } from '../../../src/rest/changes/atom.ts';
import { type Change, changesOf } from '../../../src/rest/changes/changes.ts';
import { RELEASES } from '../../../src/rest/changes/releases.ts';
import { things } from '../../support/deprecated-feed.ts';
import { type RestServer, startRest } from '../rest-server.ts';

let server: RestServer;
beforeAll(async () => {
  server = await startRest();
});
afterAll(() => server.close());

const ATOM = 'application/atom+xml';

const changesIn = (body: unknown) => (body as { readonly changes: readonly Change[] }).changes;

describe('/api/changes', () => {
  test('tells what is declared, with every place it stands at', async () => {
    const answer = await server.get('/api/changes');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const sort = changesIn(answer.body).find(({ id }) => id === 'deprecation:sort');
    expect(sort).toMatchObject({ kind: 'deprecation', on: '2026-11-26', sunset: '2027-11-26' });
    expect(sort?.affects).toContain('GET /api/v1/congress?sort');
    expect(sort?.affects).toContain('GET /api/scorecards/{scorecard}/data?sort');
    expect(sort?.affects).not.toContain('GET /api/v1/prediction?sort');
  });

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
    [ATOM, ATOM],
    [`application/json;q=0.5, ${ATOM}`, ATOM],
    [`${ATOM};q=0.5, application/json`, 'application/json'],
  ])('Accept: %s is answered as %s', async (accept, type) => {
    const answer = await server.get('/api/changes', accept === undefined ? {} : { accept });
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(answer.headers.vary).toContain('Accept');
  });

  test('is cached by a tag for each form', async () => {
    const tags = await Promise.all(
      [undefined, ATOM].map(async (accept) => {
        const headers = accept === undefined ? {} : { accept };
        const { etag = '', ...others } = (await server.get('/api/changes', headers)).headers;
        expect(others['cache-control']).toBe('public, max-age=300');
        const again = await server.get('/api/changes', { ...headers, 'if-none-match': etag });
        expect([again.status, again.text]).toEqual([304, '']);
        return etag;
      }),
    );
    expect(new Set(tags).size).toBe(2);
  });
});

describe('the Atom feed', () => {
  const read = (text: string) =>
    new XMLParser({ ignoreAttributes: false, isArray: (name) => ['entry', 'link'].includes(name) }).parse(
      text,
    );

  test('has what RFC 4287 asks for', async () => {
    const answer = await server.get('/api/changes.atom');
    expect(answer.headers['content-type']).toBe(`${ATOM}; charset=utf-8`);
    const { feed } = read(answer.text);
    expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom');
    expect(feed).toMatchObject({ id: 'urn:alpha-data:changes', author: { name: 'Alpha Data' } });
    expect(feed.updated).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    for (const entry of feed.entry) {
      expect(entry).toMatchObject({ id: expect.any(String), title: expect.any(String) });
      expect(entry.updated).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    }
    const ids = feed.entry.map(({ id }: { readonly id: string }) => id);
    const { body } = await server.get('/api/changes');
    expect(ids).toEqual(changesIn(body).map(({ id }) => `urn:alpha-data:change:${id}`));
  });

  test('escapes what it is told, and is absolute where the address is known', () => {
    const summary = 'rows < 5 & "more"';
    const change = {
      id: 'a',
      kind: 'release',
      on: '2026-01-02',
      title: 'A',
      summary,
      sunset: null,
      affects: [],
    } as const;
    const { feed } = read(atomOf([change], 'https://api.example.com'));
    expect(feed.entry[0].content['#text']).toBe(summary);
    expect(feed.link[0]['@_href']).toBe('https://api.example.com/api/changes.atom');
  });
});

test('fields that go are told by their types, releases beside them, the newest first', () => {
  const releases = [
    { version: '2.0.0', on: '2026-02-02', summary: 'Second.' },
    { version: '1.0.0', on: '2025-01-01', summary: 'First.' },
  ];
  const changes = changesOf([], [things], releases);
  expect(changes.map(({ id }) => id)).toEqual(['release:2.0.0', 'deprecation:weight', 'release:1.0.0']);
  expect(changes[1]?.affects).toEqual(['Thing.weight']);
});

test('every release of the changelog is told, and no other', () => {
  const headings = [
    ...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$/gm),
  ];
  expect(RELEASES.map(({ version, on }) => [version, on])).toEqual(
    headings.map(([, version, on]) => [version, on]),
  );
});

test('what goes works for a year at least', async () => {
  const { body } = await server.get('/api/changes');
  for (const { id, on, sunset } of changesIn(body).filter(({ kind }) => kind === 'deprecation')) {
    const days = (Date.parse(sunset ?? '') - Date.parse(on)) / 86_400_000;
    expect(days, id).toBeGreaterThanOrEqual(365);
  }
});
