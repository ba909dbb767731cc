import { beforeAll, describe } from 'vitest';
import { openStore } from '../support/store.ts';
import { feedStoreContract } from './feed-store.ts';

describe('feed store on the embedded PostgreSQL 18', () => {
  // The first store starts the server, which takes longer than a test may.
  beforeAll(async () => (await openStore())[Symbol.asyncDispose](), 600_000);
  feedStoreContract(openStore);
});
