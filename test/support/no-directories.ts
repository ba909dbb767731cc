import type { Directories } from '../../src/core/directory-ports.ts';

const EMPTY = { items: [], places: [], more: false, total: 0 };

/** Directories without anybody. */
export const noDirectories: Directories = {
  politicians: {
    directory: async () => EMPTY,
    politicians: async (keys) => keys.map(() => null),
    committees: async (keys) => keys.map(() => []),
    terms: async (keys) => keys.map(() => null),
    totals: async (keys) =>
      keys.map(() => ({
        trades: 0,
        purchases: 0,
        sales: 0,
        amount_low: null,
        amount_high: null,
        open_ended: 0,
      })),
  },
  whales: {
    directory: async () => EMPTY,
    whales: async (keys) => keys.map(() => null),
    byAddress: async (addresses) => addresses.map(() => null),
    positions: async (keys) => keys.map(() => []),
  },
};
