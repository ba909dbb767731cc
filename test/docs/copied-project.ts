import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const COPIED = [
  'src',
  'schema',
  'test',
  'docs',
  ...readdirSync(ROOT).filter((name) => /^codegen.*\.ts$/.test(name)),
  'package.json',
  'vitest.config.ts',
];

/** A copy of the project that a guide may be followed in. Returns its directory. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'alpha-guide-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export interface GuideBlock {
  readonly file: string;
  readonly text: string;
}

/** Blocks of a page in a language, with the file they name. */
export function guideBlocks(page: string, language: 'ts' | 'md' = 'ts'): readonly GuideBlock[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language} (\\S+)\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, file = '', block = '']) => ({ file, text: block }),
  );
}

export const writeNew = (file: string, text: string): void => writeFileSync(file, text);

/** Puts the import, where the block begins with one, at the top, and the entry into the list that starts with `opening`. */
export function addEntry(file: string, block: string, opening: string): void {
  const parts = block.split('\n\n');
  const imported = parts.length > 1 ? `${parts[0]}\n` : '';
  replaceIn(file, opening, `${opening}\n${parts.at(-1)}`);
  writeFileSync(file, imported + readFileSync(file, 'utf8'));
}

/** Puts all of a block where its first line stands. */
export function addBelow(file: string, block: string): void {
  const [first = ''] = block.split('\n');
  replaceIn(file, `${first}\n`, block);
}

function replaceIn(file: string, found: string, by: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text.split(found), `${found} stands once in ${file}`).toHaveLength(2);
  writeFileSync(
    file,
    text.replace(found, () => by),
  );
}

/** Runs test files in a copy, of them the tests with matching names; returns the names of those that failed. */
export function runTests(copy: string, files: readonly string[], names: string): readonly string[] {
  const output = join(copy, 'results.json');
  // Each worker would load the whole project anew.
  const options = ['--maxWorkers=1', '--reporter=json', `--outputFile=${output}`];
  try {
    execFileSync('npx', ['--no-install', 'vitest', 'run', ...files, '-t', names, ...options], {
      cwd: copy,
      stdio: 'pipe',
    });
  } catch {
    // Tests failed, which the file says.
  }
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.some(({ status }) => status === 'passed')).toBe(true);
  return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}
