import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { importNamed, importsIn } from '../support/named-samples.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { stepsOf } from './guide-page.ts';

const PAGE = 'docs/recipes.md';
const recipes = stepsOf(PAGE, ['graphql']);
const imports = importsIn(PAGE);

it('docs/recipes.md has an answer below each query', () => {
  expect(recipes.map(({ printed }) => printed?.language)).toEqual(recipes.map(() => 'json'));
  expect(recipes).toHaveLength(4);
  expect(imports.length).toBeGreaterThan(0);
});

describeWithSharedData('the recipes of docs/recipes.md, on the sample files', '.', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await importNamed(app.services, folder, imports);
  }, 600_000);
  afterAll(() => app?.stop());

  it.each(recipes)('$heading', async ({ code, printed }) => {
    const { data, errors, extensions } = (await app.graphql(code)) as Awaited<
      ReturnType<TestApp['graphql']>
    > & { extensions: { cost: { actual: number } } };
    expect(errors).toBeUndefined();
    expect(data).toEqual(JSON.parse(printed?.text ?? ''));
    expect(extensions.cost.actual).toBe(1);
  });
});
