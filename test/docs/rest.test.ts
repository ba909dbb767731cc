import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/errors.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ingestFew, NOW } from './few-records.ts';
import { expectPrinted, runShell, stepsOf } from './guide-page.ts';

const page = readFileSync('docs/rest.md', 'utf8');
const steps = stepsOf('docs/rest.md', ['sh']);

let app: TestApp;
let env: Readonly<Record<string, string>>;
const cwd = mkdtempSync(join(tmpdir(), 'alpha-rest-guide-'));
beforeAll(async () => {
  app = await startApp({}, { clock: testClock(NOW) });
  await ingestFew(app);
  env = { URL: app.url, KEY: await app.issue('pro_api'), FREE_KEY: await app.issue('free') };
}, 60_000);
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await app.stop();
}, 60_000);

// In their order: what is left of the quota is among what they print.
describe('the commands of docs/rest.md print what it says', () => {
  test.each(steps)('$heading: $code', async ({ code, printed }) => {
    expectPrinted(await runShell(code, { cwd, env }), printed);
  });
});

describe('the tables of docs/rest.md', () => {
  /** Whatever is in backticks in the cells of a column of the tables of a section. */
  const cells = (section: string, column: number): string[] => {
    const [text = ''] = page.slice(page.indexOf(`\n## ${section}\n`) + 1).split(/\n## /);
    const rows = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    return rows.flatMap((row) =>
      [...(row.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
  };

  test('have every route that reads', () => {
    const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
      readonly paths: Readonly<Record<string, { readonly get?: object }>>;
    };
    const reading = Object.keys(paths).filter((path) => paths[path]?.get && !path.startsWith('/api/admin/'));
    expect(cells('Routes', 1).toSorted()).toEqual(reading.toSorted());
  });

  test('have every error of REST, under its status', () => {
    const named = page
      .split('\n')
      .filter((line) => /^\| \d{3}/.test(line))
      .flatMap((line) => {
        const [statuses = '', codes = ''] = line.split('|').slice(1);
        const status = statuses.split(',').map(Number);
        return [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code = ''], index) => [
          code,
          status[index] ?? status[0],
        ]);
      });
    const others = [
      'GRAPHQL_PARSE_FAILED',
      'GRAPHQL_VALIDATION_FAILED',
      'LIMIT_EXCEEDED',
      'COST_EXCEEDED',
      'DOCUMENT_NOT_LISTED',
      'PERSISTED_QUERY_NOT_FOUND',
      'INVALID_RECORDS',
    ];
    const expected = Object.entries(ERRORS).filter(([code]) => !others.includes(code));
    expect(Object.fromEntries(named)).toEqual(
      Object.fromEntries(expected.map(([code, { status }]) => [code, status])),
    );
    for (const code of others) expect(page).toContain(`\`${code}\``);
  });
});
