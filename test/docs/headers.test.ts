import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RATE_HEADERS } from '../../src/http/quota/rate-headers.ts';
import { EXPOSED_HEADERS } from '../../src/http/response/cors.ts';

const guide = readFileSync('docs/rest.md', 'utf8').split('\n## Headers\n')[1]?.split('\n## ')[0] ?? '';

/** Headers of errors and of downloads, and those of quotas, whose names the guide shortens. */
const ELSEWHERE: readonly string[] = ['Retry-After', 'Content-Disposition', ...RATE_HEADERS];

test('the guide names every header that a page of another origin may read', () => {
  const named = EXPOSED_HEADERS.filter((name) => !ELSEWHERE.includes(name));
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(guide).toContain(`\`${name}\``);
});
