import { expect, it } from 'vitest';
import { type Figure, verdictOf } from '../../bench/case.ts';
import { markdownOf, replaceTable } from '../../bench/print-report.ts';

const ratio: Figure = { name: 'REST hit against bare node:http', value: 0.82, unit: 'ratio', target: 0.82 };
const memory: Figure = { name: 'memory', value: 300, unit: 'MB', target: 256 };
const told: Figure = { name: 'first query', value: 12, unit: 'ms', target: null };

it('asks at least so much of a ratio and at most so much of anything else', () => {
  expect(verdictOf(ratio)).toBe('pass');
  expect(verdictOf({ ...ratio, value: 0.81 })).toBe('falls short');
  expect(verdictOf({ ...ratio, value: Number.NaN })).toBe('falls short');
  expect(verdictOf(memory)).toBe('falls short');
  expect(verdictOf({ ...memory, value: 256 })).toBe('pass');
  expect(verdictOf(told)).toBe('');
});

it('writes every figure with its target and verdict into the page, and nothing else of it', () => {
  const machine = {
    at: '2026-01-02T03:04:05.678Z',
    commit: 'abc1234',
    cpu: 'Some Processor',
    cores: 2,
    memoryGb: 8,
    node: 'v24.0.0',
    load: { before: 0.1, after: 1.9 },
  };
  const cases = [{ name: 'hits', seconds: 1, measured: [], figures: [ratio, memory, told] }];
  const page = 'before\n<!-- written by `npm run bench -- --write` -->\nold\n<!-- until here -->\nafter\n';
  const table = markdownOf({ machine, quick: false, cases });
  expect(replaceTable(page, table)).toBe(`before
<!-- written by \`npm run bench -- --write\` -->
Measured on 2026-01-02 at commit abc1234 with Node 24.0.0: 2 × Some Processor, 8 GB; load 0.1 before and 1.9 after.

| figure | measured | target | |
|---|---|---|---|
| REST hit against bare node:http | 0.82 | ≥ 0.82 | pass |
| memory | 300 MB | ≤ 256 MB | falls short |
| first query | 12 ms |  |  |
<!-- until here -->
after
`);
  expect(() => replaceTable('no marks', table)).toThrow(/docs\/performance\.md has no/);
});
