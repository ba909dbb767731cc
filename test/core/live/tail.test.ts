import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventLog, FeedEvent } from '../../../src/core/live/event-log.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { filingOf } from '../../support/followed-world.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';
import { sampleRecords } from '../../support/records.ts';
import { createWokenTail } from '../../support/woken-tail.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');
const [SAMPLE] = sampleRecords(whaleActivity, 1);
const ALL = 1_000_000;

/** The tail of a log in memory, which answers as late as `answer` lets it, and what moves both. */
function world(answer: () => Promise<unknown> = async () => undefined) {
  const log = createMemoryEventLog(whaleActivity);
  const read: EventLog['read'] = async (...args) => {
    const known = await log.read(...args);
    await answer();
    return known;
  };
  let count = 0;
  const { tail, wake } = createWokenTail({ ...log, read });
  return {
    log,
    tail,
    commit(events: number) {
      for (let n = 0; n < events; n += 1) {
        count += 1;
        log.commit('k', { ...SAMPLE, id: 'k', title: `state ${count}` }, AT);
      }
    },
    wake: () => wake(whaleActivity.module),
  };
}

test('what was dropped before the tail read it leaves no gap in its memory', async () => {
  const { log, tail, commit } = world();
  const watch = await tail.watch(whaleActivity, () => undefined);
  commit(3);
  await watch.refresh();
  commit(10);
  await log.prune([whaleActivity], { count: 2, olderThan: new Date(0), heldUntil: new Date(0) });
  await watch.refresh();
  commit(1);
  await watch.refresh();
  for (const after of [0n, 3n, 10n, 11n, 12n, 13n, 14n]) {
    const [fromTail, fromLog] = await Promise.all(
      [tail.log, log].map((one) => one.read(whaleActivity, after, 9)),
    );
    expect(fromTail).toEqual(fromLog);
  }
  watch.stop();
  tail.close();
});

test('nor does what was dropped behind an event that is kept since somebody waits for it', async () => {
  const log = createMemoryEventLog(insiderFilings);
  const { tail } = createWokenTail(log);
  const watch = await tail.watch(insiderFilings, () => undefined);
  for (const [index, knownHours] of [1, -1, -1, -1].entries())
    log.commit(`k${index}`, filingOf({ key: `k${index}`, value: 1, knownHours }, AT), AT);
  await log.prune([insiderFilings], { count: 1, olderThan: new Date(0), heldUntil: AT });
  await watch.refresh();
  const seqs = async (after: bigint) => (await tail.log.read(insiderFilings, after, 9)).map(({ seq }) => seq);
  expect([await seqs(0n), await seqs(3n)]).toEqual([[1n, 4n], [4n]]);
  watch.stop();
  tail.close();
});

test.each([0, 1, 2, 3, 4, 5])(
  'a refresh %i turns after a reading shows what is there by then',
  async (turns) => {
    const { tail, commit } = world();
    const watch = await tail.watch(whaleActivity, () => void lookAgain());
    const looked = Promise.withResolvers<readonly FeedEvent[]>();
    let looks = 0;
    const lookAgain = async () => {
      looks += 1;
      if (looks > 1) return;
      for (let turn = 0; turn < turns; turn += 1) await null;
      commit(1);
      await watch.refresh();
      looked.resolve(await tail.log.read(whaleActivity, 1n, 9));
    };
    commit(1);
    await watch.refresh();
    expect(await looked.promise).toHaveLength(1);
    watch.stop();
    tail.close();
  },
);

const acts = ['commit', 'wake', 'refresh', 'look', 'wait'] as const;

test('whatever wakes the tail or does not, followers see every event once, and no head goes back', async () => {
  const act = fc.tuple(fc.constantFrom(...acts), fc.integer({ min: 1, max: 3 }));
  const todos = fc.array(act, { maxLength: 40, size: 'max' });
  const property = fc.asyncProperty(todos, fc.nat(10), async (todo, earlier) => {
    const { log, tail, commit, wake } = world(setImmediate);
    commit(earlier);
    const seen: FeedEvent[] = [];
    let at: bigint | null = null;
    let last = Promise.resolve();
    const followOn = () => {
      last = last.then(async () => {
        await setImmediate(); // it may be busy
        if (at === null) return;
        seen.push(...(await tail.log.read(whaleActivity, at, ALL)));
        at = seen.at(-1)?.seq ?? at;
      });
    };
    const watching = tail.watch(whaleActivity, followOn);
    void watching.then(({ head }) => {
      at = head;
    });
    let highest = 0n;
    for (const [what, count] of todo) {
      if (what === 'commit') commit(count);
      if (what === 'wake') wake();
      if (what === 'refresh') void watching.then(({ refresh }) => refresh()); // it may still be opening
      if (what === 'wait') await setImmediate();
      if (what === 'look') {
        const { head, stop } = await tail.watch(whaleActivity, () => undefined);
        expect(head).toBeGreaterThanOrEqual(highest);
        highest = head;
        stop();
      }
    }
    const watch = await watching;
    await watch.refresh();
    await last;
    expect(seen).toEqual(await log.read(whaleActivity, watch.head, ALL));
    watch.stop();
    tail.close();
  });
  await fc.assert(property, { numRuns: 1_000 });
}, 600_000);
