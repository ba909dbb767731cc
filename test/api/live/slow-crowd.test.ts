import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { inspect } from '../../support/inspected.ts';
import { liveCounts, NO_STREAMS } from '../../support/live-counts.ts';
import { follow } from '../../support/live-follower.ts';
import { type LiveServer, startLiveServer } from '../../support/live-server.ts';
import { signal } from '../../support/signal.ts';

/** With `LIVE_FULL=1` a thousand, for a minute. */
const [READERS, SECONDS] = process.env.LIVE_FULL ? [1_000, 60] : [200, 5];
const EVERY_MS = 100;
const BATCH = 10;
/** A megabyte to each reader. */
const LOOK_EVERY = 10;
/** Six megabytes or, where the buffers on the way hold more, a lot more: most of those who are slow have to be cut off. */
const [MIN_LOOKS, MAX_LOOKS] = [6, 30];
/** Of those who read on in the end, so many at least learn how they were cut off. */
const TOLD = 3;
/** Who is too slow has so long to read what it was sent. */
const GRACE_MS = 15_000;
const NOTES = 'n'.repeat(10_000);
const QUERY =
  'subscription S($after: String) { signals(after: $after) { kind cursor node { symbol notes } } }';
const CROWD = fileURLToPath(new URL('../../support/slow-crowd.ts', import.meta.url));

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
}, 600_000);
afterAll(() => server.stop(), 600_000);

let written = 0;

/**
 * Writes for a while, and until it was enough; how late a healthy reader is told, in milliseconds from the request that
 * writes it. What is looked at in between makes nothing late.
 */
async function latenessOf(
  seconds: number,
  isEnough: () => Promise<boolean>,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const after = await server.liveCursor('signals');
  const reader = follow('WebSocket', server, { query: QUERY, variables: { after } });
  const startedAt = new Map<string, number>();
  const late: number[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let enough = false; performance.now() < end || !enough; ) {
    const symbols = Array.from({ length: BATCH }, (_, index) => `C${written + index}`);
    written += BATCH;
    const sentAt = performance.now();
    for (const symbol of symbols) startedAt.set(symbol, sentAt);
    const answer = await server.ingest(
      'trade-feed',
      symbols.map((symbol) => signal(symbol, { symbol, notes: NOTES })),
    );
    expect(answer.status).toBe(200);
    await vi.waitFor(() => expect(reader.events).toHaveLength(startedAt.size), {
      timeout: 300_000,
      interval: 1,
    });
    late.push(performance.now() - sentAt);
    if (late.length % LOOK_EVERY === 0) enough = await isEnough();
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  expect(reader.ended).toBeUndefined();
  expect(reader.events.map(({ node }) => node?.symbol)).toEqual([...startedAt.keys()]);
  reader.kill();
  late.sort((one, other) => one - other);
  const at = (share: number) => late[Math.floor(late.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

interface Crowd {
  /** How those were cut off that were. */
  readonly ends: readonly string[];
  /** Some of them read all there is from now on. */
  readOn(): void;
  kill(): void;
}

/** Resolves when all of them read. */
async function gather(after: string): Promise<Crowd> {
  const args = [CROWD, server.url, server.key, String(READERS), QUERY, after];
  const crowd = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ends: string[] = [];
  createInterface({ input: crowd.stdout }).on('line', (line) => ends.push(line));
  await vi.waitFor(async () => expect((await liveCounts(server.url)).streams).toBe(READERS), {
    timeout: 300_000,
  });
  return { ends, readOn: () => crowd.stdin.end(), kill: () => crowd.kill('SIGKILL') };
}

test(`${READERS} slow readers for ${SECONDS} s cost bounded memory, nobody's time, and leave nothing`, async () => {
  const inspector = await inspect(server.process);
  onTestFinished(() => inspector.close()); // the server does not end before
  const sizes: number[] = [];
  const look = async () => sizes.push((await inspector.held()).bytes);
  const isOpen = async () => (await liveCounts(server.url)).streams ?? Number.NaN;
  const alone = await latenessOf(SECONDS / 4, async () => (await look()) >= MIN_LOOKS / 2);
  const before = await inspector.held();
  sizes.length = 0;
  const crowd = await gather(await server.liveCursor('signals'));
  const gatheredAt = performance.now();
  const beside = await latenessOf(SECONDS, async () => {
    const looks = await look();
    return looks >= MAX_LOOKS || (looks >= MIN_LOOKS && (await isOpen()) < READERS / 2);
  });
  const stillOpen = await isOpen();
  crowd.readOn();
  await vi.waitFor(() => expect(crowd.ends.length).toBeGreaterThanOrEqual(TOLD), { timeout: 300_000 });
  const known = performance.now() - gatheredAt < GRACE_MS ? ['1013'] : ['1013', '1006'];
  expect(crowd.ends.filter((end) => !known.includes(end))).toEqual([]);
  crowd.kill();
  await vi.waitFor(async () => expect(await liveCounts(server.url)).toEqual(NO_STREAMS), {
    timeout: 300_000,
  });
  await vi.waitFor(
    async () => {
      const { timers, files, bytes } = await inspector.held();
      expect(timers).toBeLessThan(before.timers + 20);
      expect(files).toBeLessThan(before.files + 20);
      expect(bytes - before.bytes).toBeLessThan(20 * 2 ** 20);
    },
    { timeout: 300_000, interval: 500 },
  );
  const grownBytes = Math.max(...sizes) - before.bytes;
  if (process.env.LIVE_FULL) console.info({ alone, beside, stillOpen, grownBytes });
  expect(stillOpen).toBeLessThan(READERS / 2); // or they were not slow
  expect(grownBytes).toBeLessThan(50 * 2 ** 20);
  expect(beside.p99).toBeLessThan(alone.p99 * 5 + 250);
}, 600_000);
