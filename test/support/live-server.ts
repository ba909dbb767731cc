import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tier } from '../../src/core/access/tiers.ts';
import { newDataDir } from './data-dir.ts';
import { INSPECTABLE } from './inspected.ts';
import { type ServerProcess, startProcess } from './process.ts';
import { TEST_TIERS } from './tiers.ts';

/** `alpha serve` as a process of its own, with a key that reads and writes without limits. */
export interface LiveServer {
  readonly process: ServerProcess;
  readonly url: string;
  readonly key: string;
  ingest(module: string, records: readonly unknown[]): Promise<Response>;
  /** Where the feed of a list stands. */
  liveCursor(list: string): Promise<string>;
  /** Another one on the same store, after this one has stopped. */
  startAgain(): Promise<LiveServer>;
  /** Ends it, unless it has, and its store. */
  stop(): Promise<void>;
}

export async function startLiveServer(
  options: { readonly tiers?: readonly Tier[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<LiveServer> {
  const { tiers = TEST_TIERS, env = {} } = options;
  const dataDir = await newDataDir();
  const tiersFile = join(dataDir, 'tiers.json');
  writeFileSync(tiersFile, JSON.stringify(tiers));
  const start = () => startProcess({ dataDir, env: { ...INSPECTABLE, TIERS_FILE: tiersFile, ...env } });
  const first = await start();
  const key = await first.issue(tiers.at(-1)?.id ?? '', 'ingest');
  const wrap = (process: ServerProcess): LiveServer => {
    const { url } = process;
    const post = (path: string, body: unknown) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      });
    return {
      process,
      url,
      key,
      ingest: (module, records) => post(`/api/ingest/${module}`, records),
      async liveCursor(list) {
        const answer = await post('/graphql', { query: `{ list: ${list}(first: 1) { liveCursor } }` });
        return ((await answer.json()) as { data: { list: { liveCursor: string } } }).data.list.liveCursor;
      },
      startAgain: async () => wrap(await start()),
      async stop() {
        await process.stop();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  };
  return wrap(first);
}
