import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:http';

export interface ListenAt {
  readonly host: string;
  readonly port: number;
  /** What the operator sets the port with. */
  readonly portVariable: 'PORT' | 'METRICS_PORT';
}

/** Listens. Rejects in words an operator can act on. */
export function listen(server: Server, at: ListenAt): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const failed = (error: unknown): void => reject(listenError(error, at));
  server.once('error', failed);
  server.listen(at.port, at.host, () => {
    server.off('error', failed);
    resolve();
  });
  return promise;
}

/**
 * Rejects as `listen` would, and leaves the port free. Called before a store or the simulated market is started, which takes long:
 * an operator whose port is in use is told at once.
 */
export async function expectFree(at: ListenAt): Promise<void> {
  const server = createServer();
  await listen(server, at);
  await new Promise((closed) => server.close(closed));
}

/** Addresses of `localhost` besides the one that is listened on: clients try IPv4 or IPv6 first. */
export async function furtherAddresses(host: string, server: Server): Promise<readonly string[]> {
  if (host !== 'localhost') return [];
  const address = server.address();
  const own = typeof address === 'object' ? address?.address : undefined;
  const found = await lookup(host, { all: true });
  return found.map((one) => one.address).filter((one) => one !== own);
}

export function listenError(error: unknown, { host, port, portVariable }: ListenAt): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const advice = `set ${portVariable} to another`;
  if (code === 'EADDRINUSE') return new Error(`port ${port} on ${host} is in use; ${advice}`);
  if (code === 'EACCES') return new Error(`port ${port} on ${host} needs more rights; ${advice}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST ${host} is no address of this machine`);
  return error instanceof Error ? error : new Error(String(error));
}
