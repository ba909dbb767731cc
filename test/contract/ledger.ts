import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account, Ledger, Units } from '../../src/core/ports.ts';

/** A ledger that knows no keys yet, or none of those with fresh ids. */
export type OpenLedger = () => Ledger;

const FREE = { minute: 5, day: 50 };
const QUANT = { minute: 600, day: 50_000 };
const NOON = new Date('2026-03-04T12:00:30.000Z');

const at = (iso: string) => new Date(`2026-03-04T${iso}Z`);
const both = (units: number): Units => ({ minute: units, day: units });

function accountOf(limits: Units): Account {
  return { account: randomUUID(), limits };
}

/** Takes as one request does. The answer is whether it was let in. */
async function take(ledger: Ledger, account: Account, units: Units = both(1), now = NOON): Promise<boolean> {
  const claim = { ...account, id: randomUUID(), at: now, units, demand: 0, ahead: false };
  return (await ledger.reserve(claim)).granted;
}

const giveBack = (ledger: Ledger, account: Account, units: number, now = NOON): Promise<void> =>
  ledger.release({ ...account, id: randomUUID(), at: now, units: both(units) });

/** What every ledger keeps to. */
export function ledgerContract(open: OpenLedger): void {
  describe.each([
    ['a small tier', FREE],
    ['a tier large enough to take ahead', QUANT],
  ])('%s', (_, limits) => {
    test('a thousand claims at once: exactly the limit is let in', async () => {
      const ledger = open();
      const account = accountOf(limits);
      const claims = Array.from({ length: 1_000 }, () => take(ledger, account));
      const granted = (await Promise.all(claims)).filter(Boolean).length;
      expect(granted).toBe(limits.minute);
      expect(await ledger.used(account, NOON)).toEqual(both(limits.minute));
    });

    test('claims of several units fill the window and never pass it', async () => {
      const ledger = open();
      const account = accountOf(limits);
      const sizes = Array.from({ length: 300 }, (__, index) => 1 + (index % 4));
      const answers = await Promise.all(
        sizes.map(async (units) => ((await take(ledger, account, both(units))) ? units : 0)),
      );
      const sum = answers.reduce((total, units) => total + units, 0);
      expect(sum).toBeLessThanOrEqual(limits.minute);
      // Whoever still fits is let in.
      while (await take(ledger, account));
      expect(await ledger.used(account, NOON)).toEqual(both(limits.minute));
    });

    test('a refused claim leaves both windows as they were', async () => {
      const ledger = open();
      const account = { ...accountOf(limits), limits: { minute: limits.minute, day: 3 } };
      expect(await take(ledger, account, both(2))).toBe(true);
      expect(await take(ledger, account, both(2))).toBe(false);
      expect(await ledger.used(account, NOON)).toEqual(both(2));
      expect(await take(ledger, account, both(1))).toBe(true);
    });

    test('the minute ends, the day goes on', async () => {
      const ledger = open();
      const account = accountOf(limits);
      expect(await take(ledger, account, both(limits.minute), at('23:58:59.999'))).toBe(true);
      expect(await take(ledger, account, both(1), at('23:58:59.999'))).toBe(false);
      expect(await take(ledger, account, both(1), at('23:59:00.000'))).toBe(true);
      expect(await ledger.used(account, at('23:59:00.000'))).toEqual({ minute: 1, day: limits.minute + 1 });
      expect(await ledger.used(account, new Date('2026-03-05T00:00:00Z'))).toEqual(both(0));
    });

    test('units go back to the windows they came from', async () => {
      const ledger = open();
      const account = accountOf(limits);
      await take(ledger, account, both(4), at('10:00:59'));
      await take(ledger, account, both(1), at('10:01:00'));
      await giveBack(ledger, account, 3, at('10:00:59'));
      expect((await ledger.used(account, at('10:00:59'))).minute).toBe(1);
      expect(await ledger.used(account, at('10:01:00'))).toEqual({ minute: 1, day: 2 });
    });

    test('a clock set back finds its minute and its day again', async () => {
      const ledger = open();
      const account = accountOf(limits);
      await take(ledger, account, both(4), at('10:00:30'));
      await take(ledger, account, both(1), at('10:02:00'));
      await take(ledger, account, both(1), at('10:00:40'));
      expect(await ledger.used(account, at('10:00:40'))).toEqual({ minute: 5, day: 6 });
      await take(ledger, account, both(1), new Date('2026-03-05T10:00:00Z'));
      expect((await ledger.used(account, at('10:00:40'))).day).toBe(6);
    });

    test('a lower limit counts at once', async () => {
      const ledger = open();
      const account = accountOf(limits);
      expect(await take(ledger, account, both(3))).toBe(true);
      const lower = { ...account, limits: { minute: 4, day: 4 } };
      expect(await take(ledger, lower)).toBe(true);
      expect(await take(ledger, lower)).toBe(false);
    });
  });

  test('units of the day alone do not ask for the minute', async () => {
    const ledger = open();
    const account = accountOf(FREE);
    expect(await take(ledger, account, both(5))).toBe(true);
    expect(await take(ledger, account, { minute: 0, day: 45 })).toBe(true);
    expect(await take(ledger, account, { minute: 0, day: 1 })).toBe(false);
    expect(await ledger.used(account, NOON)).toEqual({ minute: 5, day: 50 });
  });

  test('units of the day alone may be all that are left, taken ahead or not', async () => {
    const ledger = open();
    const account = accountOf(QUANT);
    expect(await take(ledger, account)).toBe(true);
    expect(await take(ledger, account, { minute: 0, day: QUANT.day - 1 })).toBe(true);
    expect(await take(ledger, account, { minute: 0, day: 1 })).toBe(false);
    expect(await ledger.used(account, NOON)).toEqual({ minute: 1, day: QUANT.day });
  });

  test('keys do not share', async () => {
    const ledger = open();
    const [one, other] = [accountOf(FREE), accountOf(FREE)];
    await take(ledger, one, both(5));
    expect(await ledger.used(other, NOON)).toEqual(both(0));
    expect(await take(ledger, other, both(5))).toBe(true);
  });

  test('any run of claims and refunds ends at the sum of what was let in', async () => {
    const operation = fc.record({
      units: fc.integer({ min: 1, max: 30 }),
      used: fc.integer({ min: 0, max: 30 }),
      wait: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 40 }), async (operations) => {
        const ledger = open();
        const account = accountOf({ minute: 200, day: 1_000 });
        let sum = 0;
        const runs = [];
        for (const { units, used, wait } of operations) {
          const run = take(ledger, account, both(units)).then(async (granted) => {
            if (!granted) return;
            sum += Math.min(units, used);
            if (used < units) await giveBack(ledger, account, units - used);
          });
          runs.push(run);
          if (wait) await run;
        }
        await Promise.all(runs);
        expect(await ledger.used(account, NOON)).toEqual(both(sum));
        expect(sum).toBeLessThanOrEqual(200);
      }),
      { numRuns: 25 },
    );
  });
}
