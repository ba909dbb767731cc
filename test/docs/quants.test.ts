import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ingestFew, NOW } from './few-records.ts';
import { expectPrinted, run, type Step, stepsOf } from './guide-page.ts';

const has = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0;
const RUNNERS = {
  sh: { program: 'bash', args: ['-euo', 'pipefail', '-c'], missing: null },
  python: {
    program: 'python3',
    args: ['-c'],
    missing: has('python3', '-c', '') ? null : 'there is no python3',
  },
  pandas: {
    program: 'python3',
    args: ['-c'],
    missing: has('python3', '-c', 'import pandas') ? null : 'python3 has no pandas',
  },
  r: { program: 'Rscript', args: ['-e'], missing: has('Rscript', '--version') ? null : 'there is no R' },
} as const;

function runnerOf({ language, code }: Step) {
  if (language === 'python') return /import .*\bpandas\b/.test(code) ? RUNNERS.pandas : RUNNERS.python;
  return language === 'r' ? RUNNERS.r : RUNNERS.sh;
}

const steps = stepsOf('docs/quants.md', ['sh', 'python', 'r']).map((step) => {
  const runner = runnerOf(step);
  const skipped = runner.missing === null ? '' : `, skipped: ${runner.missing}`;
  return { ...step, runner, name: `${step.heading} (${step.language}${skipped})` };
});

let app: TestApp;
let env: Readonly<Record<string, string>>;
const cwd = mkdtempSync(join(tmpdir(), 'alpha-quants-guide-'));
beforeAll(async () => {
  app = await startApp({}, { clock: testClock(NOW) });
  await ingestFew(app);
  env = { URL: app.url, KEY: await app.issue('pro_api'), FREE_KEY: await app.issue('free') };
}, 60_000);
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await app.stop();
}, 60_000);

test('docs/quants.md has snippets of all kinds, each with what it prints', () => {
  expect(new Set(steps.map(({ language }) => language))).toEqual(new Set(['sh', 'python', 'r']));
  expect(steps.filter(({ printed }) => printed === null)).toEqual([]);
});

describe('the snippets of docs/quants.md print what it says', () => {
  for (const { name, runner, code, printed } of steps) {
    test.skipIf(runner.missing !== null)(name, async () => {
      expectPrinted(await run(runner.program, [...runner.args, code], { cwd, env }), printed);
    });
  }
});
