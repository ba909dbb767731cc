import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Account, Ledger } from '../../../src/core/ports.ts';
import { createLeasedLedger } from '../../../src/core/quota/leases.ts';
import { createMemoryLedger } from '../../../src/memory/ledger.ts';

const NOON = new Date('2026-03-04T12:00:30.000Z');
const FREE = { minute: 5, day: 50 };
const QUANT = { minute: 600, day: 50_000 };

/** Two processes on one ledger. */
function twoProcesses(): readonly [Ledger, Ledger] {
  const shared = createMemoryLedger();
  return [createLeasedLedger(shared), createLeasedLedger(shared)];
}

const claimOf = (account: Account, units: number) => ({
  ...account,
  id: randomUUID(),
  at: NOON,
  units: { minute: units, day: units },
});

async function take(ledger: Ledger, account: Account, units: number): Promise<boolean> {
  return (await ledger.reserve({ ...claimOf(account, units), demand: 0, ahead: false })).granted;
}

test('what an operation gives back can be spent by another process at once', async () => {
  const [one, other] = twoProcesses();
  const account = { account: 'free', limits: FREE };
  expect(await take(one, account, 5)).toBe(true);
  expect(await take(other, account, 1)).toBe(false);
  await one.release(claimOf(account, 4));
  expect(await other.used(account, NOON)).toEqual({ minute: 1, day: 1 });
  expect(await one.used(account, NOON)).toEqual({ minute: 1, day: 1 });
  expect(await take(other, account, 4)).toBe(true);
  expect(await take(one, account, 1)).toBe(false);
});

test('of a large tier a process keeps no more of it than it could have taken ahead', async () => {
  const [one, other] = twoProcesses();
  const account = { account: 'quant', limits: QUANT };
  expect(await take(one, account, 300)).toBe(true);
  for (let n = 0; n < 290; n += 1) await one.release(claimOf(account, 1));
  expect(await one.used(account, NOON)).toEqual({ minute: 10, day: 10 });
  const { minute } = await other.used(account, NOON);
  expect(minute).toBeGreaterThan(10); // some are handed out again without asking
  expect(minute).toBeLessThanOrEqual(10 + QUANT.minute / 10);
});

test('units held ahead are spent without asking, as a reservation and its settling would spend them', async () => {
  const shared = createMemoryLedger();
  const ledger = createLeasedLedger(shared);
  const account = { account: 'quant', limits: QUANT };
  const spendHeld = (requested: number, actual: number, at = NOON, limits = QUANT) =>
    ledger.trySpendLeased?.({ account: 'quant', limits, at, requested, actual });

  expect(spendHeld(1, 1)).toBeNull(); // nothing is held yet
  expect(await take(ledger, account, 1)).toBe(true);
  await setImmediate(); // its turn ends
  const held = ledger.leased();
  expect(held).toBeGreaterThan(9);

  expect(spendHeld(3, 2)).toEqual({ minute: 3, day: 3 });
  expect(ledger.leased()).toBe(held - 2);
  expect(await ledger.used(account, NOON)).toEqual({ minute: 3, day: 3 });
  await setImmediate();

  const asks = ledger.reserve({ ...claimOf(account, held), demand: 0, ahead: false });
  expect(spendHeld(1, 1)).toBeNull(); // others wait: they come first
  await asks;
  await setImmediate();

  expect(spendHeld(QUANT.minute, 1)).toBeNull();
  expect(spendHeld(1, 1, new Date(NOON.getTime() + 60_000))).toBeNull();
  expect(spendHeld(1, 1, NOON, { ...QUANT, minute: 5 })).toBeNull();
  expect(await ledger.used(account, NOON)).toEqual({ minute: 3 + held, day: 3 + held });
});

test('who spends of the day alone is told what is spent, without what is held ahead', async () => {
  const ledger = createLeasedLedger(createMemoryLedger());
  const account = { account: 'quant', limits: QUANT };
  await ledger.reserve({ ...claimOf(account, 1), demand: 0, ahead: true });
  expect(ledger.leased()).toBeGreaterThan(0);
  const ofTheDay = { ...claimOf(account, 0), units: { minute: 0, day: 19 }, demand: 0, ahead: false };
  expect((await ledger.reserve(ofTheDay)).used).toEqual({ minute: 1, day: 20 });
});
