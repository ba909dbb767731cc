import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import type { Windows } from '../../../src/core/quota/usage.ts';
import { AppError } from '../../../src/errors.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { Backlog } from '../../../src/graphql/live/backlog.ts';
import type { Batch } from '../../../src/graphql/live/batch.ts';
import { createGroup } from '../../../src/graphql/live/group.ts';
import { createSubscriber, type Sink } from '../../../src/graphql/live/subscriber.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';
import { sampleRecords } from '../../support/records.ts';
import { createWokenTail } from '../../support/woken-tail.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');
const [SAMPLE] = sampleRecords(whaleActivity, 1);
const STREAMS = 4;
/** Of each event: a unit is a hundred. */
const OBJECTS = 30;
const unitsOf = (events: number) => Math.floor((events * OBJECTS) / 100);
const FAILURE = new AppError('INTERNAL', 'failed');

const report = (error: unknown) => {
  throw error;
};

async function world() {
  const log = createMemoryEventLog(whaleActivity);
  const { tail } = createWokenTail(log, report);
  const watch = await tail.watch(whaleActivity, () => group.advance());
  const group = createGroup({
    log: tail.log,
    cursors: liveCursors,
    followed: [{ feed: whaleActivity, filter: undefined }],
    view: () => fullView(AT),
    positions: [{ seq: 0n, held: null }],
    refresh: watch.refresh,
    render: async ({ node, kind }) => ({
      payload: Buffer.from(String(node?.title ?? kind)),
      objects: OBJECTS,
    }),
    report,
    now: () => AT,
  });
  let head = 0;
  return {
    group,
    async commit(count: number) {
      for (let n = 0; n < count; n += 1) {
        head += 1;
        log.commit(`k${head}`, { ...SAMPLE, id: `k${head}`, title: `e${head}` }, AT);
      }
      await watch.refresh();
      await settled();
    },
  };
}

async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** A stream whose reader takes what it is sent, or does not. */
function stream(lost: (last: { cursor: string }) => Promise<Batch | null> = async () => null) {
  const got: { readonly payload: string; readonly cursor: string }[] = [];
  const state = {
    isSlow: false,
    isGone: false,
    isStoreAway: false,
    wasStoreAway: false,
    units: 0,
    failedAt: undefined as string | null | undefined,
  };
  let ready: (() => void)[] = [];
  const backlog = new Backlog({
    isBackpressured: () => state.isSlow,
    whenReady: (handle) => void ready.push(handle),
    evict: () => undefined,
  });
  const write = ({ frames }: Batch) => {
    if (state.isSlow) return false;
    got.push(...frames.map(({ payload, cursor }) => ({ payload: String(payload), cursor })));
    return true;
  };
  const sink: Sink = {
    isBackpressured: () => state.isSlow,
    isClosed: () => state.isGone,
    write,
    backlog,
    last: () => undefined,
    fail(_, cursor) {
      state.failedAt = cursor;
    },
    close: () => undefined,
    token: null,
  };
  const subscriber = createSubscriber({
    sink,
    lost,
    async spend(units) {
      if (state.isStoreAway) throw new Error('away');
      state.units += units;
      return { granted: true, windows: {} as Windows }; // looked at when it is not granted
    },
    onEnd: () => undefined,
    toClientError: () => FAILURE,
    report: () => undefined,
  });
  return {
    state,
    got,
    subscriber,
    slow() {
      state.isSlow = true;
    },
    drain() {
      state.isSlow = false;
      const handles = ready;
      ready = [];
      for (const handle of handles) handle();
    },
  };
}

const step = fc.oneof(
  fc.tuple(fc.constant('commit' as const), fc.integer({ min: 1, max: 6 })),
  fc.tuple(
    fc.constantFrom(
      'join' as const,
      'slow' as const,
      'drain' as const,
      'away' as const,
      'back' as const,
      'leave' as const,
    ),
    fc.nat(STREAMS - 1),
  ),
);

test('whoever hears with others is charged for what was delivered to it alone, and knows where it stands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const { group, commit } = await world();
      const streams = Array.from({ length: STREAMS }, () => stream());
      const joined = new Set<number>();
      for (const [what, n] of steps) {
        const one = streams[n];
        if (what === 'commit') await commit(n);
        if (what === 'join' && one && !joined.has(n)) {
          joined.add(n);
          void group.join(one.subscriber, [{ seq: 0n, held: null }]);
        }
        if (what === 'slow') one?.slow();
        if (what === 'drain') one?.drain();
        if (one && what === 'away') Object.assign(one.state, { isStoreAway: true, wasStoreAway: true });
        if (one && what === 'back') one.state.isStoreAway = false;
        if (what === 'leave' && one && joined.has(n)) {
          one.subscriber.end();
          group.leave(one.subscriber);
        }
        await settled();
        for (const { state, got } of streams)
          if (!state.wasStoreAway) expect(state.units).toBe(unitsOf(got.length));
      }
      for (const { state, drain } of streams) {
        state.isStoreAway = false;
        drain();
      }
      await settled();
      await commit(1); // what was owed is asked for again
      for (const [n, { state, got, subscriber }] of streams.entries()) {
        if (!joined.has(n) || !subscriber.isOpen()) continue;
        expect(got.map(({ payload }) => payload)).toEqual(got.map((_, index) => `e${index + 1}`));
        subscriber.fail(FAILURE);
        expect(state.failedAt).toBe(got.at(-1)?.cursor ?? null);
        expect(state.units).toBe(unitsOf(got.length));
      }
    }),
    { numRuns: 200 },
  );
}, 600_000);

test('one who is given up is told from where to go on, and not charged for what others hear meanwhile', async () => {
  const { group, commit } = await world();
  const lost = Promise.withResolvers<null>();
  const from: string[] = [];
  const one = stream(async ({ cursor }) => {
    from.push(cursor);
    return lost.promise;
  });
  await group.join(one.subscriber, [{ seq: 0n, held: null }]);
  await commit(2);
  one.slow();
  await commit(300); // more than may wait
  await commit(10);
  lost.resolve(null);
  await settled();
  expect(from).toEqual([one.got[1]?.cursor]);
  expect([one.got.length, one.state.units]).toEqual([2, 0]);
});

test('one who joins later goes on from what it got itself, until it hears with the others', async () => {
  const { group, commit } = await world();
  const start = [{ seq: 0n, held: null }];
  const streams = [stream(), stream(), stream()] as const;
  const [first, second, third] = streams;
  await group.join(first.subscriber, start);
  await commit(2);
  await group.join(second.subscriber, start);
  await group.join(third.subscriber, start);
  second.subscriber.fail(FAILURE);
  await commit(1);
  for (const { subscriber } of [first, third]) subscriber.fail(FAILURE);
  expect(streams.map(({ got }) => got.length)).toEqual([3, 2, 3]);
  expect(streams.map(({ state }) => state.failedAt)).toEqual(streams.map(({ got }) => got.at(-1)?.cursor));
});

test('what waits for one who has hung up is thrown away, and not charged', async () => {
  const { group, commit } = await world();
  const one = stream();
  await group.join(one.subscriber, [{ seq: 0n, held: null }]);
  await commit(1);
  one.slow();
  await commit(20);
  one.state.isGone = true;
  one.drain();
  await settled();
  expect([one.got.length, one.state.units]).toEqual([1, 0]);
});
