import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { importNamed, importsIn } from '../support/named-samples.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { stepsOf } from './guide-page.ts';

const PAGE = 'docs/time.md';
const examples = stepsOf(PAGE, ['graphql']).filter(({ printed }) => printed?.language === 'json');

it('docs/time.md has four worked examples', () => {
  expect(examples).toHaveLength(4);
});

describeWithSharedData('the worked examples of docs/time.md, on the sample files', '.', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await importNamed(app.services, folder, importsIn(PAGE));
  }, 600_000);
  afterAll(() => app?.stop(), 600_000);

  it.each(examples)('$heading', async ({ code, printed }) => {
    const { data, errors } = await app.graphql(code);
    expect(errors).toBeUndefined();
    expect(data).toEqual(JSON.parse(printed?.text ?? ''));
  });
});
