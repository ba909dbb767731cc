import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TERMS } from '../../src/web/data/terms.ts';

test('the glossary explains the words of the pages as the pages do', () => {
  const sections = readFileSync('docs/glossary.md', 'utf8').split('\n## ');
  const section = sections.find((one) => one.startsWith('Words on the pages')) ?? '';
  const rows = [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, word, meaning]) => [word, meaning]);
  expect(rows.slice(1)).toEqual(Object.entries(TERMS));
});
