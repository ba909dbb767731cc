import { parentPort, workerData } from 'node:worker_threads';
import type { FilesConfig } from '../../config.ts';
import type { Day } from '../../core/files/feed-file.ts';
import { createMomentStore } from '../../core/read/moments.ts';
import type { Connection } from '../../postgres/connection/connection.ts';
import { openDatabase } from '../../postgres/connection/database.ts';
import { createEventLog } from '../../postgres/feeds/event-log.ts';
import { createFeedStore } from '../../postgres/feeds/feed-store.ts';
import { createFilingStore } from '../../postgres/stores/filing-store.ts';
import { declaredFeed } from '../declared-feed.ts';
import { type ErrorMessage, errorToMessage } from '../exports/messages.ts';
import { lowerPriority } from '../lower-priority.ts';
import { openBucket } from './open-bucket.ts';
import { type TurnEnd, takeTurn } from './turn.ts';

/**
 * The thread that makes files of days and months, once for each turn. It reads the store by connections of its own and ends with the
 * turn: nothing is kept for the rest of the day.
 */
export interface FilesThreadData {
  readonly connection: Connection;
  readonly modules: readonly string[];
  readonly place: FilesConfig;
  readonly today: Day;
  readonly maxMs: number;
}

/** From the thread: a file that is listed, and in the end one of the others. */
export type FilesReport =
  | { readonly kind: 'made'; readonly file: string; readonly rows: number; readonly bytes: number }
  | { readonly kind: 'end'; readonly end: TurnEnd }
  | { readonly kind: 'failed'; readonly error: ErrorMessage };

const { connection, modules, place, today, maxMs } = workerData as FilesThreadData; // as `startFiles` starts it
lowerPriority();
const tell = (report: FilesReport) => parentPort?.postMessage(report);
const db = openDatabase({ connection, maxConnections: 2 });
try {
  const { bucket, drafts: folder } = openBucket(place);
  const feeds = await Promise.all(modules.map(declaredFeed));
  const end = await takeTurn(
    {
      db,
      feeds,
      bucket,
      folder,
      store: createMomentStore(createFeedStore(db)),
      log: createEventLog(db),
      filings: createFilingStore(db),
      made: ({ feed, kind, day, rows, bytes }) =>
        tell({ kind: 'made', file: `${feed} ${kind} ${day}`, rows, bytes }),
    },
    { today, maxMs },
  );
  tell({ kind: 'end', end });
} catch (error) {
  tell({ kind: 'failed', error: errorToMessage(error) });
} finally {
  await db.close();
}
