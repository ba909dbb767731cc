import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a child process does when it is called by name. Arguments and results are JSON. */
export type Calls = { readonly [name: string]: (argument: never) => Promise<unknown> | unknown };

/** Where clients connect to, and with which key. */
export interface Address {
  readonly port: number;
  readonly key: string;
}

/**
 * Serves calls of the process that started this one, `cpu` among them: what this process has used, in ms. Ends with
 * that process, however it ends, after `stop`.
 */
export function serveCalls(calls: Calls, stop: () => Promise<void> = async () => undefined): void {
  const all: Calls = { cpu: cpuMs, ...calls };
  const end = () => void stop().finally(() => process.exit());
  process.on('disconnect', end);
  if (!process.connected) end(); // while this one was still starting
  process.on('message', async ({ name, argument }: { name: string; argument: never }) => {
    try {
      process.send?.({ result: (await all[name]?.(argument)) ?? null });
    } catch (error) {
      process.send?.({ error: String(error) });
    }
  });
}

/** A process that takes one call after the other. */
export interface Called {
  call<T>(name: string, argument?: unknown): Promise<T>;
  /** Ends it. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** Libraries are measured without what they do for developers. */
const AS_DEPLOYED = { NODE_ENV: 'production', GRAPHILE_ENV: 'production' };

/** Starts a file as a process of its own; its standard output, where log lines go, is thrown away. */
export type Start = (file: URL, ...args: readonly string[]) => Called;

/**
 * Runs `work` with processes that all have the same new `DATA_DIR`, so that those with an embedded store share it.
 * Afterwards those that still run are ended, the last one first, and the directory is removed.
 */
export async function withProcesses<T>(work: (start: Start) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-bench-'));
  const started: Called[] = [];
  const start: Start = (file, ...args) => {
    const child = startChild(file, args, { ...process.env, ...AS_DEPLOYED, DATA_DIR: dir });
    started.push(child);
    return child;
  };
  const end = async () => {
    for (const child of started.toReversed()) await child.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  const interrupted = () => end().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work(start);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await end();
  }
}

function startChild(file: URL, args: readonly string[], env: NodeJS.ProcessEnv): Called {
  const child: ChildProcess = fork(file, args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true, // Ctrl-C is for this process, which ends them in their order
  });
  const gone = new Promise<string>((resolve) => {
    child.once('exit', () => resolve('it has ended'));
    child.once('error', (error) => resolve(error.message)); // it has not even begun
  });
  const exited = gone.then((reason) => {
    throw new Error(`${file.pathname}: ${reason}`);
  });
  exited.catch(() => undefined); // told to whoever waits for a call
  return {
    async call<T>(name: string, argument: unknown = null) {
      const answer = new Promise<{ result: T; error?: string }>((resolve) =>
        child.once('message', (message) => resolve(message as { result: T; error?: string })),
      );
      child.send({ name, argument });
      const { result, error } = await Promise.race([answer, exited]);
      if (error !== undefined) throw new Error(`${file.pathname}: ${error}`);
      return result;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}

/** Of all processes of the machine. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
