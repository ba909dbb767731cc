import type { Address, Start } from '../calls.ts';
import { startServer } from '../start-server.ts';

/** Bytes after a full collection of garbage. */
export interface Memory {
  readonly rss: number;
  /** The heap, and what buffers hold beside it. */
  readonly used: number;
}

export interface Service extends Address {
  readonly ingestKey: string;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Starts the service on the store that others before it have left. */
export async function startService(start: Start): Promise<Service> {
  const { server, address } = await startServer(start, 'mixed/server');
  const ingestKey = await server.call<string>('ingestKey');
  return { ...address, ingestKey, memory: () => server.call<Memory>('memory'), stop: server.stop };
}
