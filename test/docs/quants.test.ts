import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, pythonWith } from '../support/python.ts';
import { expectPrinted, run, type Step, stepsOf } from './guide-page.ts';
import { type Guide, startGuide } from './start-guide.ts';

const python = pythonWith();
const withPandas = pythonWith('pandas');
const RUNNERS = {
  sh: { program: 'bash', args: ['-euo', 'pipefail', '-c'], missing: null },
  python: { program: python ?? '', args: ['-c'], missing: python ? null : 'there is no python3' },
  pandas: { program: withPandas ?? '', args: ['-c'], missing: withPandas ? null : 'python3 has no pandas' },
  r: { program: 'Rscript', args: ['-e'], missing: has('Rscript', '--version') ? null : 'there is no R' },
  jsonlite: {
    program: 'Rscript',
    args: ['-e'],
    missing: has('Rscript', '-e', 'library(jsonlite)') ? null : 'there is no R with jsonlite',
  },
} as const;
function runnerOf({ language, code }: Step) {
  if (language === 'python') return /import .*\bpandas\b/.test(code) ? RUNNERS.pandas : RUNNERS.python;
  if (language === 'r') return code.includes('library(jsonlite)') ? RUNNERS.jsonlite : RUNNERS.r;
  return RUNNERS.sh;
}
const missing = Object.values(RUNNERS).find((runner) => runner.missing !== null)?.missing;
if (missing && process.env.REQUIRE_LANGUAGES === '1') throw new Error(`REQUIRE_LANGUAGES=1, but ${missing}`);

const steps = stepsOf('docs/quants.md', ['sh', 'python', 'r']).map((step) => {
  const runner = runnerOf(step);
  const skipped = runner.missing === null ? '' : `, skipped: ${runner.missing}`;
  return { ...step, runner, name: `${step.heading} (${step.language}${skipped})` };
});

let guide: Guide;
beforeAll(async () => {
  guide = await startGuide();
}, 60_000);
afterAll(() => guide.stop(), 60_000);

test('docs/quants.md has snippets of all kinds, each with what it prints', () => {
  expect(new Set(steps.map(({ language }) => language))).toEqual(new Set(['sh', 'python', 'r']));
  expect(steps.filter(({ printed }) => printed === null)).toEqual([]);
});

describe('the snippets of docs/quants.md print what it says', () => {
  for (const { name, runner, code, printed } of steps) {
    test.skipIf(runner.missing !== null)(name, async () => {
      expectPrinted(await run(runner.program, [...runner.args, code], guide), printed);
    });
  }
});
