import { streamViewOf } from '../../../src/core/access/access.ts';
import { fullView } from '../../../src/core/access/view.ts';
import { positionOf } from '../../../src/core/live/follow.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import type { Batch } from '../../../src/graphql/live/batch.ts';
import { createGroup, type Member } from '../../../src/graphql/live/group.ts';
import { filingOf } from '../../support/followed-world.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';
import { sampleRecords } from '../../support/records.ts';
import { createWokenTail } from '../../support/woken-tail.ts';

export const AT = new Date('2026-01-02T03:04:05.000Z');
const [SAMPLE] = sampleRecords(whaleActivity, 1);

/** A group on a log in memory, which no notice moves and which has so many events `before`. */
export async function world(before = 0) {
  const log = createMemoryEventLog(whaleActivity);
  let head = 0;
  /** Titles count from 1, as the events do. */
  const write = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      head += 1;
      log.commit(`k${head}`, { ...SAMPLE, id: `k${head}`, title: `e${head}` }, AT);
    }
  };
  write(before);
  const errors: unknown[] = [];
  const report = (error: unknown) => void errors.push(error);
  const state = {
    isAway: false,
    isBroken: false,
    rendered: 0,
    rendering: Promise.resolve(),
    onBounds: (): unknown => undefined,
  };
  const read: typeof log.read = (...args) => {
    if (state.isAway) throw new Error('away');
    return log.read(...args);
  };
  const bounds: typeof log.bounds = (feed) => {
    state.onBounds();
    return log.bounds(feed);
  };
  const { tail } = createWokenTail({ ...log, read, bounds }, report);
  const watch = await tail.watch(whaleActivity, () => group.advance());
  const position = (seq: bigint) => [{ seq, held: null }];
  const group = createGroup({
    log: tail.log,
    cursors: liveCursors,
    followed: [{ feed: whaleActivity, filter: undefined }],
    view: () => fullView(AT),
    positions: position(watch.head),
    refresh: watch.refresh,
    async render({ kind, node, cursor }) {
      state.rendered += 1;
      await state.rendering;
      if (state.isBroken && node) throw new Error('broken');
      const decoded = liveCursors.decode([whaleActivity], cursor);
      const seq = decoded.ok ? decoded.position.seq : 'foreign';
      return { payload: Buffer.from(node ? String(node.title) : `${kind} ${seq}`), objects: 1 };
    },
    report,
    now: () => AT,
  });
  return {
    group,
    state,
    errors,
    position,
    refresh: watch.refresh,
    log,
    commit(count: number) {
      write(count);
    },
  };
}

/** With what it was told. */
export function member(more: Partial<Member> = {}): Member & { readonly told: string[] } {
  const told: string[] = [];
  const take = ({ frames }: Batch) => void told.push(...frames.map(({ payload }) => String(payload)));
  return {
    told,
    take,
    hear: take,
    hearFrom: () => undefined,
    charge: () => undefined,
    async replay(next) {
      const batch = await next();
      if (batch) take(batch);
    },
    isBackpressured: () => false,
    isOpen: () => true,
    ...more,
  };
}

export const titles = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `e${from + index}`);

/** A group with a lag of 24 hours, on so many filings that become available an hour later. */
export async function laggedWorld(filings: number) {
  const log = createMemoryEventLog(insiderFilings);
  for (let n = 1; n <= filings; n += 1)
    log.commit(`k${n}`, filingOf({ key: `k${n}`, value: n, knownHours: 1 }, AT), AT);
  const { tail } = createWokenTail(log);
  const state = { now: AT, rendering: Promise.resolve() };
  const viewAt = (now: Date) => streamViewOf({ historyDays: null, insiderLagHours: 24 }, now);
  const watch = await tail.watch(insiderFilings, () => group.advance());
  const positionAt = (now: Date) => [positionOf(insiderFilings, viewAt(now), watch.head)];
  const group = createGroup({
    log: tail.log,
    cursors: liveCursors,
    followed: [{ feed: insiderFilings, filter: undefined }],
    view: () => viewAt(state.now),
    positions: positionAt(AT),
    refresh: watch.refresh,
    async render({ kind, node }) {
      await state.rendering;
      return { payload: Buffer.from(`${kind} ${node?.id}`), objects: 1 };
    },
    report(error) {
      throw error;
    },
    now: () => state.now,
  });
  const created = Array.from({ length: filings }, (_, index) => `CREATED k${index + 1}`);
  return { group, state, positionAt, created };
}
