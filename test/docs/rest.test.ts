import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/errors.ts';
import { expectPrinted, runShell, stepsOf } from './guide-page.ts';
import { type Guide, startGuide } from './start-guide.ts';

const page = readFileSync('docs/rest.md', 'utf8');
const steps = stepsOf('docs/rest.md', ['sh']);

let guide: Guide;
beforeAll(async () => {
  guide = await startGuide();
}, 600_000);
afterAll(() => guide.stop(), 600_000);

// In their order: what is left of the quota is among what they print.
describe('the commands of docs/rest.md print what it says', () => {
  test.each(steps)('$heading: $code', async ({ code, printed }) => {
    expectPrinted(await runShell(code, guide), printed);
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
      'DOCUMENT_NOT_LISTED',
      'PERSISTED_QUERY_NOT_FOUND',
      'INVALID_RECORDS',
      'NOT_SIGNED_IN',
      'SIGN_IN_REFUSED',
      'FOREIGN_ORIGIN',
    ];
    const expected = Object.entries(ERRORS).filter(([code]) => !others.includes(code));
    expect(Object.fromEntries(named)).toEqual(
      Object.fromEntries(expected.map(([code, { status }]) => [code, status])),
    );
    for (const code of others) expect(page).toContain(`\`${code}\``);
  });
});
