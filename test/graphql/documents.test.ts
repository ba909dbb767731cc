import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { testClock } from '../core/clock.ts';
import { startTwins, type TwinAnswer, type Twins } from '../http/response-cache/twins.ts';

const QUERY = 'query Tiers { tiers { id } }';
const OTHER = '{ tiers { name } }';
const sha256 = (query: string) => hash('sha256', query, 'hex');

let open: Twins;
let listed: Twins;
beforeAll(async () => {
  open = await startTwins(testClock());
  listed = await startTwins(testClock(), { documents: [QUERY] });
});
afterAll(async () => {
  await open.stop();
  await listed.stop();
});

const ask = (twins: Twins, params: object) =>
  twins.keeping.send({
    path: '/graphql',
    method: 'POST',
    tier: 'unmetered',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
const named = (query: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: sha256(query) } },
});
const errorOf = ({ text }: TwinAnswer) => JSON.parse(text).errors?.[0];

test('a document is named by its hash once it was sent, and shares its answers', async () => {
  const unknown = await ask(open, named(QUERY));
  expect(unknown.status).toBe(404);
  expect(errorOf(unknown)).toMatchObject({
    message: 'PersistedQueryNotFound',
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
  });
  expect((await ask(open, { query: QUERY, ...named(QUERY) })).status).toBe(200);
  const answer = await ask(open, named(QUERY));
  expect(JSON.parse(answer.text).data.tiers.length).toBeGreaterThan(0);
  expect(answer.line.cache_hit).toBe(true);
  const search = new URLSearchParams({ extensions: JSON.stringify(named(QUERY).extensions) });
  const get = await open.keeping.send({ path: `/graphql?${search}`, tier: 'unmetered' });
  expect(JSON.parse(get.text).data).toEqual(JSON.parse(answer.text).data);
  expect((await ask(open, { query: QUERY })).line.cache_hit).toBe(true);
});

test('a hash of another document is refused, also when there is an answer for the document', async () => {
  await ask(open, { query: QUERY });
  const answer = await ask(open, { query: QUERY, ...named(OTHER) });
  expect(answer.status).toBe(400);
  expect(errorOf(answer).extensions.code).toBe('BAD_REQUEST');
  expect((await ask(open, named(OTHER))).status).toBe(404);
});

test('where documents are listed, no others are executed', async () => {
  for (const params of [{ query: QUERY }, named(QUERY), { query: QUERY, ...named(QUERY) }]) {
    expect((await ask(listed, params)).status).toBe(200);
    expect((await ask(listed, params)).line.cache_hit).toBe(true);
  }
  for (const params of [{ query: OTHER }, { query: OTHER, ...named(OTHER) }, { query: `${QUERY} ` }]) {
    const answer = await ask(listed, params);
    expect(answer.status).toBe(403);
    expect(errorOf(answer).extensions.code).toBe('DOCUMENT_NOT_LISTED');
  }
  expect((await ask(listed, named(OTHER))).status).toBe(404);
});

test('the list is a JSON object of texts', () => {
  const read = (text: string) =>
    readConfig({ DOCUMENTS_FILE: 'list.json' }, { readText: () => text }).documents;
  expect(read(JSON.stringify({ [sha256(QUERY)]: QUERY }))).toEqual([QUERY]);
  for (const wrong of ['', '[]', '{}', '{"a":1}', 'null'])
    expect(() => read(wrong), wrong).toThrow('DOCUMENTS_FILE list.json');
});
