/**
 * What it costs that quotas are counted in the store, with leases, and with Redis between processes: the same route on
 * the ledger in memory and on these, in rounds that take turns. Run with `npm run bench:leases`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../test/support/redis.ts';
import { load } from './load.ts';

const LEDGERS = ['memory', 'store', 'redis'] as const;
type LedgerName = (typeof LEDGERS)[number];

export interface LeaseFigures {
  readonly requestsPerSecond: number;
  readonly cpuMicrosecondsPerRequest: number;
  /** Requests a second as a ratio to those of the ledger in memory in the same round. */
  readonly ratio: number;
  /** CPU time of the server on the ledger in memory as a ratio to its own: work that other processes do is left out. */
  readonly cpuRatio: number;
}

interface Round {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** Medians over the rounds. */
export async function benchLeases(options = { rounds: 9, roundMs: 1_500, connections: 16 }) {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-leases-'));
  const redis = await startRedis();
  const env = { ...process.env, DATA_DIR: dir, REDIS_URL: redis.url };
  const servers = new Map<LedgerName, BenchServer>();
  try {
    for (const name of LEDGERS) servers.set(name, await startServer(name, env));
    const rounds: Record<LedgerName, Round>[] = [];
    for (let round = -1; round < options.rounds; round += 1) {
      const order = LEDGERS.map((_, index) => LEDGERS[(index + round + 3) % LEDGERS.length] ?? 'memory');
      const measured = {} as Record<LedgerName, Round>; // filled below
      for (const name of order) measured[name] = await measure(servers.get(name), options);
      if (round >= 0) rounds.push(measured); // the first one warms up
    }
    return Object.fromEntries(LEDGERS.map((name) => [name, figuresOf(name, rounds)])) as Record<
      LedgerName,
      LeaseFigures
    >;
  } finally {
    for (const server of servers.values()) await server.stop();
    await redis.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface BenchServer {
  readonly url: string;
  readonly token: string;
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

async function startServer(name: LedgerName, env: NodeJS.ProcessEnv): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, 'ledger-server.ts'), [name], { env });
  const { url, token } = await message<{ url: string; token: string }>(child);
  return {
    url: `${url}/api/v1/nothing`,
    token,
    async cpuMs() {
      child.send('cpu');
      return (await message<{ cpuMs: number }>(child)).cpuMs;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The next message, of the shape this child sends; rejects when it ends instead. */
function message<T>(child: ChildProcess): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const ended = () => reject(new Error('the server ended'));
  child.once('exit', ended);
  child.once('message', (value) => {
    child.off('exit', ended);
    resolve(value as T); // from ledger-server.ts alone
  });
  return promise;
}

async function measure(
  server: BenchServer | undefined,
  { roundMs, connections }: { readonly roundMs: number; readonly connections: number },
): Promise<Round> {
  if (!server) throw new Error('not started');
  const cpuBeforeMs = await server.cpuMs();
  const startedAtMs = performance.now();
  const answered = await load(server.url, { 'x-api-key': server.token }, { connections, ms: roundMs });
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuMs = (await server.cpuMs()) - cpuBeforeMs;
  return { perSecond: answered / seconds, cpuUs: (cpuMs * 1000) / answered };
}

function figuresOf(name: LedgerName, rounds: readonly Record<LedgerName, Round>[]): LeaseFigures {
  const over = (read: (round: Record<LedgerName, Round>) => number) => median(rounds.map(read));
  return {
    requestsPerSecond: Math.round(over((round) => round[name].perSecond)),
    cpuMicrosecondsPerRequest: Math.round(over((round) => round[name].cpuUs)),
    ratio: hundredths(over((round) => round[name].perSecond / round.memory.perSecond)),
    cpuRatio: hundredths(over((round) => round.memory.cpuUs / round[name].cpuUs)),
  };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) console.table(await benchLeases());
