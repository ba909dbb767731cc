import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, pythonWith } from '../support/python.ts';
import { expectPrinted, run, type Step, stepsOf } from './guide-page.ts';
import { type Guide, startGuide } from './start-guide.ts';

const python = (...modules: readonly string[]) => {
  const program = pythonWith(...modules);
  return {
    program: program ?? '',
    args: ['-c'],
    missing: program ? null : `there is no python3 with ${modules.join(', ')}`,
  };
};
const RUNNERS = {
  sh: { program: 'bash', args: ['-euo', 'pipefail', '-c'], missing: null },
  python: python('json'),
  pandas: python('pandas'),
  parquet: python('pandas', 'pyarrow'),
  polars: python('polars'),
  duckdb: python('duckdb', 'pytz'),
  r: { program: 'Rscript', args: ['-e'], missing: has('Rscript', '--version') ? null : 'there is no R' },
  jsonlite: {
    program: 'Rscript',
    args: ['-e'],
    missing: has('Rscript', '-e', 'library(jsonlite)') ? null : 'there is no R with jsonlite',
  },
} as const;
function runnerOf({ language, code }: Step) {
  if (language === 'python') {
    const library = /import .*\b(pandas|polars|duckdb)\b/.exec(code)?.[1] ?? 'python';
    if (library === 'pandas' && /parquet|arrow/i.test(code)) return RUNNERS.parquet;
    return RUNNERS[library as 'pandas' | 'polars' | 'duckdb' | 'python']; // as the expression has it
  }
  if (language === 'r') return code.includes('library(jsonlite)') ? RUNNERS.jsonlite : RUNNERS.r;
  return RUNNERS.sh;
}
/** Debian has no packages of the others: `all` requires them too. */
const PACKAGED = [RUNNERS.sh, RUNNERS.python, RUNNERS.pandas, RUNNERS.r, RUNNERS.jsonlite];
const { REQUIRE_LANGUAGES: required } = process.env;
const missing = (required === 'all' ? Object.values(RUNNERS) : PACKAGED).find(
  (runner) => runner.missing !== null,
)?.missing;
if (missing && required) throw new Error(`REQUIRE_LANGUAGES=${required}, but ${missing}`);

const steps = stepsOf('docs/quants.md', ['sh', 'python', 'r']).map((step) => {
  const runner = runnerOf(step);
  const skipped = runner.missing === null ? '' : `, skipped: ${runner.missing}`;
  return { ...step, runner, name: `${step.heading} (${step.language}${skipped})` };
});

let guide: Guide;
beforeAll(async () => {
  guide = await startGuide({ files: true });
}, 600_000);
afterAll(() => guide.stop(), 600_000);

test('docs/quants.md has snippets of all kinds, each with what it prints', () => {
  expect(new Set(steps.map(({ language }) => language))).toEqual(new Set(['sh', 'python', 'r']));
  expect(steps.filter(({ printed }) => printed === null)).toEqual([]);
});

describe('the snippets of docs/quants.md print what it says', () => {
  for (const { name, runner, code, printed } of steps) {
    test.skipIf(runner.missing !== null)(
      name,
      async () => {
        expectPrinted(await run(runner.program, [...runner.args, code], guide), printed);
      },
      600_000,
    );
  }
});
