/** PostGraphile over the tables of the same store, which another process has filled. */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { serveCalls } from '../calls.ts';
import { listen } from '../servers/listen.ts';
import { config } from '../servers/rows.ts';

const store = await startEmbeddedPostgres(config);
const served = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ poolConfig: store.connection, schemas: ['public'] })],
});
const server = createServer();
await served.createServ(grafserv).addTo(server);
const port = await listen(server);

serveCalls({ address: () => ({ port, key: 'none' }) }, async () => {
  await served.release();
  await store.stop();
});
