import { allFeeds } from '../../src/feeds/index.ts';
import { createFeedWriter } from '../../src/postgres/feeds/feed-writer.ts';
import { startApp, type TestApp } from './app.ts';
import { sampleRecords } from './records.ts';

/** Rows of each feed. */
export const ROWS = 700;

/** The whole service with rows of every feed, many of equal sort value, and nulls wherever they may be. */
export async function startWithRows(options: Parameters<typeof startApp>[1] = {}): Promise<TestApp> {
  const app = await startApp({}, options);
  const writer = createFeedWriter(app.services.db, []);
  for (const feed of allFeeds) await writer.upsert(feed, sampleRecords(feed, ROWS), new Date());
  return app;
}
