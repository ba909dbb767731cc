import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectPrinted, runShell, stepsOf } from './guide-page.ts';
import { type Guide, startGuide } from './start-guide.ts';

const steps = stepsOf('docs/versioning.md', ['sh']);

let guide: Guide;
beforeAll(async () => {
  guide = await startGuide();
}, 600_000);
afterAll(() => guide.stop(), 600_000);

describe('the commands of docs/versioning.md print what it says', () => {
  test.each(steps)('$code', async ({ code, printed }) => {
    expectPrinted(await runShell(code, guide), printed);
  });
});

test('there are such commands', () => {
  expect(steps.length).toBeGreaterThan(1);
});
