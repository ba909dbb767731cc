import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [users = '', developers = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Words of the code');
// Words on the pages stand between them, as `words-on-the-pages.test.ts` has them.
const [api = ''] = users.split('## Words on the pages');
const rowsOf = (part: string): readonly string[] =>
  [...part.matchAll(/^\| (?!word \|)(.+) \|$/gm)].map(([, row = '']) => row);
const wordsOf = (part: string): readonly string[] => rowsOf(part).map((row) => row.split(' | ')[0] ?? '');

test('words of the API and words of the code are apart, each in alphabetical order, and none comes twice', () => {
  for (const part of [api, developers]) {
    const words = wordsOf(part);
    expect(words.length).toBeGreaterThan(20);
    expect(words).toEqual([...words].sort((a, b) => a.localeCompare(b, 'en')));
  }
  const all = [...wordsOf(api), ...wordsOf(developers)];
  expect(new Set(all).size).toBe(all.length);
});

test('what users read leads to no source file', () => {
  expect(users.match(/\.\.\/src\//g)).toBeNull();
  expect(readFileSync('docs/faq.md', 'utf8')).not.toMatch(/\balpha [a-z]+ |npm run|\.\.\/src\//);
});
