import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { signal } from '../support/signal.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A version after this one in `dir`: the same, with a migration that adds a column and a table. */
function writeNextVersion(dir: string): void {
  cpSync(join(ROOT, 'src'), join(dir, 'src'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(dir, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  const index = join(dir, 'src/postgres/schema/migrations/index.ts');
  const opening = 'export const migrations: Readonly<Record<string, string>> = {';
  const text = readFileSync(index, 'utf8');
  expect(text).toContain(opening);
  const step = 'ALTER TABLE api_key ADD COLUMN note text; CREATE TABLE note (id text PRIMARY KEY)';
  writeFileSync(index, text.replace(opening, `${opening}\n  '9999-next': '${step}',`));
}

describe('two versions on one store', () => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-next-'));
  let fleet: Fleet;
  let before: ServerProcess;
  let after: ServerProcess;
  let key: string;

  beforeAll(async () => {
    writeNextVersion(dir);
    fleet = await startFleet();
    [before] = fleet.servers;
    key = await before.issue('quant', 'ingest');
  }, 600_000);
  afterAll(async () => {
    await after?.stop();
    await fleet?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 600_000);

  const put = async (server: ServerProcess, id: string) => {
    const response = await fetch(`${server.url}/api/ingest/trade-feed`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify([signal(id, { symbol: id })]),
    });
    expect(response.status).toBe(200);
  };
  /** Symbols of the changes that a subscriber hears of. */
  const follow = (server: ServerProcess, after: string): readonly string[] => {
    const heard: string[] = [];
    const events = 'subscription ($after: String) { signals(after: $after) { kind cursor node { symbol } } }';
    const stream = createClient({ url: server.url, key }).subscribe(events, {}, { after });
    void (async () => {
      for await (const { node } of stream as AsyncIterable<{ node: { symbol: string } | null }>) // as selected
        if (node) heard.push(node.symbol);
    })().catch((error: Error) => heard.push(error.message));
    return heard;
  };

  test('the new one migrates while the old one serves, and each hears what the other writes', async () => {
    after = await startProcess({ cwd: dir, dataDir: join(dir, 'data'), env: fleet.env });
    const page = await createClient({ url: before.url, key }).query('{ signals(first: 1) { liveCursor } }');
    const { liveCursor } = (page.data as { signals: { liveCursor: string } }).signals; // what was asked for
    const heard = [follow(before, liveCursor), follow(after, liveCursor)];
    await put(before, 'OLD');
    await put(after, 'NEW');
    await expect
      .poll(() => heard, { timeout: 300_000 })
      .toEqual([
        ['OLD', 'NEW'],
        ['OLD', 'NEW'],
      ]);
    const headers = { 'x-api-key': await after.issue('free') };
    expect((await fetch(`${before.url}/api/v1/mre`, { headers })).status).toBe(200);
  }, 600_000);

  test('the old one does not start again, and says why', async () => {
    const refusal =
      'a newer version has migrated the store (9999-next): start that version, or restore a backup of before';
    await expect(startProcess({ dataDir: join(dir, 'older'), env: fleet.env })).rejects.toThrow(refusal);
    await expect(before.cli('keys', 'list')).rejects.toThrow(refusal);
  }, 600_000);
});
