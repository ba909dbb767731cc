import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fencesOf } from './guide-page.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
const [picture] = fencesOf('docs/architecture.md').filter(({ info }) => info === 'mermaid');
const folders = readdirSync('src', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

test('the picture names folders and files of src', () => {
  const named = [...(picture?.text ?? '').matchAll(/\["?([a-z][\w/.-]*)<br\/>|\[\("([a-z]\w*)<br\/>/g)].map(
    ([, path, store]) => path ?? store ?? '',
  );
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((path) => !existsSync(join('src', path)))).toEqual([]);
});

test('every arrow begins and ends at a box', () => {
  const text = picture?.text ?? '';
  const boxes = new Set([...text.matchAll(/^ *(?:\w+ -->|) *(\w+)[([]/gm)].map(([, box]) => box));
  const ends = [...text.matchAll(/^ *(\w+)(?:\(.*\))? (?:-->|-\.->) (\w+)$/gm)].flatMap(([, a, b]) => [a, b]);
  expect(ends.length).toBeGreaterThan(30);
  expect(ends.filter((end) => !boxes.has(end))).toEqual([]);
});

test('the table has every folder of src, and no other', () => {
  const rows = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const named = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  expect(named.toSorted()).toEqual(folders.toSorted());
});

test('it gives the reason for every decision on record', () => {
  const records = readdirSync('docs/adr');
  expect(records.filter((name) => !page.includes(`(adr/${name})`))).toEqual([]);
});
