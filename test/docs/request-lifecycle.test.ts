import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fencesOf } from './guide-page.ts';

const [picture] = fencesOf('docs/request-lifecycle.md').filter(({ info }) => info === 'mermaid');

test('the picture has the stages of the pipeline in their order, and no other', () => {
  const pipeline = readFileSync('src/http/pipeline.ts', 'utf8');
  const stages = [...pipeline.matchAll(/\{ name: '(\w+)'/g)].map(([, name]) => name);
  expect(stages).toHaveLength(6);
  const shown = [...(picture?.text ?? '').matchAll(/\{"(\w+)(?:<br\/>[^"]*)?"\}/g)].map(([, name]) => name);
  expect(shown).toEqual(stages);
});
