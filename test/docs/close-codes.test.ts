import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLOSE_CODES } from '../../src/http/websocket/close-codes.ts';

test('docs/live.md shows the table of close codes', () => {
  const page = readFileSync('docs/live.md', 'utf8');
  const shown = [...page.matchAll(/^\| \d{4} \|.*\|$/gm)].map(([row]) => row);
  const rows = Object.values(CLOSE_CODES)
    .toSorted((a, b) => a.code - b.code)
    .map(({ code, meaning, reconnect }) => `| ${code} | ${meaning} | ${reconnect ? 'yes' : 'no'} |`);
  expect(shown).toEqual(rows);
});
