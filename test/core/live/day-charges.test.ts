import { expect, test } from 'vitest';
import { createDayCharges } from '../../../src/core/live/day-charges.ts';
import type { Quota, Spender } from '../../../src/core/quota/quota.ts';
import type { Windows } from '../../../src/core/quota/usage.ts';

const of = (account: string, tier = 'plus') => ({ key: { account }, tier: { id: tier } }) as Spender; // nothing else is looked at
const windows = {} as Windows; // handed through

/** A day that holds so many units, and the claims it gets. */
function day(holds: number) {
  const claims: [string, number][] = [];
  let left = holds;
  const spendDay: Quota['spendDay'] = async ({ key }, units) => {
    claims.push([key.account, units]);
    const granted = units <= left;
    if (granted) left -= units;
    return { granted, windows };
  };
  return { claims, spend: createDayCharges({ spendDay }) };
}

test('what the streams of a key owe at once is one claim', async () => {
  const { claims, spend } = day(100);
  await Promise.all([spend(of('a'), 1), spend(of('b'), 2), spend(of('a'), 3)]);
  await spend(of('a'), 5);
  expect(claims).toEqual([
    ['a', 4],
    ['b', 2],
    ['a', 5],
  ]);
});

test('what keys of an account owe under different tiers is charged under each', async () => {
  const tiers: string[] = [];
  const spend = createDayCharges({
    async spendDay({ tier }, units) {
      tiers.push(`${tier.id} ${units}`);
      return { granted: true, windows };
    },
  });
  await Promise.all([spend(of('a', 'free'), 1), spend(of('a', 'quant'), 2), spend(of('a', 'free'), 3)]);
  expect(tiers).toEqual(['free 4', 'quant 2']);
});

test('at the end of the day as many are granted as it holds', async () => {
  const { spend } = day(2);
  const spent = await Promise.all([1, 1, 1].map((units) => spend(of('a'), units)));
  expect(spent.filter(({ granted }) => granted)).toHaveLength(2);
});

test('a ledger that fails fails every charge, and the next one asks anew', async () => {
  let fails = true;
  const spend = createDayCharges({
    async spendDay() {
      if (fails) throw new Error('away');
      return { granted: true, windows };
    },
  });
  await expect(Promise.all([spend(of('a'), 1), spend(of('a'), 1)])).rejects.toThrow('away');
  fails = false;
  await expect(spend(of('a'), 1)).resolves.toMatchObject({ granted: true });
});
