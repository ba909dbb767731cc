import { expect, test } from 'vitest';
import { createTail } from '../../../src/core/live/tail.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';
import { sampleRecords } from '../../support/records.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');
const [SAMPLE] = sampleRecords(whaleActivity, 1);

test('what was dropped before the tail read it leaves no gap in its memory', async () => {
  const log = createMemoryEventLog(whaleActivity);
  const wakeUps = { listen: async () => undefined };
  const report = (error: unknown) => {
    throw error;
  };
  const tail = createTail({ log, wakeUps, report, pollMs: 1_000_000 });
  const commit = (count: number) => {
    for (let n = 0; n < count; n += 1) log.commit('k', { ...SAMPLE, id: 'k', title: `${Math.random()}` }, AT);
  };
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
