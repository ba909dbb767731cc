import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Consumer, installPacked } from '../client/packed.ts';
import { signals } from '../client/records.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { signal } from '../support/signal.ts';
import { expectPrinted, fencesOf, runShell, stepsOf } from './guide-page.ts';

const page = readFileSync('docs/client.md', 'utf8');
const dashboard = fencesOf('docs/building-a-dashboard.md');
const dashboardBlock = (info: string) => dashboard.find((fence) => fence.info === info)?.text ?? '';
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';
const run = promisify(execFile);

let app: TestApp;
let consumer: Consumer;
beforeAll(async () => {
  [app, consumer] = await Promise.all([startApp(), installPacked()]);
  await app.ingest('trade-feed', signals('S', 5));
  const trade = {
    id: 'c1',
    politician_name: 'Ann Example',
    chamber: 'house',
    ticker: 'NVDA',
    transaction_type: 'Purchase',
    transaction_date: '2026-01-05T00:00:00',
    filing_date: '2026-01-09T00:00:00',
    asset_name: 'NVIDIA',
    is_tradable: true,
  };
  const ingested = await app.ingest('congress', [trade]);
  expect(ingested.status, await ingested.text()).toBe(200);
}, 600_000);
afterAll(async () => {
  consumer?.remove();
  await app?.stop();
}, 600_000);

test('the example for Node runs with the packed package', async () => {
  const example = block('js');
  expect(example.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(20);
  writeFileSync(join(consumer.dir, 'example.mjs'), example);
  const child = spawn(process.execPath, ['example.mjs'], {
    cwd: consumer.dir,
    env: { ...process.env, ALPHA_URL: app.url, ALPHA_KEY: app.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const seen: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    seen.push(line);
    if (line.includes('unit')) await app.ingest('trade-feed', [signal('tick', { symbol: 'TICK' })]);
    if (line.includes('TICK')) break;
  }
  expect(seen[0]).toBe('Ann Example NVDA');
  expect(seen.at(-1)).toContain('CREATED');
});

test('the query of docs/building-a-dashboard.md is answered, and costs what it says', async () => {
  const { data, errors } = await app.graphql(dashboardBlock('graphql'));
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    signals: { nodes: expect.any(Array) },
    viewer: { usage: expect.any(Object) },
  });
  const [priced] = stepsOf('docs/building-a-dashboard.md', ['sh']);
  const printed = await runShell(priced?.code ?? 'false', { cwd: '.', env: { URL: app.url, KEY: app.key } });
  expectPrinted(printed, priced?.printed ?? null);
});

test('a program ends when its streams do', async () => {
  const program = `import { createClient } from '@alpha-data/client';
    const client = createClient({ url: '${app.url}', key: '${app.key}' });
    const events = 'subscription ($after: String) { signals(after: $after) { kind cursor } }';
    const page = await client.query('{ signals(first: 1) { liveCursor } }');
    await fetch('${app.url}/api/ingest/trade-feed', { method: 'POST', body: process.env.RECORD,
      headers: { 'x-api-key': process.env.INGEST_KEY, 'content-type': 'application/json' } });
    for await (const { kind } of client.subscribe(events, {}, { after: page.data.signals.liveCursor })) {
      console.log(kind);
      break;
    }`;
  const env = {
    ...process.env,
    INGEST_KEY: await app.issue('quant', 'ingest'),
    RECORD: JSON.stringify([signal('end')]),
  };
  const child = run(process.execPath, ['--input-type=module', '-e', program], { cwd: consumer.dir, env });
  expect((await child).stdout).toBe('CREATED\n');
});

test('the types of the packed package are for browsers too', async () => {
  writeFileSync(
    join(consumer.dir, 'use.ts'),
    `import { createClient, type CongressTrade } from '@alpha-data/client';
     const { trades } = await createClient({ url: '' }).rest.listCongress({ ticker: 'NVDA' });
     export const first: CongressTrade | undefined = trades[0];
     // @ts-expect-error it is a text
     export const id: number | undefined = first?.id;`,
  );
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const tsc = resolve('node_modules/.bin/tsc');
  const browser = ['--target', 'es2024', '--lib', 'es2024,dom', '--types', ''];
  await run(tsc, ['--ignoreConfig', ...options, ...browser, 'use.ts'], { cwd: consumer.dir }).catch(
    ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
  );
});

test('the configuration of the code generator makes documents that the client takes', async () => {
  const file = join(consumer.dir, 'codegen.ts');
  writeFileSync(file, block('ts'));
  interface Config {
    readonly schema: string;
    readonly generates: Readonly<Record<string, { readonly config: object; readonly presetConfig: object }>>;
  }
  const { default: config } = (await import(file)) as { readonly default: Config };
  const sdl = await (await fetch(config.schema.replace('http://127.0.0.1:4000', app.url))).text();
  const [target, output] = Object.entries(config.generates)[0] ?? [];
  if (!target || !output) throw new Error('nothing is generated');
  const document = 'query Names { signals(first: 1) { nodes { symbol timestamp } } }';
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: target,
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents: [{ location: 'a.graphql', rawSDL: document, document: parse(document) }],
    config: output.config,
    presetConfig: output.presetConfig,
    plugins: [],
    pluginMap: {},
    pluginContext: {},
    documentTransforms: [],
  });
  const graph = outputs.find(({ filename }) => filename.endsWith('graphql.ts'));
  if (!graph) throw new Error('no documents were generated');
  const text = await codegen(graph);
  expect(text).toContain('new TypedDocumentString(');
  expect(text).toMatch(/symbol: string,? timestamp: string/);
});

