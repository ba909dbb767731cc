import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Refund } from '../../../src/core/ports.ts';
import { createLeasedLedger } from '../../../src/core/quota/leases.ts';
import { createRefundRetryingLedger } from '../../../src/core/quota/waiting-refunds.ts';
import { createMemoryLedger } from '../../../src/memory/ledger.ts';
import { testClock } from '../clock.ts';

const both = (units: number) => ({ minute: units, day: units });
const account = { account: 'one', limits: { minute: 600, day: 50_000 } };

/** A ledger in memory that refuses refunds while `refuses`, and takes each id once, as the store does. */
function setup() {
  const clock = testClock('2026-03-04T12:00:10.000Z');
  const store = createMemoryLedger();
  const state = { refuses: false, taken: new Set<string>(), reports: [] as unknown[] };
  const giveBack = async (refund: Refund) => {
    if (state.refuses) throw new Error('disk full');
    if (state.taken.has(refund.id)) return;
    state.taken.add(refund.id);
    await store.release(refund);
  };
  const report = (error: unknown) => void state.reports.push(error);
  const ledger = createRefundRetryingLedger({ ledger: { ...store, release: giveBack }, clock, report });
  const claim = () => ({ ...account, id: randomUUID(), at: clock.now(), demand: 0, ahead: false });
  return { clock, state, ledger, claim, spent: (at = clock.now()) => store.used(account, at) };
}

test('units given back while the store refuses writes are back once it takes them, each once', async () => {
  const { state, ledger, claim, spent } = setup();
  await ledger.reserve({ ...claim(), units: both(10) });
  state.refuses = true;
  await ledger.release({ ...claim(), units: both(3) });
  await ledger.release({ ...claim(), units: both(2) });
  await ledger.retry();
  expect([await spent(), ledger.waiting(), state.reports.length]).toEqual([both(10), 2, 1]);
  state.refuses = false;
  await Promise.all([ledger.retry(), ledger.retry()]);
  await ledger.retry();
  expect([await spent(), ledger.waiting()]).toEqual([both(5), 0]);
});

test('a lease that ends while the store refuses writes fails no request, and its units come back', async () => {
  const { clock, state, ledger, claim, spent } = setup();
  const leases = createLeasedLedger(ledger);
  await leases.reserve({ ...claim(), units: both(1), ahead: true });
  expect(await spent()).toEqual(both(60));
  state.refuses = true;
  clock.advance(2_000);
  await leases.sweep(clock.now());
  expect(await leases.reserve({ ...claim(), units: both(1) })).toMatchObject({ granted: true });
  await leases.close();
  state.refuses = false;
  await ledger.retry();
  expect(await spent()).toEqual(both(2));
});

test('a refund is given up before the store forgets which ones it has taken', async () => {
  const { clock, state, ledger, claim, spent } = setup();
  const { at } = claim();
  await ledger.reserve({ ...claim(), units: both(10) });
  state.refuses = true;
  await ledger.release({ ...claim(), units: both(3) });
  clock.advance(51 * 60_000);
  state.refuses = false;
  await ledger.retry();
  expect([(await spent(at)).day, ledger.waiting()]).toEqual([10, 0]);
});

test('what waits is bounded', async () => {
  const { state, ledger, claim } = setup();
  state.refuses = true;
  for (let n = 0; n < 10_010; n += 1) await ledger.release({ ...claim(), units: both(1) });
  expect(ledger.waiting()).toBe(10_000);
});
