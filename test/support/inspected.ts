import { readdirSync } from 'node:fs';
import { WebSocket } from 'ws';
import type { ServerProcess } from './process.ts';

/** What a process holds, as counted from outside after its garbage was collected. */
export interface Held {
  readonly heapBytes: number;
  /** Heap and what it holds outside of it, buffers above all. */
  readonly bytes: number;
  readonly timers: number;
  readonly files: number;
}

/** Objects in use by the name of their class, and the entries of all maps and sets. */
export type Population = Readonly<Record<string, number>>;

/** A process that is looked into. */
export interface Inspector {
  held(): Promise<Held>;
  population(): Promise<Population>;
  close(): void;
}

/** For `startProcess`: lets the process be looked into. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Of the calls made here. */
interface Answer {
  readonly result?: { readonly value?: unknown; readonly objectId?: string };
  readonly objects?: { readonly objectId?: string };
}

const WHAT = `({
  ...process.memoryUsage(),
  timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
})`;

/** Counts what inherits from `Object`; looks at nothing that could run code. */
const COUNT = `function () {
  const counts = { entries: 0 };
  const sizes = [Map, Set].map(({ prototype }) => [prototype, Object.getOwnPropertyDescriptor(prototype, 'size').get]);
  for (const one of this) {
    const prototype = Object.getPrototypeOf(one);
    const maker = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    const name = typeof maker === 'function' ? String(maker.name) : '';
    counts[name] = (counts[name] ?? 0) + 1;
    const isPrototype = Object.hasOwn(one, 'constructor'); // of a class that extends Map
    for (const [of, size] of sizes) if (prototype === of && !isPrototype) counts.entries += size.call(one);
  }
  return counts;
}`;

/** Looks into a running server by the inspector of Node. */
export async function inspect(server: ServerProcess): Promise<Inspector> {
  const [address] = /ws:\/\/\S+/.exec(server.errors()) ?? [];
  if (address === undefined) throw new Error('the server was not started INSPECTABLE');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let id = 0;
  const call = (method: string, params: object = {}): Promise<Answer> => {
    id += 1;
    const own = id;
    return new Promise((resolve) => {
      const listen = (data: unknown) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: Answer };
        if (answer.id !== own) return;
        socket.off('message', listen);
        resolve(answer.result ?? {});
      };
      socket.on('message', listen).send(JSON.stringify({ id: own, method, params }));
    });
  };
  return {
    async held() {
      await call('HeapProfiler.collectGarbage');
      const { result } = await call('Runtime.evaluate', { expression: WHAT, returnByValue: true });
      const { heapUsed, external, timers } = (result?.value ?? {}) as NodeJS.MemoryUsage & { timers: number };
      const files = readdirSync(`/proc/${server.pid}/fd`).length;
      return { heapBytes: heapUsed, bytes: heapUsed + external, timers, files };
    },
    async population() {
      const { result } = await call('Runtime.evaluate', { expression: 'Object.prototype' });
      const { objects } = await call('Runtime.queryObjects', { prototypeObjectId: result?.objectId });
      const { objectId } = objects ?? {};
      const counted = await call('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: COUNT,
        returnByValue: true,
      });
      await call('Runtime.releaseObject', { objectId }); // or they would be in use because they were looked at
      return counted.result?.value as Population;
    },
    close: () => socket.terminate(),
  };
}
