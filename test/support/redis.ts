import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** Whether a `redis-server` is installed; where one is required, its absence is a failure and no reason to skip. */
export const hasRedis = isInstalled();
if (!hasRedis && process.env.REQUIRE_REDIS === '1')
  throw new Error('REQUIRE_REDIS=1, but there is no redis-server on the PATH');

/** For the names of suites that need one. */
export const REDIS_SKIP = 'skipped without redis-server; install the package redis-server';

/** A `redis-server` of a test's own, which keeps nothing on disk. */
export interface TestRedis {
  readonly url: string;
  readonly pid: number;
  /** A client without the timeouts of the service. */
  client(): Redis;
  /** Freezes it: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const clients = new Set<Redis>();
  const client = () => {
    const made = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 200 });
    made.on('error', () => undefined); // tests kill the server on purpose
    clients.add(made);
    return made;
  };
  const start = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      dir,
    ];
    child = spawn('redis-server', options, { stdio: 'ignore' });
    const probe = client();
    await probe.ping();
    clients.delete(probe);
    probe.disconnect();
  };
  const kill = async () => {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url,
    get pid() {
      return child?.pid ?? -1;
    },
    client,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill,
    start,
    async stop() {
      for (const one of clients) one.disconnect();
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
