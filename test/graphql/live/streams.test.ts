import { expect, test } from 'vitest';
import type { Caller } from '../../../src/core/access/caller.ts';
import type { Spender } from '../../../src/core/quota/quota.ts';
import type { Windows } from '../../../src/core/quota/usage.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { Backlog } from '../../../src/graphql/live/backlog.ts';
import { LiveSource } from '../../../src/graphql/live/live-source.ts';
import { createStreams } from '../../../src/graphql/live/streams.ts';
import type { Sink } from '../../../src/graphql/live/subscriber.ts';
import { toAppError } from '../../../src/http/response/to-app-error.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';
import { sampleRecords } from '../../support/records.ts';
import { UNMETERED } from '../../support/tiers.ts';
import { createWokenTail } from '../../support/woken-tail.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');
const [SAMPLE] = sampleRecords(whaleActivity, 1);
const CALLER = { key: { id: 'k', account: 'k', tier: UNMETERED.id }, tier: UNMETERED } as Caller & Spender; // nothing else is looked at

/** Streams of a feed in memory, whose events take as long to be told as `rendering` does. */
function world() {
  const log = createMemoryEventLog(whaleActivity);
  const report = (error: unknown) => {
    throw error;
  };
  const state = { rendering: Promise.resolve() };
  const { tail, wake } = createWokenTail(log, report);
  const streams = createStreams({
    cursors: liveCursors,
    tail,
    bounds: log.bounds,
    snapshots: { find: () => null },
    slots: { reserve: async () => () => undefined, close: async () => undefined },
    quota: { spendDay: async () => ({ granted: true, windows: {} as Windows }) } as never, // all that is asked of it
    keyWatch: { watch: () => () => undefined, close: () => undefined },
    clock: { now: () => AT },
    toClientError: toAppError,
    report,
  });
  let head = 0;
  return {
    streams,
    state,
    commit(count: number) {
      for (let n = 0; n < count; n += 1) {
        head += 1;
        log.commit(`k${head}`, { ...SAMPLE, id: `k${head}`, title: `e${head}` }, AT);
      }
      wake(whaleActivity.module);
    },
    /** What it is told. */
    async open(): Promise<readonly string[]> {
      const told: string[] = [];
      const sink: Sink = {
        backlog: new Backlog({
          isBackpressured: () => false,
          whenReady: (go) => go(),
          evict: () => undefined,
        }),
        isBackpressured: () => false,
        isClosed: () => false,
        write({ frames }) {
          told.push(...frames.map(({ payload }) => String(payload)));
          return true;
        },
        last: () => undefined,
        fail: report,
        close: () => undefined,
        token: null,
      };
      const subscription = {
        source: new LiveSource([{ feed: whaleActivity, filter: undefined }], null),
        shared: 'all',
        async render({ node }: { readonly node: { readonly [field: string]: unknown } | null }) {
          await state.rendering;
          return { payload: Buffer.from(String(node?.title)), objects: 1 };
        },
      };
      await streams.open(subscription, CALLER, sink);
      return told;
    },
  };
}

test('who subscribes while the others are told of a burst gets all that comes from then on', async () => {
  const { streams, state, commit, open } = world();
  const first = await open();
  commit(1);
  await expect.poll(() => first).toEqual(['e1']);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.rendering = promise;
  commit(99);
  const second = await open();
  commit(1);
  resolve();
  await expect.poll(() => first).toHaveLength(101);
  await expect.poll(() => second).toEqual(['e101']);
  await streams.close();
});
