import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { fencesOf, stepsOf } from './guide-page.ts';

const PAGE = 'docs/recipes.md';
const recipes = stepsOf(PAGE, ['graphql']);
/** Format and files of each `import` of the page. */
const imports = fencesOf(PAGE)
  .filter(({ info }) => info === 'sh')
  .flatMap(({ text }) => [...text.matchAll(/^npm run -s alpha -- import (\S+) (.*)$/gm)])
  .map(([, format = '', files = '']) => ({ format, files: files.split(' ') }));

it('docs/recipes.md has an answer below each query', () => {
  expect(recipes.map(({ printed }) => printed?.language)).toEqual(recipes.map(() => 'json'));
  expect(recipes).toHaveLength(4);
  expect(imports.length).toBeGreaterThan(0);
});

describeWithSharedData('the recipes of docs/recipes.md, on the sample files', '.', (folder) => {
  const samples = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  /** The sample of this name, compressed or not. */
  const sampleOf = (name: string): string => {
    const [found, ...others] = samples.filter((file) => [name, `${name}.gz`].includes(file.name));
    if (found === undefined || others.length > 0) throw new Error(`not one sample is named ${name}`);
    return join(found.parentPath, found.name);
  };

  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    for (const { format: name, files } of imports) {
      const format = formats.find((one) => one.name === name) ?? expect.unreachable(`no format ${name}`);
      await runFormat(app.services, format, files.map(sampleOf), {
        reject: async () => undefined,
        onProgress: () => undefined,
      });
    }
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
