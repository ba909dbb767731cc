import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideBlocks } from './copied-project.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each(
  guideBlocks('docs/adding-a-feed.md', 'md').map(({ file, text }) => [file, text.split('\n')[0] ?? '']),
)('%s has the line once that the guide for a new feed adds to: %s', (file, line) => {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  expect(lines.filter((one) => one === line)).toHaveLength(1);
});
