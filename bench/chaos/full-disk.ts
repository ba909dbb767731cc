import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { canMount, mountSmallDisk } from '../../test/support/small-disk.ts';
import { runCommand, startServer } from './own-server.ts';
import type { Scenario } from './scenario.ts';

const DEFAULT_MEGABYTES = 256;
/** The store alone takes some 120. */
const LEAST_MEGABYTES = 200;
const BATCH = 500;
const MOST_BATCHES = 100;
const READS = 30;
const READ = '/api/v1/whales?limit=1';
const RECOVERY_MS = 60_000;

export const scenario: Scenario = {
  name: 'full-disk',
  summary:
    'fills the disk of a server with a store of its own: 503s and no 500s, then recovery without a restart',
  usage: `It starts its own server, on a file system in memory, so it harms no other. It needs Linux and root.

  --megabytes <n>   size of the file system, ${LEAST_MEGABYTES} or more (${DEFAULT_MEGABYTES})`,
  async run(args, print) {
    const megabytes = megabytesOf(args);
    if (!canMount) throw new Error('no file system can be mounted here; it needs Linux and root');
    const disk = mountSmallDisk(megabytes);
    try {
      const server = await startServer(disk.dir);
      try {
        const key = await runCommand(disk.dir, 'keys', 'create', '--tier', 'quant', '--scope', 'ingest');
        return await fillAndFree(server.url, key, disk, print);
      } finally {
        disk.free();
        await server.stop();
      }
    } finally {
      disk.unmount();
    }
  },
};

function megabytesOf(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { megabytes: { type: 'string' } } });
  const { megabytes = String(DEFAULT_MEGABYTES) } = values;
  if (/^\d{1,5}$/.test(megabytes) && Number(megabytes) >= LEAST_MEGABYTES) return Number(megabytes);
  throw new Error(`--megabytes must be a whole number from ${LEAST_MEGABYTES}; got "${megabytes}"`);
}

async function fillAndFree(
  url: string,
  key: string,
  disk: { fill(): void; free(): void },
  print: (line: string) => void,
): Promise<boolean> {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
  const ingest = (batch: number) =>
    ask('/api/ingest/whales', { method: 'POST', body: JSON.stringify(whales(batch)) });
  const statusOf = async (path: string) => (await ask(path)).status;
  const results: boolean[] = [];
  const check = (what: string, holds: boolean) => {
    results.push(holds);
    print(`${holds ? 'ok  ' : 'FAIL'}  ${what}`);
  };

  const checkReads = async (what: string) => {
    const statuses: number[] = [];
    for (let n = 0; n < READS; n += 1) statuses.push(await statusOf(READ));
    const served = statuses.filter((status) => status === 200).length;
    const refused = statuses.filter((status) => status === 503).length;
    check(`${what}: ${served} times 200, ${refused} times 503, of ${READS}`, served + refused === READS);
  };

  let acknowledged = 0;
  const write = async (most: number): Promise<Response | null> => {
    for (let n = 0; n < most; n += 1) {
      const response = await ingest(acknowledged);
      if (response.status !== 200) return response;
      acknowledged += 1;
    }
    return null;
  };
  check('before: writes and reads are served, and the server is ready', (await write(2)) === null);
  check('before: /readyz is 200', (await statusOf('/readyz')) === 200);

  await ask(READ); // units are in hand now, for a second
  disk.fill();
  print('--    the disk is full');
  await checkReads('reads with a key that may hold units are served or 503');
  const refused = await write(MOST_BATCHES);
  const retryAfter = refused?.headers.get('retry-after') ?? 'none';
  check(
    `a write is refused: ${refused?.status ?? 'not at all'}, Retry-After ${retryAfter}`,
    refused?.status === 503 && Number(retryAfter) >= 1,
  );
  const type = refused?.headers.get('content-type') ?? 'none';
  check(`as a problem out of the table: ${type}`, type === 'application/problem+json');
  await sleep(1_100); // what /readyz found out before no longer holds
  check('/readyz is 503', (await statusOf('/readyz')) === 503);
  check('/livez is 200', (await statusOf('/livez')) === 200);
  check('an open feed is served', (await statusOf('/api/congress/trades')) === 200);
  await checkReads('reads with a key without units in hand are served or 503');

  disk.free();
  const freedAt = performance.now();
  while ((await statusOf('/readyz')) !== 200 && performance.now() - freedAt < RECOVERY_MS) await sleep(100);
  const seconds = ((performance.now() - freedAt) / 1_000).toFixed(1);
  check(`ready ${seconds} s after there is room, without a restart`, (await statusOf('/readyz')) === 200);
  check('writes are taken again', (await write(1)) === null);
  const total = Number((await ask(READ)).headers.get('x-total-count'));
  const expected = acknowledged * BATCH;
  check(`all ${expected} acknowledged records are there, and no other: ${total}`, total === expected);
  return results.every(Boolean);
}

const whales = (batch: number) =>
  Array.from({ length: BATCH }, (_, index) => ({
    _id: `chaos-${batch}-${index}`,
    source: 'chaos',
    event_type: 'entry',
    title: 'x'.repeat(400),
    created_at: new Date().toISOString(),
  }));
