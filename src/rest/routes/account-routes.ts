import { Type } from 'typebox';
import { tierJson } from '../../core/access/tier-json.ts';
import type { RestModule } from '../extend.ts';
import { objectRoute } from '../lists/object-route.ts';
import { count, exact } from '../openapi/schema.ts';

const usageSchema = exact(
  {
    tier: Type.String({ description: "The key's tier." }),
    usage: exact(
      {
        rpm_used: count('Requests in the running minute.'),
        rpm_remaining: count('Requests left in the running minute.'),
        daily_used: count('Requests on the running UTC day.'),
        daily_remaining: count('Requests left on the running UTC day.'),
      },
      'Units counted against the quota; one REST request is one unit.',
    ),
    reset_in_seconds: exact(
      {
        rpm: count('Seconds until the minute counter resets.'),
        daily: count('Seconds until the daily counter resets.'),
      },
      'Time until the counters reset.',
    ),
  },
  'Live quota of the calling key.',
);

const tierSchema = exact(
  {
    id: Type.String({ description: 'Stable identifier, as `tier` in answers.' }),
    name: Type.String({ description: 'Display name.' }),
    price: {
      type: ['string', 'null'],
      description: 'Price as stated, e.g. `$99/month`. Null where none is stated.',
    },
    requests_per_day: Type.Integer({ description: 'Requests per UTC day.' }),
    requests_per_minute: Type.Integer({ description: 'Requests per UTC minute.' }),
    history_days: { type: ['integer', 'null'], description: 'History window in days; null: unlimited.' },
    insider_lag_hours: Type.Integer({ description: 'Delay of insider data in hours.' }),
    streams_per_key: Type.Integer({ description: 'Live streams at once.' }),
    streams_per_socket: Type.Integer({ description: 'Live streams at once on one socket.' }),
    alerts_per_key: Type.Integer({ description: 'Alerts, of all keys of an account.' }),
    inferred: Type.Array(Type.String(), {
      description: 'Names of the fields above whose values no price list states.',
    }),
  },
  'A plan a key can have.',
);

/** What concerns keys rather than data. */
export const accountRoutes: RestModule = {
  tags: [
    {
      name: 'account',
      title: 'Quota and tiers',
      description: 'What the calling key may still use, and the limits of every tier.',
    },
  ],
  routes: ({ usage, tiers }) => [
    objectRoute({
      path: '/api/v1/insider-alpha/usage',
      operationId: 'getUsage',
      tag: 'account',
      summary: 'Live quota of the calling key',
      description: 'Counts of the running minute and day, this request included.',
      schema: usageSchema,
      read: (_, { caller }) => usage(caller),
    }),
    objectRoute({
      path: '/api/api-keys/tier-metadata',
      operationId: 'getTierMetadata',
      tag: 'account',
      summary: 'The tier matrix',
      description: 'Every tier with its limits; values that no price list states are marked as inferred.',
      schema: exact({ tiers: Type.Array(Type.Ref('Tier#')) }, 'Every tier, in order.'),
      components: { Tier: tierSchema },
      feeds: [],
      canonicalQuery: () => tiers,
      read: async () => ({ tiers: tiers.map(tierJson) }),
    }),
  ],
};
