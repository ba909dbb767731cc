import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, installPacked } from '../client/packed.ts';
import { expectPrinted, run, runShell, stepsOf } from './guide-page.ts';
import { MISSING, PYTHON_ENV, python } from './languages.ts';
import { type Guide, startGuide } from './start-guide.ts';

const LANGUAGES = ['sh', 'js', 'python', 'r'];
const steps = stepsOf('docs/quick-start.md', LANGUAGES);

let guide: Guide;
let consumer: Consumer;
beforeAll(async () => {
  [guide, consumer] = await Promise.all([startGuide(), installPacked()]);
}, 600_000);
afterAll(async () => {
  consumer?.remove();
  await guide?.stop();
}, 600_000);

test('every question is asked in every language, and each has the same answer', () => {
  const byHeading = Map.groupBy(steps, ({ heading }) => heading);
  expect(byHeading.size).toBe(3);
  for (const [heading, tabs] of byHeading) {
    expect(
      tabs.map(({ language }) => language),
      heading,
    ).toEqual(LANGUAGES);
    expect(
      tabs.every(({ printed }) => printed !== null && printed === tabs[0]?.printed),
      heading,
    ).toBe(true);
  }
});

describe('the tabs of docs/quick-start.md print what it says', () => {
  for (const { heading, language, code, printed } of steps) {
    const why = MISSING[language];
    test.skipIf(why !== undefined)(
      `${heading} (${language}${why ? `, skipped: ${why}` : ''})`,
      async () => {
        expectPrinted(await runTab(language, code), printed);
      },
      600_000,
    );
  }
});

function runTab(language: string, code: string): Promise<string> {
  const { URL: url = '', KEY: key = '' } = guide.env;
  const env = { ALPHA_URL: url, ALPHA_KEY: key, ...PYTHON_ENV };
  if (language === 'js') {
    writeFileSync(join(consumer.dir, 'tab.mjs'), code);
    return run(process.execPath, ['tab.mjs'], { cwd: consumer.dir, env });
  }
  const options = { cwd: guide.cwd, env };
  if (language === 'python') return run(python ?? '', ['-c', code], options);
  return language === 'r' ? run('Rscript', ['-e', code], options) : runShell(code, options);
}
