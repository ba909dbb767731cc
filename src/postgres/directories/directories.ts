import type { Directories } from '../../core/directory-ports.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { createPoliticians } from './politicians.ts';
import { createWhales } from './whales.ts';

/** What the store knows of people and wallets, by the feeds whose records tell of them. */
export function createDirectories(
  db: Database,
  feeds: { readonly congress: Feed; readonly whales: Feed },
): Directories {
  return { politicians: createPoliticians(db, feeds.congress), whales: createWhales(db, feeds.whales) };
}
