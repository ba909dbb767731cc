import { setImmediate } from 'node:timers/promises';
import type { Quota, Spender } from '../quota/quota.ts';

interface Due {
  readonly result: ReturnType<Quota['spendDay']>;
  units: number;
  charges: number;
}

/**
 * `spendDay` for streams: what the keys of an account owe for all their streams when an event has gone out to them is one
 * question to the ledger for each tier they have. When the day does not hold all of it, each stream asks for itself.
 */
export function createDayCharges({ spendDay }: Pick<Quota, 'spendDay'>): Quota['spendDay'] {
  const due = new Map<string, Due>();

  const settle = async (spender: Spender): ReturnType<Quota['spendDay']> => {
    await setImmediate();
    const units = due.get(nameOf(spender))?.units ?? 0;
    due.delete(nameOf(spender));
    return spendDay(spender, units);
  };

  return async (spender, units) => {
    const name = nameOf(spender);
    const one = due.get(name) ?? { result: settle(spender), units: 0, charges: 0 };
    due.set(name, one);
    one.units += units;
    one.charges += 1;
    const used = await one.result;
    return used.granted || one.charges === 1 ? used : spendDay(spender, units);
  };
}

/** Of a day that charges count towards: limits are those of the tier. */
const nameOf = ({ key, tier }: Spender): string => JSON.stringify([key.account, tier.id]);
