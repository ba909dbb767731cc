import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBelow, addEntry, copyProject, guideBlocks, runTests, writeNew } from './copied-project.ts';

describe('docs/adding-a-field.md, done as it says', () => {
  const copy = copyProject();
  beforeAll(() => {
    for (const { file, text } of guideBlocks('docs/adding-a-field.md')) {
      if (file.endsWith('migrations/index.ts'))
        addEntry(join(copy, file), text, 'export const migrations: Readonly<Record<string, string>> = {');
      else if (/\d{4}-opened-at\.ts$/.test(file)) writeNew(join(copy, file), text);
      else addBelow(join(copy, file), text);
    }
    execFileSync('npm', ['run', 'codegen'], { cwd: copy, stdio: 'pipe' });
  }, 600_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('is in the SDL, the OpenAPI document and the tables', () => {
    const generated = (name: string) => readFileSync(join(copy, 'schema', name), 'utf8');
    expect(generated('schema.graphql')).toMatch(/type Reversal [^}]*openedAt: DateTime/);
    expect(generated('openapi.json')).toContain('opened_at_gte');
    expect(generated('tables.sql')).toContain('opened_at timestamptz(3)');
  });

  it('shows the internal field in the tables alone', () => {
    const committed = (name: string) => readFileSync(join('schema', name), 'utf8');
    const written = (name: string) => readFileSync(join(copy, 'schema', name), 'utf8');
    const mentions = (text: string) => text.split('origin').length;
    expect(written('tables.sql')).toContain('COMMENT ON COLUMN "reversals"."origin"');
    for (const name of ['schema.graphql', 'openapi.json'])
      expect(mentions(written(name)), name).toBe(mentions(committed(name)));
  });

  it('passes the tests the page names', () => {
    const failed = runTests(
      copy,
      ['test/contract/tables', 'test/contract/every-feed', 'test/rest/lists'],
      'eversal|mre',
    );
    expect(failed).toEqual([]);
  }, 300_000);
});