describe.skipIf(CHROMIUM === null)(
  'in Chromium (skipped where it is missing: apt-get install chromium)',
  () => {
    let browser: Browser;
    let site: Server;
    beforeAll(async () => {
      browser = await launchBrowser();
      const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
      const pages = { 'index.html': block('html'), 'dashboard.html': dashboardBlock('html') };
      for (const [file, text] of Object.entries(pages))
        writeFileSync(join(consumer.dir, file), text.replace('http://127.0.0.1:4000', app.url));
      site = createServer((request, response) => {
        const path = request.url === '/' ? '/index.html' : (request.url ?? '');
        const type = types[extname(path)];
        if (!type) return void response.writeHead(404).end();
        response.writeHead(200, { 'content-type': type }).end(readFileSync(join(consumer.dir, path)));
      });
      await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      site?.close();
    });

    async function open(path: string) {
      const address = site.address();
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`;
      const tab = await browser.newPage();
      const complaints: string[] = [];
      tab.on('pageerror', (error) => complaints.push(error.message));
      await tab.addInitScript((key) => sessionStorage.setItem('key', key), app.key);
      await tab.goto(url);
      return { tab, complaints };
    }

    test('the example for browsers shows a page, then what happens', async () => {
      const { tab, complaints } = await open('/');
      await tab.locator('li').nth(4).waitFor();
      await app.ingest('trade-feed', [signal('browser', { symbol: 'BROWSER', pnl_pct: 2.5 })]);
      await tab.getByText('BROWSER 2.5%').waitFor();
      expect(await tab.locator('li').first().textContent()).toBe('BROWSER 2.5%');
      expect(complaints).toEqual([]);
    }, 600_000);

    test('the dashboard of docs/building-a-dashboard.md follows its lists', async () => {
      const { tab, complaints } = await open('/dashboard.html');
      await tab.getByText('units left today').waitFor();
      await app.ingest('trade-feed', [signal('open', { symbol: 'OPENED', pnl_pct: 1.5 })]);
      await tab.locator('#signals').getByText('OPENED 1.5%').waitFor();
      await app.ingest('trade-feed', [signal('open', { symbol: 'OPENED', pnl_pct: 2 })]);
      await tab.locator('#signals').getByText('OPENED 2%').waitFor();
      await app.ingest('trade-feed', [signal('open', { symbol: 'OPENED', status: 'CLOSED' })]);
      await tab.locator('#signals').getByText('OPENED').waitFor({ state: 'detached' });
      await app.ingest('whales', [whale('w1', 'BTC long')]);
      await tab.locator('#whales').getByText('BTC long').waitFor();
      expect(complaints).toEqual([]);
    }, 600_000);
  },
);

/** A record of `whales` as it is ingested. */
const whale = (id: string, title: string) => ({
  _id: id,
  address: null,
  whale_name: null,
  source: 'test',
  event_type: 'entry',
  title,
  outcome: null,
  size: 1,
  prev_size: null,
  change_pct: null,
  value: 1,
  created_at: new Date().toISOString(),
});
