import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenedStore, openStore } from '../support/store.ts';
import { NOW, type Served, serve } from './serve.ts';

/** The surface over a fresh store. */
export interface OpenGraph extends AsyncDisposable {
  readonly opened: OpenedStore;
  readonly served: Served;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of many shapes
  data(query: string, variables?: unknown): Promise<any>;
}

/** Runs on a database of its own. */
export async function openGraph(): Promise<OpenGraph> {
  const opened = await openStore();
  const served = await serve(opened.store, opened.insiders, opened.directories);
  return {
    opened,
    served,
    async data(query, variables) {
      const { body } = await served.query(query, variables);
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data;
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

/** Fills every feed with sample records. */
export async function fill(
  graph: OpenGraph,
  count: number,
): Promise<ReadonlyMap<Feed, readonly AnyRecord[]>> {
  const records = new Map(registry.map(({ feed }) => [feed, sampleRecords(feed, count)]));
  for (const [feed, rows] of records) await graph.opened.writer.upsert(feed, rows, NOW);
  return records;
}
