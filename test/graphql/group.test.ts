import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { streamViewOf } from '../../src/core/access.ts';
import { positionOf } from '../../src/core/live/follow.ts';
import { fullView } from '../../src/core/view.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import type { Batch } from '../../src/graphql/live/batch.ts';
import { createGroup, type Member } from '../../src/graphql/live/group.ts';
import { filingOf } from '../support/followed-world.ts';
import { liveCursors } from '../support/live-cursors.ts';
import { createMemoryEventLog } from '../support/memory-event-log.ts';
import { sampleRecords } from '../support/records.ts';
import { createWokenTail } from '../support/woken-tail.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');
const [SAMPLE] = sampleRecords(whaleActivity, 1);

/** A group on a log in memory, which no notice moves and which has so many events `before`. */
async function world(before = 0) {
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
  const position = (seq: bigint) => ({ seq, held: null });
  const group = createGroup({
    log: tail.log,
    cursors: liveCursors,
    followed: { feed: whaleActivity, filter: undefined },
    view: () => fullView(AT),
    position: position(watch.head),
    refresh: watch.refresh,
    async render({ kind, node, cursor }) {
      state.rendered += 1;
      await state.rendering;
      if (state.isBroken && node) throw new Error('broken');
      const decoded = liveCursors.decode(whaleActivity, cursor);
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
function member(more: Partial<Member> = {}): Member & { readonly told: string[] } {
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
    isBehind: () => false,
    isOpen: () => true,
    ...more,
  };
}

const titles = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `e${from + index}`);

test('a heartbeat tells what no notice told of, and then stands at the head', async () => {
  const { group, commit, position } = await world();
  const one = member();
  await group.join(one, position(0n));
  commit(3);
  group.beat();
  await expect.poll(() => one.told).toEqual(['e1', 'e2', 'e3', 'HEARTBEAT 3']);
});

test('members are looked at a few at a time ahead of what they are told, and counted if behind', async () => {
  const { group, commit, position, refresh } = await world();
  const MEMBERS = 40;
  const state = { isSlow: true };
  let order = '';
  const members = Array.from({ length: MEMBERS }, (_, index) =>
    member({
      isBehind() {
        order += '?';
        return state.isSlow && index % 4 === 0;
      },
      hear() {
        order += '!';
      },
    }),
  );
  for (const one of members) await group.join(one, position(0n));
  expect(group.behind).toBe(0);
  commit(2);
  await refresh();
  const chunk = (size: number) => '?'.repeat(size) + '!'.repeat(size);
  await expect.poll(() => order).toBe(chunk(16) + chunk(16) + chunk(8));
  expect(group.behind).toBe(10);
  for (const one of members.slice(5)) group.leave(one);
  expect(group.behind).toBe(5);
  state.isSlow = false;
  group.beat();
  await expect.poll(() => group.behind).toBe(0);
});

test('there is no heartbeat while the log cannot be read, or not be told', async () => {
  const { group, commit, position, state, errors } = await world();
  const one = member();
  await group.join(one, position(0n));
  state.isAway = true;
  group.beat();
  await expect.poll(() => errors).toEqual([new Error('away')]);
  state.isAway = false;
  commit(1);
  state.isBroken = true;
  group.beat();
  await expect.poll(() => errors.length).toBe(3); // of a step, and of the heartbeat
  expect(one.told).toEqual([]);
  state.isBroken = false;
  group.beat();
  await expect.poll(() => one.told).toEqual(['e1', 'HEARTBEAT 1']);
});

test('who joins a group that was left gets what comes from then on', async () => {
  const { group, commit, position, refresh } = await world();
  const first = member();
  await group.join(first, position(0n));
  group.leave(first);
  commit(2);
  const second = member();
  await group.join(second, position(2n));
  commit(1);
  await refresh();
  await expect.poll(() => second.told).toEqual(['e3']);
});

test('who joins while the last one leaves gets nothing twice', async () => {
  const { group, commit, position, refresh, state } = await world();
  const first = member();
  await group.join(first, position(0n));
  const { promise, resolve } = Promise.withResolvers<void>();
  state.rendering = promise;
  commit(80);
  await refresh(); // the group is in the middle of it
  const second = member();
  const joined = group.join(second, position(80n));
  await setImmediate();
  group.leave(first);
  resolve();
  await joined;
  commit(1);
  await refresh();
  await expect.poll(() => second.told).toEqual(['e81']);
});

test('who joins an empty group gets what was committed on the way at once', async () => {
  const { group, commit, position, refresh } = await world();
  const one = member({
    async replay(next) {
      await next();
      commit(1);
      await refresh();
      await setImmediate(); // the group was told, and had nobody to tell
    },
  });
  await group.join(one, position(0n));
  await expect.poll(() => one.told).toEqual(['e1']);
});

test('who joins behind another one that read where more is known gets all that lies between', async () => {
  const { group, commit, position } = await world(3);
  commit(2); // the tail of the log is not told of them
  const [first, second] = [member(), member()];
  await group.join(first, position(0n));
  await group.join(second, position(3n));
  await expect.poll(() => second.told).toEqual(['e4', 'e5']);
  commit(1);
  group.beat();
  await expect.poll(() => second.told.slice(2)).toEqual(['e6', 'HEARTBEAT 6']);
  expect(first.told).toEqual([...titles(1, 6), 'HEARTBEAT 6']);
});

test('so does who joins where a gap ended in the middle of it', async () => {
  const { group, commit, position, state, log, refresh } = await world(3);
  const [first, second] = [member(), member()];
  await group.join(first, position(3n));
  commit(3);
  await log.prune([whaleActivity], { count: 1, olderThan: new Date(0), heldUntil: AT });
  state.onBounds = () => {
    state.onBounds = () => undefined; // once
    commit(1);
  };
  await refresh();
  await expect.poll(() => first.told).toEqual(['RESYNC 7']);
  await group.join(second, position(6n));
  expect(second.told).toEqual(['e7']);
});

test('hearts beat in a long burst, which goes on to its end', async () => {
  const { group, commit, position, refresh } = await world();
  const one = member();
  await group.join(one, position(0n));
  const EVENTS = 700;
  commit(EVENTS);
  await refresh();
  group.beat();
  await expect.poll(() => one.told.length).toBe(EVENTS + 1);
  const beat = one.told.findIndex((text) => text.startsWith('HEARTBEAT'));
  expect(beat).toBeLessThan(EVENTS);
  expect(one.told[beat]).toBe(`HEARTBEAT ${beat}`);
  expect(one.told.toSpliced(beat, 1)).toEqual(titles(1, EVENTS));
});

test('who joins in a long burst gets everything once', async () => {
  const { group, commit, position, refresh } = await world();
  const [first, second] = [member(), member()];
  await group.join(first, position(0n));
  const EVENTS = 700;
  commit(EVENTS);
  await refresh();
  await group.join(second, position(10n));
  expect(first.told).toEqual(titles(1, EVENTS));
  expect(second.told).toEqual(titles(11, EVENTS));
});

test('for who leaves in the middle of its replay nothing more is made', async () => {
  const { group, commit, position, refresh, state } = await world();
  const first = member();
  await group.join(first, position(0n));
  commit(700);
  await refresh();
  await expect.poll(() => first.told).toHaveLength(700);
  const before = state.rendered;
  let isOpen = true;
  const leaver = member({
    isOpen: () => isOpen,
    async replay(next) {
      await next();
      isOpen = false;
    },
  });
  await group.join(leaver, position(0n));
  expect([state.rendered - before, group.size]).toEqual([64, 1]);
});

test('who takes its time at the end of its replay gets what came in meanwhile at its own pace', async () => {
  const { group, commit, position, refresh } = await world();
  const first = member();
  await group.join(first, position(0n));
  commit(10);
  await refresh();
  let replayed = 0;
  const second = member({
    async replay(next) {
      const batch = await next();
      if (replayed === 0) {
        commit(300);
        await refresh();
        await expect.poll(() => first.told).toHaveLength(310);
      }
      replayed += batch?.frames.length ?? 0;
      if (batch) second.take(batch);
    },
  });
  await group.join(second, position(0n));
  commit(1);
  await refresh();
  await expect.poll(() => first.told).toEqual(titles(1, 311));
  expect(second.told).toEqual(titles(1, 311));
  expect(replayed).toBeGreaterThanOrEqual(310 - 64);
});

/** A group with a lag of 24 hours, on so many filings that become available an hour later. */
async function laggedWorld(filings: number) {
  const log = createMemoryEventLog(insiderFilings);
  for (let n = 1; n <= filings; n += 1)
    log.commit(`k${n}`, filingOf({ key: `k${n}`, value: n, filedHours: 0, availableHours: 1 }, AT), AT);
  const { tail } = createWokenTail(log);
  const state = { now: AT, rendering: Promise.resolve() };
  const viewAt = (now: Date) => streamViewOf({ historyDays: null, insiderLagHours: 24 }, now);
  const watch = await tail.watch(insiderFilings, () => group.advance());
  const positionAt = (now: Date) => positionOf(insiderFilings, viewAt(now), watch.head);
  const group = createGroup({
    log: tail.log,
    cursors: liveCursors,
    followed: { feed: insiderFilings, filter: undefined },
    view: () => viewAt(state.now),
    position: positionAt(AT),
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

/** When they turn. */
const TURN = AT.getTime() + 25 * 3_600_000;

test('who joins in the middle of what turns at one moment gets nothing twice', async () => {
  const FILINGS = 100; // more than a step
  const { group, state, positionAt, created } = await laggedWorld(FILINGS);
  const first = member();
  await group.join(first, positionAt(AT));
  state.now = new Date(TURN);
  const { promise, resolve } = Promise.withResolvers<void>();
  let replayed = 0;
  const second = member({
    async replay(next) {
      const batch = await next();
      replayed += batch?.frames.length ?? 0;
      if (batch) second.take(batch);
      if (replayed < FILINGS) return;
      state.rendering = promise;
      group.advance(); // its first step, which is not over when the second has got all
      await setImmediate();
    },
  });
  const joined = group.join(second, positionAt(AT));
  await expect.poll(() => replayed).toBe(FILINGS);
  await setImmediate();
  resolve();
  await joined;
  await expect.poll(() => first.told).toEqual(created);
  await setImmediate();
  expect(second.told).toEqual(created);
});

test('who comes from a process whose clock is ahead goes on without a gap', async () => {
  const { group, state, positionAt, created } = await laggedWorld(1);
  const [first, second] = [member(), member()];
  state.now = new Date(TURN - 30_000);
  await group.join(first, positionAt(AT));
  await group.join(second, positionAt(new Date(TURN - 1_000)));
  expect(second.told).toEqual([]);
  state.now = new Date(TURN);
  group.advance();
  await expect.poll(() => [first.told, second.told]).toEqual([created, created]);
});
