import { DEFAULT_TIERS, type Tier } from '../../src/core/access/tiers.ts';

/** For tests that are not about quotas. It sees everything. */
export const UNMETERED: Tier = {
  id: 'unmetered',
  name: 'Unmetered',
  price: null,
  requestsPerDay: 1_000_000_000,
  requestsPerMinute: 1_000_000_000,
  historyDays: null,
  insiderLagHours: 0,
  streamsPerKey: 1_000_000,
  streamsPerSocket: 1_000_000,
  alertsPerKey: 1_000_000,
  inferred: [],
};

export const TEST_TIERS: readonly Tier[] = [...DEFAULT_TIERS, UNMETERED];
