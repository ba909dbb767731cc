/** The Python client: built as a wheel without a network, installed elsewhere, against the real server. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectPrinted, run, stepsOf } from '../docs/guide-page.ts';
import { type Guide, startGuide } from '../docs/start-guide.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { pythonWith } from '../support/python.ts';
import { startCuttable } from './cuttable-server.ts';
import { signals } from './records.ts';

const python = pythonWith('setuptools', 'wheel', 'pip') ?? '';
const withPandas = pythonWith('pandas') ?? '';
const missing = [...(python ? [] : ['pip, setuptools and wheel']), ...(withPandas ? [] : ['pandas'])];
if (missing.length > 0 && process.env.REQUIRE_LANGUAGES)
  throw new Error(`REQUIRE_LANGUAGES is set, but no python3 has ${missing.join(' or ')}`);
const reason = missing.length > 0 ? `, skipped: no python3 has ${missing.join(' or ')}` : '';

let dir: string;
let installed: string;
let guide: Guide;
let app: TestApp;
beforeAll(async () => {
  if (reason) return;
  dir = mkdtempSync(join(tmpdir(), 'alpha-python-'));
  installed = join(dir, 'site');
  cpSync('clients/python', join(dir, 'source'), { recursive: true });
  const here = { cwd: dir, env: {} };
  const offline = ['--quiet', '--no-index', '--no-deps'];
  await run(
    python,
    ['-m', 'pip', 'wheel', ...offline, '--no-build-isolation', '-w', dir, join(dir, 'source')],
    here,
  );
  const wheel = readdirSync(dir).find((name) => name.endsWith('.whl')) ?? '';
  await run(python, ['-m', 'pip', 'install', ...offline, '--target', installed, join(dir, wheel)], here);
  guide = await startGuide();
  app = await startApp();
  await app.ingest('trade-feed', signals('PY', 250));
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await guide?.stop();
  if (dir) rmSync(dir, { recursive: true, force: true });
}, 600_000);

const environment = (url: string, key: string) => ({ PYTHONPATH: installed, ALPHA_URL: url, ALPHA_KEY: key });
const code = (program: string, url = app.url, key = app.key) =>
  run(withPandas, ['-W', 'ignore', '-c', program], { cwd: dir, env: environment(url, key) });

describe.skipIf(reason !== '')(`the Python client${reason}`, () => {
  test('its package is typed', () => {
    expect(existsSync(join(installed, 'alpha_data/py.typed'))).toBe(true);
  });

  describe('README', () => {
    const steps = stepsOf('clients/python/README.md', ['python']);
    test('prints what it says in every example', () => {
      expect(steps.length).toBeGreaterThan(4);
      expect(steps.filter(({ printed }) => printed === null)).toEqual([]);
    });
    test.each(steps)('$heading', async ({ code: example, printed }) => {
      const env = environment(guide.env.URL ?? '', guide.env.KEY ?? '');
      expectPrinted(await run(withPandas, ['-c', example], { cwd: dir, env }), printed);
    });
  });

  test('a list is all of its rows, over all pages, as often as REST has them', async () => {
    const printed = await code(`
import json
from alpha_data import Client
client = Client(frames="rows")
print(json.dumps([row["id"] for row in client.rows("trade_feed", sort_by="symbol", order="asc")]))
print(json.dumps([row["id"] for row in client.trade_feed(sort_by="symbol", order="asc", limit=150)]))`);
    const [all = '', some = ''] = printed.split('\n');
    const wanted = signals('PY', 250)
      .map(({ id }) => id)
      .sort();
    expect(JSON.parse(all)).toEqual(wanted);
    expect(JSON.parse(some)).toEqual(wanted.slice(0, 150));
  });

  test('every method asks its route, and lists without rows have their columns', async () => {
    const printed = await code(`
from alpha_data import Client
from alpha_data._feeds import OPERATIONS
client = Client(frames="pandas")
for name, operation in OPERATIONS.items():
    path = ["ams"] if "{scorecard}" in operation.path else ["NONE"] if "{" in operation.path else []
    needed = {"by": "known_from_month"} if name.endswith("groups") else {"q": "bitcoin"} if name == "search" else {}
    try:
        answer = getattr(client, name)(*path, **needed)
    except Exception as error:
        print(name, getattr(error, "code", repr(error)))
        continue
    missing = set(operation.columns) - set(answer.columns) if operation.rows else set()
    print(name, type(answer).__name__, *missing)`);
    const lines = printed.trim().split('\n');
    expect(lines.length).toBeGreaterThan(25);
    const odd = lines.filter((line) => !/^\w+ (DataFrame|dict)$/.test(line));
    // The store has neither a scorecard, a company nor an alert, nor a record of which there is a history.
    const others = odd.filter((line) => !/^\w+_history NOT_FOUND$/.test(line));
    const missing = [
      'alert',
      'alerts_deliveries',
      'alerts_events',
      'insider_alpha_companies',
      'scorecards_latest',
    ];
    expect(others.toSorted()).toEqual(missing.map((name) => `${name} NOT_FOUND`));
  });

  test('a wrong parameter, list, kind of frame or key says so', async () => {
    const printed = await code(`
from alpha_data import Client
for wrong in (
    lambda: Client(frames="rows").congress(tikcer="NVDA"),
    lambda: next(Client(frames="rows").rows("congres")),
    lambda: Client(frames="panda"),
    lambda: Client(key="no-key").congress(),
    lambda: Client("http://127.0.0.1:1", max_wait=0).graphql("{ viewer { tier } }"),
):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, str(error)[:60])`);
    expect(printed.split('\n').slice(0, 5)).toEqual([
      expect.stringMatching(/^TypeError congress has no parameter 'tikcer'/),
      expect.stringMatching(/^ValueError there is no 'congres'; there are /),
      expect.stringMatching(/^ValueError frames must be one of pandas, polars, arrow, rows/),
      expect.stringMatching(/^AlphaError KEY_INVALID: /),
      expect.stringMatching(/^AlphaError UNREACHABLE: /),
    ]);
  });

  test('a used-up minute is waited for, a used-up day is an error, and what breaks off is asked again', async () => {
    const asked: string[] = [];
    const problem = (wait: number) =>
      JSON.stringify({ code: 'RATE_LIMITED', detail: 'used up', retry_after: wait });
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      const day = url.includes('day');
      if (day) response.writeHead(429, { 'Retry-After': '3600' }).end(problem(3600));
      else if (asked.length === 1) response.writeHead(429, { 'Retry-After': '0' }).end(problem(0));
      else if (asked.length === 2) response.writeHead(200).write('{"id": "h', () => response.destroy());
      else response.writeHead(200).end('{"id": "whole"}\n');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo; // it listens on a port
    try {
      const printed = await code(
        `
from alpha_data import AlphaError, Client
client = Client(frames="rows")
print(client.trade_feed())
try:
    client.trade_feed(symbol="day")
except AlphaError as error:
    print(error.code, error.retry_after)`,
        `http://127.0.0.1:${port}`,
      );
      expect(printed).toBe("[{'id': 'whole'}]\nRATE_LIMITED 3600\n");
      expect(asked).toHaveLength(4);
    } finally {
      server.close();
    }
  });

  test('a stream that is cut goes on behind its last event', async () => {
    const way = await startCuttable(app.url);
    const follower = spawn(
      withPandas,
      [
        '-u',
        '-c',
        `
from alpha_data import Client
client = Client()
after = client.graphql("{ signals(first: 1) { liveCursor } }")["signals"]["liveCursor"]
print("READY")
for event in client.subscribe("subscription ($after: String) { signals(after: $after) { kind cursor node { symbol } } }", after=after):
    if event["node"]:
        print(event["node"]["symbol"])`,
      ],
      {
        cwd: dir,
        env: { PATH: process.env.PATH, ...environment(way.url, app.key) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      const lines = createInterface({ input: follower.stdout })[Symbol.asyncIterator]();
      const next = async () => (await lines.next()).value;
      expect(await next()).toBe('READY');
      await app.ingest('trade-feed', signals('BEFORE', 1));
      expect(await next()).toBe('BEFORE0');
      way.cut();
      await app.ingest('trade-feed', signals('BEHIND', 3));
      expect([await next(), await next(), await next()]).toEqual(['BEHIND0', 'BEHIND1', 'BEHIND2']);
    } finally {
      follower.kill();
      await way.stop();
    }
  });
});
