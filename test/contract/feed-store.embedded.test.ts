import { afterAll, beforeAll, describe } from 'vitest';
import { startEmbedded, type TestServer } from '../support/postgres.ts';
import { type OpenStore, storesOn } from '../support/store.ts';
import { feedStoreContract } from './feed-store.ts';

describe('feed store on the embedded PostgreSQL 18', () => {
  let server: TestServer;
  let open: OpenStore;
  beforeAll(async () => {
    server = await startEmbedded();
    open = await storesOn(server);
  }, 60_000);
  afterAll(() => server.stop(), 60_000);
  feedStoreContract(() => open());
});
