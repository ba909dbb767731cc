import { setImmediate } from 'node:timers/promises';
import type { Quota, Spender } from '../quota/quota.ts';

interface Due {
  readonly result: ReturnType<Quota['spendDay']>;
  units: number;
  charges: number;
}

/** Hears of what a stream was charged. */
export type Charged = (spender: Spender, units: number) => void;

/**
 * `spendDay` for streams: what the keys of an account owe for all their streams when an event has gone out to them is one
 * question to the ledger for each tier they have. When the day does not hold all of it, each stream asks for itself.
 */
export function createDayCharges({
  spendDay,
  charged = () => undefined,
}: Pick<Quota, 'spendDay'> & { readonly charged?: Charged | undefined }): Quota['spendDay'] {
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
    const together = await one.result;
    const used = together.granted || one.charges === 1 ? together : await spendDay(spender, units);
    if (used.granted) charged(spender, units);
    return used;
  };
}

/** Of a day that charges count towards: limits are those of the tier. */
const nameOf = ({ key, tier }: Spender): string => JSON.stringify([key.account, tier.id]);
