import { signal } from '../support/signal.ts';

export const signals = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => signal(`${prefix}${n}`, { symbol: `${prefix}${n}` }));
