import { afterAll, beforeAll, describe } from 'vitest';
import { startSystem, systemPostgres, type TestServer } from '../support/postgres.ts';
import { type OpenStore, storesOn } from '../support/store.ts';
import { feedStoreContract } from './feed-store.ts';

const bin = systemPostgres();
if (!bin && process.env.REQUIRE_POSTGRES === '1')
  throw new Error('REQUIRE_POSTGRES=1, but no PostgreSQL is installed');

describe.skipIf(!bin)(
  'feed store on the installed PostgreSQL (skipped: none under /usr/lib/postgresql)',
  () => {
    let server: TestServer;
    let open: OpenStore;
    beforeAll(async () => {
      server = await startSystem(bin ?? '', ['fsync=off']); // it need not survive a power cut
      open = await storesOn(server);
    }, 600_000);
    afterAll(() => server.stop(), 600_000);
    feedStoreContract(() => open());
  },
);
