import type { AnyRecord, Feed } from '../feed/feed.ts';

/** A module as `POST /api/ingest/{name}` knows it. */
export interface IngestModule {
  readonly name: string;
  readonly feed: Feed;
  /** Fills in what the spec derives when a record comes without it; pure. Default: nothing. */
  readonly complete?: (record: AnyRecord) => AnyRecord;
}
