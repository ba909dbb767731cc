import { createServer, connect as dial, type Socket } from 'node:net';

/** A way to a server that can be cut, as networks are. */
export interface CuttableServer {
  readonly url: string;
  /** Connections opened so far. */
  readonly opened: number;
  /** Breaks every connection off for both ends. */
  cut(): void;
  /** Breaks every connection off for the client, while the server goes on believing in it until `whenOpened` more are opened. */
  lose(whenOpened: number): void;
  /** Resolves when the clients have closed all they opened. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export async function startCuttable(target: string): Promise<CuttableServer> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let opened = 0;
  let whenIdle: (() => void) | null = null;
  let release: { readonly at: number; readonly far: readonly Socket[] } | null = null;
  const server = createServer((near) => {
    opened += 1;
    if (release && opened >= release.at) for (const far of release.far) far.destroy();
    const far = dial(Number(port), hostname);
    const pair = { near, far };
    pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    far.once('close', () => near.destroy());
    near.once('close', () => {
      if (pairs.delete(pair)) far.destroy();
      if (pairs.size === 0) whenIdle?.();
    });
    near.pipe(far, { end: false });
    far.pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = () => {
    for (const { near } of pairs) near.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    get opened() {
      return opened;
    },
    cut,
    lose(whenOpened) {
      const lost = [...pairs];
      release = { at: opened + whenOpened, far: lost.map(({ far }) => far) };
      pairs.clear(); // so that the far ends stay open
      for (const { near } of lost) near.destroy();
    },
    idle: () =>
      new Promise((resolve) => {
        whenIdle = resolve;
        if (pairs.size === 0) resolve();
      }),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        cut();
      }),
  };
}
