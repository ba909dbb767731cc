import { describe, expect, test } from 'vitest';
import { callerOf, requireScope, streamViewOf, viewOf } from '../../../src/core/access/access.ts';
import { DEFAULT_TIERS, type Tier } from '../../../src/core/access/tiers.ts';
import type { KeyRecord } from '../../../src/core/ports.ts';
import { usageOf, windowOf } from '../../../src/core/quota/usage.ts';

const now = new Date('2026-03-04T05:06:07.890Z');
const tier = (id: string): Tier => DEFAULT_TIERS.find((one) => one.id === id) ?? expect.unreachable();
const key = (tierId: string, scope: KeyRecord['scope'] = 'read'): KeyRecord => ({
  id: 'k',
  name: 'k',
  tier: tierId,
  scope,
  createdAt: now,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  last4: 'abcd',
  signedBy: null,
  replacedBy: null,
  account: 'k',
});

describe('the view of a tier', () => {
  test('history floors round up to the minute, lag ceilings down, to the strict side', () => {
    expect(viewOf(tier('free'), now)).toEqual({
      from: new Date('2026-02-25T05:07:00.000Z'),
      until: new Date('2026-03-03T05:06:00.000Z'),
      now: new Date('2026-03-04T05:07:00.000Z'),
    });
  });

  test('without a lag there is no ceiling, without a window no floor', () => {
    expect(viewOf(tier('pro'), now)).toEqual({
      from: new Date('2026-02-18T05:07:00.000Z'),
      until: null,
      now: new Date('2026-03-04T05:07:00.000Z'),
    });
    expect(viewOf(tier('quant'), now)).toMatchObject({ from: null, until: null });
  });

  test('a whole minute is not rounded', () => {
    const whole = new Date('2026-03-04T05:06:00.000Z');
    expect(viewOf(tier('free'), whole)).toEqual({
      from: new Date('2026-02-25T05:06:00.000Z'),
      until: new Date('2026-03-03T05:06:00.000Z'),
      now: whole,
    });
  });

  test('is the same for all keys of a tier within a minute', () => {
    const view = viewOf(tier('free'), now);
    expect(viewOf(tier('free'), new Date('2026-03-04T05:06:59.999Z'))).toEqual(view);
  });
});

describe('the view of a stream', () => {
  test('has a ceiling that rises by the second', () => {
    expect(streamViewOf(tier('free'), now)).toEqual({
      from: new Date('2026-02-25T05:06:07.890Z'),
      until: new Date('2026-03-03T05:06:07.000Z'),
      now,
    });
    expect(streamViewOf(tier('quant'), now)).toEqual({ from: null, until: null, now });
  });
});

describe('callers', () => {
  test('see what their tier sees', () => {
    for (const { id } of DEFAULT_TIERS)
      expect(callerOf(key(id), DEFAULT_TIERS, now).view).toEqual(viewOf(tier(id), now));
  });

  test('no key, or a key of a tier that is gone, is free', () => {
    expect(callerOf(null, DEFAULT_TIERS, now)).toEqual({
      key: null,
      tier: tier('free'),
      view: viewOf(tier('free'), now),
    });
    expect(callerOf(key('gold'), DEFAULT_TIERS, now)).toMatchObject({
      key: { tier: 'gold' },
      tier: { id: 'free' },
    });
  });

  test('scopes include the lesser ones', () => {
    expect(() => requireScope(key('pro', 'admin'), 'ingest')).not.toThrow();
    expect(() => requireScope(key('pro', 'ingest'), 'ingest')).not.toThrow();
    expect(() => requireScope(key('pro', 'ingest'), 'admin')).toThrow(/scope admin/);
    expect(() => requireScope(key('pro'), 'ingest')).toThrow(/scope ingest/);
  });
});

describe('usage', () => {
  test('has the shape of the specification', () => {
    expect(usageOf(tier('pro'), { minute: 3, day: 120 }, now)).toEqual({
      tier: 'pro',
      usage: { rpm_used: 3, rpm_remaining: 7, daily_used: 120, daily_remaining: 0 },
      reset_in_seconds: { rpm: 53, daily: 68_033 },
    });
  });

  test('resets lie within 1 and 60 seconds, at the edges too', () => {
    const seconds = (iso: string) => windowOf(1, 0, 60_000, new Date(iso)).resetsInSeconds;
    expect(seconds('2026-03-04T05:06:00.000Z')).toBe(60);
    expect(seconds('2026-03-04T05:06:59.999Z')).toBe(1);
    expect(seconds('1969-12-31T23:59:30.000Z')).toBe(30);
  });
});
