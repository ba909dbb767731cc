import { createServer, connect as dial, type Socket } from 'node:net';

/** A way to a server that can be cut, as networks are. */
export interface CuttableServer {
  readonly url: string;
  /** Connections opened so far. */
  readonly opened: number;
  /** Breaks every connection off for both ends. */
  cut(): void;
  /** Resolves when the clients have closed all they opened. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCuttable(target: string): Promise<CuttableServer> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let opened = 0;
  let whenIdle: (() => void) | null = null;
  const server = createServer((near) => {
    opened += 1;
    const far = dial(Number(port), hostname);
    open.add(near);
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    far.once('close', () => near.destroy());
    near.once('close', () => {
      open.delete(near);
      far.destroy();
      if (open.size === 0) whenIdle?.();
    });
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = () => {
    for (const near of open) near.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    get opened() {
      return opened;
    },
    cut,
    idle: () =>
      new Promise((resolve) => {
        whenIdle = resolve;
        if (open.size === 0) resolve();
      }),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        cut();
      }),
  };
}
