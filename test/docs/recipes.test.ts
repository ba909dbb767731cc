import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../build-examples.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { type Consumer, installPacked } from '../client/packed.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { importNamed, importsIn } from '../support/named-samples.ts';
import { tabsOf } from '../support/page-tabs.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { stepsOf } from './guide-page.ts';
import { MISSING, runExamples } from './languages.ts';

const PAGE = 'docs/recipes.md';
const recipes = stepsOf(PAGE, ['graphql']);
const imports = importsIn(PAGE);

/** With every sign that a language quotes, or that looks as if it were encoded already. */
const NASTY = `O'Neil "Q" """ \\ \\n \`b\` $HOME $(id) \${x} %41 %s & # + )" )-" é’`;
const naming = (name: string) =>
  `insiderFilings(filter: { insiderName: { eq: ${name} } }) { nodes { shares } }`;
const NASTY_QUERIES = [
  // A comment may have what a string of GraphQL must escape.
  { query: `{ # ${NASTY}\n ${naming(JSON.stringify(NASTY))}\n} # "`, variables: null },
  {
    query: `query ($name: String!) { ${naming('$name')} }`,
    variables: JSON.stringify({ name: NASTY }, null, 2),
  },
];

it('docs/recipes.md has an answer below each query', () => {
  expect(recipes.map(({ printed }) => printed?.language)).toEqual(recipes.map(() => 'json'));
  expect(recipes).toHaveLength(4);
  expect(imports.length).toBeGreaterThan(0);
});

describeWithSharedData('the recipes of docs/recipes.md, on the sample files', '.', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    await buildSiteIfStale();
    app = await startApp({}, { site: readSite(SITE_DIR) });
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

  describe('the code in the tabs of their page, and of queries that are hard to quote, has the same answers', () => {
    let consumer: Consumer;
    beforeAll(async () => {
      consumer = await installPacked();
      const filing = {
        ...{
          id: 'nasty',
          ticker: 'NVDA',
          company_name: 'NVDA Inc.',
          insider_name: NASTY,
          shares: 7,
          value: 70,
        },
        ...{ transaction_code: 'P', transaction_direction: 'buy', is_director: false, is_ten_percent: false },
        ...{ filing_date: '2026-02-24T21:00:00Z', trade_date: '2026-02-24T21:00:00Z' },
      };
      expect((await app.ingest('insider', [filing])).status).toBe(200);
    }, 600_000);
    afterAll(() => consumer?.remove());

    const languages = Object.entries(EXAMPLES).map(([language, write]) => ({
      language,
      write,
      why: MISSING[language],
    }));
    for (const { language, write, why } of languages)
      it.skipIf(why)(`${language}${why ? `, skipped: ${why}` : ''}`, async () => {
        const own = { url: app.url, key: app.key };
        const page = await (await fetch(`${app.url}/guides/recipes`)).text();
        const examples = [
          ...tabsOf(page, own).map((tabs) => tabs.get(language) ?? ''),
          ...NASTY_QUERIES.map((one) => write({ ...one, ...own })),
        ];
        const printed = await runExamples(language, examples, consumer.dir);
        const answers = printed.map((text) => JSON.parse(text));
        expect(answers.map((answer) => answer.data ?? answer)).toEqual([
          ...recipes.map((recipe) => JSON.parse(recipe.printed?.text ?? '')),
          ...NASTY_QUERIES.map(() => ({ insiderFilings: { nodes: [{ shares: 7 }] } })),
        ]);
      });
  });
});
