import { setImmediate } from 'node:timers/promises';
import type { Quota, Spender } from '../quota.ts';

interface Due {
  readonly result: ReturnType<Quota['spendDay']>;
  units: number;
  charges: number;
}

/**
 * `spendDay` for streams: what a key owes for all its streams when an event has gone out to them is one question to the
 * ledger. When the day does not hold all of it, each stream asks for itself.
 */
export function createDayCharges({ spendDay }: Pick<Quota, 'spendDay'>): Quota['spendDay'] {
  const due = new Map<string, Due>();

  const settle = async (spender: Spender): ReturnType<Quota['spendDay']> => {
    await setImmediate();
    const units = due.get(spender.key.account)?.units ?? 0;
    due.delete(spender.key.account);
    return spendDay(spender, units);
  };

  return async (spender, units) => {
    const { account } = spender.key;
    const one = due.get(account) ?? { result: settle(spender), units: 0, charges: 0 };
    due.set(account, one);
    one.units += units;
    one.charges += 1;
    const spent = await one.result;
    return spent.granted || one.charges === 1 ? spent : spendDay(spender, units);
  };
}
