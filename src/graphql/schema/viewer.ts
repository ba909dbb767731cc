import type { Caller } from '../../core/access/caller.ts';
import type { Tier } from '../../core/access/tiers.ts';
import type { Usage } from '../../core/quota/usage.ts';
import { PERSONAL } from './personal.ts';
import type { Builder } from './types.ts';

/** Adds `viewer`, who the calling key is and what it may do, and `tiers`. */
export function addViewer(builder: Builder): void {
  const tier = builder.objectRef<Tier>('Tier').implement({
    description: 'A plan a key can have.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Identifier, e.g. `pro_api`; no global id.' }),
      name: t.exposeString('name', { description: 'Display name.' }),
      price: t.exposeString('price', {
        nullable: true,
        description: 'Price as stated, e.g. `$99/month`. Null where none is stated.',
      }),
      requestsPerDay: t.exposeInt('requestsPerDay', { description: 'Units in a UTC day.' }),
      requestsPerMinute: t.exposeInt('requestsPerMinute', { description: 'Units in a UTC minute.' }),
      historyDays: t.exposeInt('historyDays', {
        nullable: true,
        description: 'How far back a key sees, in days. Null: unlimited.',
      }),
      insiderLagHours: t.exposeInt('insiderLagHours', { description: 'Delay of insider data, in hours.' }),
      streamsPerKey: t.exposeInt('streamsPerKey', { description: 'Live streams of one key.' }),
      streamsPerSocket: t.exposeInt('streamsPerSocket', { description: 'Live streams of one socket.' }),
      alertsPerKey: t.exposeInt('alertsPerKey', { description: 'Alerts, of all keys of an account.' }),
      inferred: t.exposeStringList('inferred', {
        description: 'Names of the fields above whose values no price list states.',
      }),
    }),
  });
  const usage = builder.objectRef<Usage>('Usage').implement({
    description: 'Units the key has used and has left in the running UTC minute and day.',
    fields: (t) => ({
      rpmUsed: t.int({ description: 'Used this minute.', resolve: (u) => u.usage.rpm_used }),
      rpmRemaining: t.int({ description: 'Left this minute.', resolve: (u) => u.usage.rpm_remaining }),
      dailyUsed: t.int({ description: 'Used today.', resolve: (u) => u.usage.daily_used }),
      dailyRemaining: t.int({ description: 'Left today.', resolve: (u) => u.usage.daily_remaining }),
      rpmResetInSeconds: t.int({
        description: 'Seconds until the minute ends.',
        resolve: (u) => u.reset_in_seconds.rpm,
      }),
      dailyResetInSeconds: t.int({
        description: 'Seconds until the day ends.',
        resolve: (u) => u.reset_in_seconds.daily,
      }),
    }),
  });
  const limits = builder.objectRef<Tier>('Limits').implement({
    description: 'What the key may spend.',
    fields: (t) => ({
      requestsPerDay: t.exposeInt('requestsPerDay', { description: 'Units in a UTC day.' }),
      requestsPerMinute: t.exposeInt('requestsPerMinute', { description: 'Units in a UTC minute.' }),
      streamsPerKey: t.exposeInt('streamsPerKey', { description: 'Live streams of the key.' }),
      streamsPerSocket: t.exposeInt('streamsPerSocket', { description: 'Live streams of one socket.' }),
      alertsPerKey: t.exposeInt('alertsPerKey', { description: 'Alerts, of all keys of its account.' }),
    }),
  });
  const viewer = builder.objectRef<Caller>('Viewer').implement({
    description: 'The calling key.',
    fields: (t) => ({
      keyId: t.id({
        nullable: true,
        description: 'Identifier of the key: the `jti` of its token.',
        resolve: ({ key }) => key?.id ?? null,
      }),
      name: t.string({
        nullable: true,
        description: 'Name of the key.',
        resolve: ({ key }) => key?.name ?? null,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the key expires. Null: never.',
        resolve: ({ key }) => key?.expiresAt ?? null,
      }),
      tier: t.field({ type: tier, description: 'Plan of the key.', resolve: (caller) => caller.tier }),
      limits: t.field({
        type: limits,
        description: 'What the key may spend.',
        resolve: (caller) => caller.tier,
      }),
      usage: t.field({
        type: usage,
        nullable: true,
        description: 'What the key has spent. Null, with an error, when the count cannot be read.',
        resolve: (caller, _, context) => context.usage(caller),
      }),
      historyDays: t.int({
        nullable: true,
        description: 'How far back the key sees, in days. Null: unlimited.',
        resolve: (caller) => caller.tier.historyDays,
      }),
      historyFrom: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Oldest time that the key sees now. Null: unlimited.',
        resolve: (caller) => caller.view.from,
      }),
      dataLagHours: t.int({
        description: 'Delay of insider data, in hours.',
        resolve: (caller) => caller.tier.insiderLagHours,
      }),
    }),
  });
  builder.queryField('viewer', (t) =>
    t.field({
      type: viewer,
      description: 'The calling key: its tier, limits, usage and window.',
      ...PERSONAL,
      resolve: (_, __, context) => context.caller,
    }),
  );
  builder.queryField('tiers', (t) =>
    t.field({ type: [tier], description: 'All plans.', resolve: (_, __, context) => [...context.tiers] }),
  );
}
