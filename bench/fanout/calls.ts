import { type ChildProcess, fork } from 'node:child_process';

/** What a child process does when it is called by name. Arguments and results are JSON. */
export type Calls = { readonly [name: string]: (argument: never) => Promise<unknown> | unknown };

/** Serves calls of the process that started this one. Ends with it, however that ends, after `stop`. */
export function serveCalls(calls: Calls, stop: () => Promise<void> = async () => undefined): void {
  process.on('disconnect', () => stop().finally(() => process.exit()));
  process.on('message', async ({ name, argument }: { name: string; argument: never }) => {
    try {
      process.send?.({ result: (await calls[name]?.(argument)) ?? null });
    } catch (error) {
      process.send?.({ error: String(error) });
    }
  });
}

/** A process that takes one call after the other. */
export interface Called {
  call<T>(name: string, argument?: unknown): Promise<T>;
  /** Resolves when it is gone. */
  stop(): Promise<void>;
}

/** `file` is relative to this folder. */
export function startCalled(file: string): Called {
  const child: ChildProcess = fork(new URL(file, import.meta.url));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const exited = gone.then(() => {
    throw new Error(`${file} has ended`);
  });
  exited.catch(() => undefined); // told to whoever waits for a call
  return {
    async call<T>(name: string, argument: unknown = null) {
      const answer = new Promise<{ result: T; error?: string }>((resolve) =>
        child.once('message', (message) => resolve(message as { result: T; error?: string })),
      );
      child.send({ name, argument });
      const { result, error } = await Promise.race([answer, exited]);
      if (error !== undefined) throw new Error(`${file}: ${error}`);
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

/** CPU this process has used, in ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
