/** Long lists in the Python client, which reads them by their exports. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { run } from '../docs/guide-page.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { pythonWith } from '../support/python.ts';
import { sampleRecords } from '../support/records.ts';
import { signals } from './records.ts';

const python = pythonWith('pandas', 'pyarrow', 'polars') ?? '';
if (!python && process.env.REQUIRE_LANGUAGES)
  throw new Error('REQUIRE_LANGUAGES is set, but no python3 has pandas, pyarrow and polars');
const reason = python ? '' : ', skipped: no python3 has pandas, pyarrow and polars';

const ROWS = 2_350;

/** Between the client and the service: notes what is asked, and breaks the answer off whose number in `cuts` comes. */
const asked: string[] = [];
let cuts: readonly number[] = [];

let app: TestApp;
let way: Server;
let url = '';
beforeAll(async () => {
  if (reason) return;
  app = await startApp();
  await app.ingest('trade-feed', signals('PY', ROWS));
  await app.services.ingest.write(strategies, sampleRecords(strategies, ROWS));
  way = createServer((near, answer) => {
    const { url: path = '', headers } = near;
    const isCut = cuts.includes(asked.push(path));
    request(`${app.url}${path}`, { headers }, (far) => {
      answer.writeHead(far.statusCode ?? 0, far.headers);
      if (isCut)
        far.once('data', (chunk: Buffer) => answer.write(chunk.subarray(0, 100), () => answer.destroy()));
      else far.pipe(answer);
    }).end();
  });
  await new Promise<void>((listening) => way.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(way.address() as AddressInfo).port}`; // it listens on a port
}, 600_000);
afterAll(async () => {
  way?.close();
  await app?.stop();
}, 600_000);
beforeEach(() => {
  asked.length = 0;
  cuts = [];
});

const code = (program: string) =>
  run(python, ['-W', 'ignore', '-c', program], {
    cwd: '/tmp',
    env: {
      PYTHONPATH: resolve('clients/python'),
      PYTHONDONTWRITEBYTECODE: '1',
      ALPHA_URL: url,
      ALPHA_KEY: app.key,
    },
  });

/** What was asked, without cursors. */
const paths = () =>
  asked.map((path) => {
    const [route, query = ''] = path.split('?');
    return `${route} ${new URLSearchParams(query).get('limit') ?? ''}`;
  });

/** Small files, so that there are several. */
const SETUP = `
import alpha_data._client as client_module
from alpha_data import Client
client_module.FILE = 1_000
def both(kind, ask):
    "The same by the export, and page by page."
    by_export = ask(Client(frames=kind))
    client_module.MANY = 10**9
    by_pages = ask(Client(frames=kind))
    client_module.MANY = 1_000
    return by_export, by_pages
`;

describe.skipIf(reason !== '')(`a long list in the Python client${reason}`, () => {
  test('is read on by files of its export, each from the cursor of the one before', async () => {
    const printed = await code(`${SETUP}
print(len(Client(frames="pandas").mte(sort_by="name", order="asc")))
print(len(Client(frames="rows").mte(limit=1_500)))
print(len(Client(frames="rows").mte(limit=1_000)))`);
    expect(printed.trim().split('\n').map(Number)).toEqual([ROWS, 1_500, 1_000]);
    const route = '/api/v1/mte';
    expect(paths()).toEqual([
      `${route} 1000`,
      ...[1_000, 1_000, 1_000].map((limit) => `${route}/export ${limit}`),
      `${route} 1000`,
      ...[1_000, 400].map((limit) => `${route}/export ${limit}`),
      ...Array.from({ length: 10 }, () => `${route} 1000`),
    ]);
    for (const path of asked.filter((one) => one.includes('/export'))) expect(path).toContain('cursor=');
  });

  test.each(['trade_feed', 'mte'])(
    '%s comes as the same frame, by its export as by its pages',
    async (list) => {
      const printed = await code(`${SETUP}
from pandas.testing import assert_frame_equal
ask = lambda client: client.${list}(known_from_gte="2000-01-01")
assert_frame_equal(*both("pandas", ask))
one, other = both("polars", ask)
assert one.schema == other.schema and one.equals(other), (one.schema, other.schema)
one, other = both("arrow", ask)
assert one.schema.equals(other.schema) and one.equals(other), (one.schema, other.schema)
one, other = both("rows", ask)
assert one == other and len(one) == ${ROWS}
print("same")`);
      expect(printed).toBe('same\n');
    },
  );

  test('without pyarrow it is the same frame', async () => {
    const printed = await code(`${SETUP}
from pandas.testing import assert_frame_equal
import importlib.util
by_export = Client(frames="pandas").mte()
found = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == "pyarrow" else found(name)
assert_frame_equal(by_export, Client(frames="pandas").mte())
print("same")`);
    expect(printed).toBe('same\n');
  });

  test('goes on from its cursor where a connection breaks', async () => {
    cuts = [1, 3, 5];
    const printed = await code(`${SETUP}
rows = list(Client(frames="rows").rows("mte"))
print(len(rows), len({row["slug"] for row in rows}))`);
    expect(printed).toBe(`${ROWS} ${ROWS}\n`);
    expect(asked[2]).toBe(asked[3]);
    expect(asked[4]).toBe(asked[5]);
  });
});
