/** A plan a key can have. Null history is unlimited. */
export interface Tier {
  /** Stable identifier, e.g. `pro_api`. */
  readonly id: string;
  readonly name: string;
  /** As stated, e.g. `$99/month`; null where no price is stated. */
  readonly price: string | null;
  readonly requestsPerDay: number;
  readonly requestsPerMinute: number;
  readonly historyDays: number | null;
  /** Delay of insider data, in hours. */
  readonly insiderLagHours: number;
  readonly streamsPerKey: number;
  readonly streamsPerSocket: number;
  /** Alerts of the keys of one account. */
  readonly alertsPerKey: number;
  /** Names of the fields above whose values no price list states. */
  readonly inferred: readonly string[];
}

const tier = (
  id: string,
  name: string,
  price: string | null,
  [requestsPerDay, requestsPerMinute]: readonly [number, number],
  historyDays: number | null,
  insiderLagHours: number,
  [streamsPerKey, streamsPerSocket, alertsPerKey]: readonly [number, number, number],
  inferred: readonly string[],
): Tier => ({
  id,
  name,
  price,
  requestsPerDay,
  requestsPerMinute,
  historyDays,
  insiderLagHours,
  streamsPerKey,
  streamsPerSocket,
  alertsPerKey,
  inferred,
});

const REACH = ['streamsPerKey', 'streamsPerSocket', 'alertsPerKey'] as const;

/** The matrix served unless `TIERS_FILE` names another. */
export const DEFAULT_TIERS: readonly Tier[] = [
  tier('free', 'Free', '$0', [50, 5], 7, 24, [3, 3, 1], REACH),
  tier('plus', 'Plus', null, [150, 10], 14, 0, [5, 5, 5], ['historyDays', ...REACH]),
  tier('pro', 'Pro', '$99/month', [100, 10], 14, 0, [5, 5, 5], REACH),
  tier('premium', 'Premium', null, [2000, 30], 365, 0, [25, 25, 25], ['historyDays', ...REACH]),
  tier('pro_api', 'Pro + API', '$99 + $100/month', [2500, 60], 365, 0, [25, 25, 25], REACH),
  tier('quant', 'Quant', null, [50_000, 600], null, 0, [500, 100, 200], ['historyDays', ...REACH]),
];

/** The tier of keyless requests, and the one users can create keys of themselves. */
export const FREE_TIER_ID = 'free';
