import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { viewOf } from '../../../src/core/access/access.ts';
import { positionOf } from '../../../src/core/live/follow.ts';
import type { LivePosition } from '../../../src/core/live/live-cursors.ts';
import { insiderFilings as feed } from '../../../src/feeds/insider/feed.ts';
import { Backlog } from '../../../src/graphql/live/backlog.ts';
import type { Batch, Frame } from '../../../src/graphql/live/batch.ts';
import { type LiveEvent, LiveSource } from '../../../src/graphql/live/live-source.ts';
import type { Stream } from '../../../src/graphql/live/streams.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { FILTER, looksOf, sorted, type Table, type WrittenFeed } from '../written-feed.ts';
import { callerOf, type LiveProcess, StoreAway } from './slow-process.ts';

/** What a client asks for, and where it begins: with a page, or whatever comes. */
export interface Plan {
  readonly lagged: boolean;
  readonly filtered: boolean;
  readonly from: 'page' | 'now';
}

/** A client that keeps a table of what it is told and goes on from the last place it knows. */
export interface LiveClient {
  /** Nothing happens to one that is subscribed, or about to be. */
  open(process: LiveProcess): Promise<void>;
  close(): void;
  /** It takes nothing until `drain`. */
  stall(): void;
  drain(): void;
  /** Where it is subscribed. */
  readonly process: LiveProcess | null;
  readonly position: LivePosition | null;
  readonly lagHours: number;
  /** What happened to it, for whoever reads of a failure. */
  readonly story: string;
}

export function createClient(
  plan: Plan,
  written: WrittenFeed,
  { mayMiss, failed }: { readonly mayMiss: () => boolean; readonly failed: (error: unknown) => void },
): LiveClient {
  const { filtered } = plan;
  const lagHours = plan.lagged ? 24 : 0;
  const caller = callerOf(lagHours);
  const story: string[] = [];
  let at: { readonly cursor: string; readonly position: LivePosition } | null = null;
  /** Null: whatever there is where it begins. */
  let table: Table | null = null;
  let session: Session | null = null;
  let isStalled = false;
  const waiting: (() => void)[] = [];

  const check = ({ payload, cursor, positions: [position] }: Frame, wasTooSlow: boolean): void => {
    if (position === undefined) throw new Error('a frame has the position of its feed');
    const { kind, id, looks, gap } = JSON.parse(String(payload)) as Told; // of `render`
    story.push(`${kind} ${id ?? ''} ${shown(position)}`);
    expect(liveCursors.decode([feed], cursor)).toEqual({ ok: true, feed, position });
    if (gap) {
      expect(wasTooSlow || mayMiss(), 'something was passed over').toBe(true);
      const from = liveCursors.decode([feed], gap.from);
      if (table && from.ok) expect(table, 'up to the gap').toEqual(written.tableAt(from.position, filtered));
      table = written.tableAt(position, filtered); // it asks for the list again
    } else if (table && id !== null) {
      expect(table.has(id), `${kind} ${id}`).toBe(kind !== 'CREATED');
      const rest = [...table].filter(([one]) => one !== id);
      table = sorted(kind === 'REMOVED' ? rest : [...rest, [id, String(looks)]]);
    }
    table ??= written.tableAt(position, filtered);
    expect(table).toEqual(written.tableAt(position, filtered));
    at = { cursor, position };
  };
  const take = ({ frames, end }: Batch, own: Session, wasTooSlow = false): void => {
    own.last = end.cursor;
    try {
      for (const frame of frames) check(frame, wasTooSlow);
    } catch (error) {
      failed(new Error(story.slice(-12).join(' | '), { cause: error }));
    }
  };
  /** It ended with this cursor: of the last event that it was told, or from where it began. */
  const stand = (cursor: string, own: Session): void => {
    const decoded = liveCursors.decode([feed], cursor);
    if (!decoded.ok) {
      failed(new Error(decoded.reason));
      return;
    }
    const { position } = decoded;
    story.push(`ended at ${shown(position)}`);
    const isOther = own.last === null ? at && shown(at.position) !== shown(position) : own.last !== cursor;
    if (isOther) failed(new Error(`it ends with another cursor: ${story.slice(-12).join(' | ')}`));
    table ??= written.tableAt(position, filtered);
    at = { cursor, position };
  };
  const isBehind = () => isStalled;
  const readPage = async (process: LiveProcess): Promise<void> => {
    const { head } = await written.log.bounds(feed);
    const position = positionOf(feed, viewOf(caller.tier, process.clock()), head);
    at = { cursor: liveCursors.encode(feed, position), position };
    table = written.tableAt(position, filtered);
  };
  const subscribe = (own: Session): Promise<Stream> => {
    const { process } = own;
    const end = () => {
      own.isOver = true;
      if (session === own) session = null;
    };
    const subscription = {
      source: new LiveSource([{ feed, filter: filtered ? FILTER : undefined }], at?.cursor),
      shared: String(filtered),
      async render({ kind, node, gap }: LiveEvent) {
        await process.delay();
        const told: Told = { kind, id: node && String(node.id), looks: node && looksOf(node), gap };
        return { payload: Buffer.from(JSON.stringify(told)), objects: node ? 1 : 0 };
      },
    };
    return process.streams.open(subscription, caller, {
      backlog: new Backlog({
        isBackpressured: isBehind,
        whenReady: (go) => void (isStalled ? waiting.push(go) : setImmediate().then(go)),
        evict: end,
      }),
      isBackpressured: isBehind,
      isClosed: () => false,
      write(batch) {
        if (isStalled) return false;
        if (!own.isOver) take(batch, own);
        else if (own.stream) failed(new Error('it is told something behind its end'));
        return true;
      },
      last(batch) {
        if (!own.isOver) take(batch, own, true);
        end();
      },
      fail(_, cursor) {
        if (!own.isOver && cursor !== null) stand(cursor, own);
        end();
      },
      close: end,
      token: 'its token',
    });
  };

  return {
    async open(process) {
      if (session) return;
      const own: Session = { process, stream: null, last: null, isOver: false };
      session = own;
      isStalled = false;
      if (at === null && plan.from === 'page') await readPage(process);
      if (at === null) table = null;
      story.push(`from ${at ? shown(at.position) : 'now'}`);
      try {
        const stream = await subscribe(own);
        if (own.isOver) stream.close();
        else own.stream = stream;
      } catch (error) {
        if (session === own) session = null;
        if (!(error instanceof StoreAway)) throw error;
      }
    },
    close() {
      if (!session) return;
      session.isOver = true;
      session.stream?.close();
      session = null;
    },
    stall() {
      isStalled = true;
    },
    drain() {
      isStalled = false;
      for (const go of waiting.splice(0)) go();
    },
    get process() {
      return session?.stream ? session.process : null;
    },
    get position() {
      return at?.position ?? null;
    },
    lagHours,
    get story() {
      return story.join(' | ');
    },
  };
}

/** One subscription of a client. */
interface Session {
  readonly process: LiveProcess;
  /** Null while it is opened. */
  stream: Stream | null;
  /** Cursor of the last that it was told. */
  last: string | null;
  isOver: boolean;
}

interface Told {
  readonly kind: LiveEvent['kind'];
  readonly id: string | null;
  readonly looks: string | null;
  readonly gap: LiveEvent['gap'];
}

const shown = ({ seq, held }: LivePosition) =>
  held ? `${seq}/${held.until.toISOString().slice(8, 23)}#${held.seq ?? ''}` : String(seq);
