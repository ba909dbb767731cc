import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '../../src/errors.ts';
import { startApp, type TestApp } from '../support/app.ts';

const page = readFileSync('docs/errors.md', 'utf8');
const entries = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry.slice(entry.indexOf('\n')).trim()]),
);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://api.example.com/alpha' });
});
afterAll(() => app.stop());

test('every code has an entry, and every entry is of a code', () => {
  expect([...entries.keys()].sort()).toEqual(Object.keys(ERRORS).sort());
});

test.each([...entries])('%s begins with its status', (code, entry) => {
  // Bold: a line that begins with `400.` is an item of a numbered list.
  expect(entry.slice(0, 9)).toBe(`**${ERRORS[code as ErrorCode].status}.** `);
});

test('type leads to the entry, at the address that clients see', async () => {
  const problem = (await (await app.get('/api/v1/congress?page=first')).json()) as { readonly type: string };
  expect(problem.type).toBe('https://api.example.com/alpha/guides/errors#invalid_parameter');
  const anchor = new URL(problem.type).hash.slice(1);
  expect([...entries.keys()].map((code) => code.toLowerCase())).toContain(anchor);
});
