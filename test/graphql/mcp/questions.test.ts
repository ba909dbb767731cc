import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { importNamed, importsIn } from '../../support/named-samples.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { CONGRESS_QUESTIONS } from './questions/congress.ts';
import { INSIDER_QUESTIONS } from './questions/insiders.ts';
import { MARKET_QUESTIONS } from './questions/markets.ts';
import type { Exports, Row } from './questions/question.ts';

const QUESTIONS = [...CONGRESS_QUESTIONS, ...INSIDER_QUESTIONS, ...MARKET_QUESTIONS];

const FEEDS = ['congress', 'insider', 'whales', 'prediction', 'trade-feed', 'mte'] as const;
const SEC = 'insider/sec-ownership';

const tokenizer = new Tiktoken(ranks);
const tokensIn = (text: string): number => tokenizer.encode(text).length;

/** What an assistant spends on a question. */
interface Spent {
  readonly calls: number;
  readonly units: number;
  /** Of all it sends and reads; the overview of the schema, which it reads once, apart. */
  readonly tokens: number;
}

describeWithSharedData('thirty questions to an assistant, on the sample files', '.', (folder) => {
  let app: TestApp;
  let client: Client;
  let overview = 0;
  const exports: Record<string, readonly Row[]> = {};
  const spent: Spent[] = [];

  beforeAll(async () => {
    app = await startApp();
    await importNamed(app.services, folder, importsIn('docs/recipes.md'));
    const forms = readdirSync(join(folder, SEC));
    const options = { filedAt: new Date('2025-08-25T00:00:00Z') };
    await importNamed(app.services, join(folder, SEC), [{ format: 'sec-ownership', files: forms, options }]);
    for (const feed of FEEDS) {
      const stale = feed === 'prediction' ? '&include_stale=true' : '';
      const answer = await app.get(`/api/v1/${feed}/export?format=ndjson${stale}`);
      exports[feed] = (await answer.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    }
    const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
      requestInit: { headers: { 'x-api-key': app.key } },
    });
    client = new Client({ name: 'assistant', version: '1' });
    await client.connect(transport);
    // As the instructions say: begin with the schema.
    expect(client.getInstructions()).toContain('Begin with the tool schema');
    overview = tokensIn(await call('schema', {}));
  }, 600_000);
  afterAll(() => app?.stop());

  async function call(name: string, args: Record<string, unknown>): Promise<string> {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [{ text } = { text: '' }] = content as readonly { readonly text: string }[];
    expect(isError, text).toBeFalsy();
    return text;
  }

  test.each(QUESTIONS)('$ask', async ({ reads, document, asOf, answer, right }) => {
    const texts: string[] = [];
    for (const type of reads) texts.push(await call('schema', { type }));
    const asked = { document, ...(asOf === undefined ? {} : { as_of: asOf }) };
    const priced = JSON.parse(await call('price', asked)) as { readonly units: number };
    const text = await call('query', { ...asked, max_units: priced.units });
    const { data, units } = JSON.parse(text) as { readonly data: never; readonly units: number };
    expect(answer(data)).toEqual(right(exports as Exports));
    texts.push(JSON.stringify(asked), JSON.stringify(asked), JSON.stringify(priced), text);
    spent.push({
      calls: reads.length + 2,
      units,
      tokens: texts.reduce((sum, one) => sum + tokensIn(one), 0),
    });
  });

  test('cost an assistant what docs/agents.md says', () => {
    expect(spent).toHaveLength(30);
    const median = (of: (one: Spent) => number) => spent.map(of).sort((a, b) => a - b)[15] ?? 0;
    const report = {
      overview,
      medianTokens: median(({ tokens }) => tokens),
      mostTokens: Math.max(...spent.map(({ tokens }) => tokens)),
      calls: spent.reduce((sum, { calls }) => sum + calls, 0),
      units: spent.reduce((sum, { units }) => sum + units, 0),
    };
    // Budgets: the page says what was measured, in round figures.
    expect(report.calls).toBe(90);
    expect(report.units).toBe(30);
    expect(report.overview).toBeLessThan(4_500);
    expect(report.medianTokens).toBeLessThan(2_000);
    expect(report.mostTokens).toBeLessThan(3_000);
  });
});
