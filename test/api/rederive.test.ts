import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { openServices } from '../../src/app/services.ts';
import { readConfig } from '../../src/config.ts';
import { senateTransactions } from '../../src/sources/stock-watcher/senate-transactions.ts';
import { earlierVersion } from '../ingestion/rederive/earlier-version.ts';
import { newDataDir } from '../support/data-dir.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { senateRows } from '../support/senate-rows.ts';

let dataDir: string;
let server: ServerProcess;
let key: string;
beforeAll(async () => {
  dataDir = await newDataDir();
  server = await startProcess({ dataDir });
  key = await server.issue('quant');
}, 600_000);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}, 600_000);

const listed = async (): Promise<string> => {
  const response = await fetch(`${server.url}/api/v1/congress?limit=100`, { headers: { 'x-api-key': key } });
  expect(response.status).toBe(200);
  return JSON.stringify(((await response.json()) as { readonly trades: unknown }).trades);
};

test('a command reads again beside the server, whose answers are of before or of after', async () => {
  const file = join(mkdtempSync(join(dataDir, 'files-')), 'senate.json');
  writeFileSync(file, JSON.stringify(senateRows(90)));
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  await runFormat(services, earlierVersion(senateTransactions), [file], {
    reject: async () => undefined,
    onProgress: () => undefined,
  }).finally(() => services.close());
  const before = await listed();
  const seen = new Set<string>();
  const running = server.cli('--json', 'rederive', 'congress');
  let isOver = false;
  const over = running.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    seen.add(await listed());
    await setTimeout(200); // 300 a minute, which the tier has however long it takes
  }
  const report = JSON.parse(await over);
  const after = await listed();
  expect(report).toMatchObject({ module: 'congress', isDone: true, entries: 90 });
  expect(report.records.created + report.records.updated + report.records.unchanged).toBe(90);
  expect(after).not.toBe(before);
  expect([...seen].filter((answer) => answer !== before && answer !== after)).toEqual([]);
  expect(await server.cli('rederive')).toMatch(/^rederive: 90 entries of 1 captures read again\n/);
  await traces();
  await expect(server.cli('rederive', 'congres')).rejects.toThrow(/got "congres"/);
}, 600_000);

/** By the id of REST and of GraphQL, as text and as JSON. */
async function traces(): Promise<void> {
  const [first] = JSON.parse(await listed());
  const text = await server.cli('trace', first.id);
  expect(text).toContain(`congress ${first.id}\n`);
  expect(text).toMatch(
    /from senate-transactions, .+senate\.json, record \d+\n {2}read by senate-transactions, version \d+\n/,
  );
  expect(text).toContain('"senator": "Ada Lovelace"');
  expect(text).toContain(`became record congress ${first.id}`);
  expect(text).toMatch(
    /rules:\n {2}read by senate-transactions, version \d+\n {2}completed from the references house-ptr, /,
  );
  expect(text).toMatch(/revisions:\n {2}\S+Z created/);
  const globalId = Buffer.from(`CongressTrade:${first.id}`).toString('base64url');
  const trace = JSON.parse(await server.cli('--json', 'trace', globalId));
  expect(trace).toMatchObject({
    module: 'congress',
    id: first.id,
    record: { id: first.id },
    derived: [],
    origin: null,
  });
  expect(JSON.parse(trace.entries[0].content).senator).toBe('Ada Lovelace');
  await expect(server.cli('trace', 'nothing')).rejects.toThrow(
    /no record of any module has or had the id "nothing"/,
  );
  await expect(server.cli('trace', first.id, '--module', 'mre')).rejects.toThrow(
    /no record of mre has or had the id/,
  );
  await expect(server.cli('trace', first.id, '--module', 'm')).rejects.toThrow(
    /no module "m"; modules are .*congress/,
  );
}
