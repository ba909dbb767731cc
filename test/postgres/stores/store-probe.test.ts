import { createConnection, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createStoreProbe } from '../../../src/postgres/stores/store-probe.ts';
import { newDatabase, type TestDatabase } from '../../support/shared-postgres.ts';

let database: TestDatabase;
const sockets: Socket[] = [];
/** Accepts connections, and leads the first ones on to the store when it is told to. */
const held: Socket[] = [];
const front = createServer((socket) => {
  sockets.push(socket);
  held.push(socket);
});
const warnings: string[] = [];
const warned = ({ message }: Error) => void warnings.push(message);
process.on('warning', warned);
afterAll(async () => {
  process.off('warning', warned);
  for (const socket of sockets) socket.destroy();
  front.close();
  await database?.drop();
});

test('a connection that takes long to open is not given up: a later write finds it open', async () => {
  database = await newDatabase();
  const { connection } = database;
  if ('url' in connection) throw new Error('the shared server has a socket');
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const probe = createStoreProbe({ ...connection, host: '127.0.0.1', port: address.port });

  await expect(probe.write()).rejects.toThrow('no answer within');
  await expect(probe.write()).rejects.toThrow('no answer within');
  expect(held).toHaveLength(1);
  for (const socket of held) {
    const store = createConnection(`${connection.host}/.s.PGSQL.${connection.port}`);
    sockets.push(store);
    socket.pipe(store).pipe(socket);
  }
  await expect.poll(() => probe.write().then(() => 'written', String)).toBe('written');
  expect(held).toHaveLength(1);
  await Promise.all([probe.write(), probe.write()]);
  await new Promise((done) => setImmediate(done)); // warnings come a turn later
  expect(warnings).toEqual([]); // of pg: one connection, one statement at a time
  await probe.close();
}, 600_000);
