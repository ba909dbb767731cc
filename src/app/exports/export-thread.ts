import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createMomentStore } from '../../core/read/moments.ts';
import { readAll, type WholeList } from '../../core/read/read-all.ts';
import { publicLeaves } from '../../feed/feed.ts';
import type { Connection } from '../../postgres/connection/connection.ts';
import { openDatabase, SERVING_WAITS } from '../../postgres/connection/database.ts';
import { createFeedStore } from '../../postgres/feeds/feed-store.ts';
import { declaredFeed } from '../declared-feed.ts';
import { lowerPriority } from '../lower-priority.ts';
import {
  type Command,
  errorToMessage,
  filterFromMessage,
  type OpenMessage,
  type Report,
} from './messages.ts';
import { piecesOf } from './pieces.ts';

/**
 * The thread that makes files. It reads the store by connections of its own, so that the thread that answers requests only
 * hands on bytes. Each file has a port of its own, by which its pieces are asked for one by one.
 */
export interface ThreadData {
  readonly connection: Connection;
  readonly maxConnections: number;
}

export interface StartMessage {
  readonly port: MessagePort;
  readonly request: OpenMessage;
}

const { connection, maxConnections } = workerData as ThreadData; // as `createExports` starts it
lowerPriority();
const db = openDatabase({ connection, maxConnections, waits: SERVING_WAITS });
const store = createMomentStore(createFeedStore(db));

parentPort?.on('message', ({ port, request }: StartMessage) => void makeFile(port, request));

async function makeFile(port: MessagePort, request: OpenMessage): Promise<void> {
  const { signal, asked } = commandsFrom(port);
  const tell = (report: Report, moved: ArrayBuffer[] = []) => port.postMessage(report, moved);
  let list: WholeList | undefined;
  try {
    const { feed, ...opened } = await open(request, signal);
    list = opened.list;
    tell({ kind: 'opened', rows: list.count, next: list.next });
    for await (const piece of piecesOf(feed, list, request.format, request.item)) {
      await asked();
      const bytes = new Uint8Array(piece.bytes); // of no buffer that is shared, so that it can be moved
      tell({ kind: 'piece', ...piece, bytes }, [bytes.buffer]);
    }
    await asked();
    tell({ kind: 'end' });
  } catch (error) {
    tell({ kind: 'failed', error: errorToMessage(error) });
  } finally {
    await list?.close();
    port.close();
  }
}

async function open(request: OpenMessage, signal: AbortSignal) {
  const feed = await declaredFeed(request.module);
  const { order, filter, cursor, limit = Number.MAX_SAFE_INTEGER, view } = request;
  const question = {
    filter: filter && filterFromMessage(feed, filter),
    order: { leaf: feed.leaf(order.field), direction: order.direction },
    slice: { first: limit, after: cursor },
    leaves: publicLeaves(feed),
  };
  return { feed, list: await readAll(store, feed, question, view, signal) };
}

/** What comes over the port of a file. A port that closes cancels it. */
function commandsFrom(port: MessagePort): { readonly signal: AbortSignal; asked(): Promise<void> } {
  const cancelled = new AbortController();
  let credit = 0;
  let wake: () => void = () => undefined;
  const cancel = () => {
    cancelled.abort();
    wake();
  };
  port.on('close', cancel);
  port.on('message', (command: Command) => {
    if (command === 'cancel') return cancel();
    credit += 1;
    wake();
  });
  return {
    signal: cancelled.signal,
    /** Resolves when another piece is wanted; rejects when none will be. */
    async asked() {
      while (credit === 0) {
        cancelled.signal.throwIfAborted();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      cancelled.signal.throwIfAborted();
      credit -= 1;
    },
  };
}
