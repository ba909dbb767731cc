import { snakeCase } from '../../feed/name-case.ts';
import type { Tier } from './tiers.ts';

/** A tier as JSON answers show it. */
export const tierJson = (tier: Tier) => ({
  id: tier.id,
  name: tier.name,
  price: tier.price,
  requests_per_day: tier.requestsPerDay,
  requests_per_minute: tier.requestsPerMinute,
  history_days: tier.historyDays,
  insider_lag_hours: tier.insiderLagHours,
  streams_per_key: tier.streamsPerKey,
  streams_per_socket: tier.streamsPerSocket,
  alerts_per_key: tier.alertsPerKey,
  inferred: tier.inferred.map(snakeCase),
});
