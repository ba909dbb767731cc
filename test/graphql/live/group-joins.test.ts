import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { AT, laggedWorld, member, titles, world } from './group-world.ts';

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
