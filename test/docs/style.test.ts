import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guidePages } from './guide-page.ts';

/** Words of the last section of docs/style.md. */
const WORDS =
  /\b(unless said|as said|(is|are) refused|(is|are) passed over|thereof|hereby|whereof|in order to|utili[sz]es?|please note|note that|simply|obviously|of course)\b/gi;
/** `a Asset`, but `a UInt`, `a one`. */
const ARTICLES = /\ba [AEIOaeio][a-z]+/g;

/** Without code, and without what stands in backticks. */
const prose = (markdown: string): string =>
  markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`]*`/g, '`…`');

/** The page that shows the words, and those for developers of this project. */
const OTHERS = [
  'docs/style.md',
  'docs/performance.md',
  'docs/testing.md',
  'docs/architecture.md',
  'docs/samples.md',
];
const guides = guidePages.filter((page) => !OTHERS.includes(page) && !/docs\/(adr|adding-)/.test(page));

const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 60));

describe('what is published keeps to docs/style.md', () => {
  test.each([...guides, 'clients/python/README.md', 'clients/typescript/README.md'])('%s', (page) => {
    expect(found(prose(readFileSync(page, 'utf8')), WORDS)).toEqual([]);
  });

  test('descriptions in the SDL', () => {
    const sdl = readFileSync('schema/schema.graphql', 'utf8');
    const descriptions = [...sdl.matchAll(/"""([\s\S]*?)"""/g)].map(([, text = '']) => text).join('\n');
    expect(descriptions.length).toBeGreaterThan(10_000);
    expect(found(descriptions, WORDS)).toEqual([]);
    expect(found(descriptions, /\b[Aa] [AEIO][a-z]+[A-Z]\w*/g)).toEqual([]);
  });

  test('descriptions in the OpenAPI document', () => {
    const text = readFileSync('schema/openapi.json', 'utf8');
    const descriptions = [...text.matchAll(/"(?:description|summary)": ("(?:[^"\\]|\\.)*")/g)]
      .map(([, one = '""']) => JSON.parse(one) as string)
      .join('\n');
    expect(descriptions.length).toBeGreaterThan(10_000);
    expect(found(descriptions, WORDS)).toEqual([]);
    expect(found(descriptions, ARTICLES).filter((one) => !/\ba (one|euro)/i.test(one))).toEqual([]);
  });

  test('every word of the list is looked for, and every pair has two sides', () => {
    const page = readFileSync('docs/style.md', 'utf8');
    const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].filter(([, left]) => left !== 'before');
    const [pairs, words] = [page.split('## Words')[0] ?? '', page.split('## Words')[1] ?? ''];
    expect(pairs.match(/^\| .+ \| .+ \|$/gm)?.length).toBe(21);
    const listed = [...words.matchAll(/^\| (.+?) \|/gm)].map(([, left = '']) => left).slice(1);
    for (const word of listed.flatMap((one) => one.split(', ')))
      if (!word.includes('leverage')) expect(word.match(WORDS), word).not.toBeNull();
    expect(rows.length).toBeGreaterThan(25);
  });
});
