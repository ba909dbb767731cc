import { describe, expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../../src/core/access/tiers.ts';
import { parseTiers } from '../../../src/core/access/tiers-file.ts';

const free = {
  id: 'free',
  name: 'Free',
  requestsPerDay: 50,
  requestsPerMinute: 5,
  historyDays: 7,
  insiderLagHours: 24,
};

describe('a tiers file', () => {
  test('written from the default matrix reads as the default matrix', () => {
    expect(parseTiers(JSON.stringify(DEFAULT_TIERS))).toEqual(DEFAULT_TIERS);
    expect(parseTiers(JSON.stringify({ tiers: DEFAULT_TIERS }))).toEqual(DEFAULT_TIERS);
  });

  test('may be in snake_case and leave out what has a default', () => {
    const snake = {
      id: 'free',
      name: 'Free',
      requests_per_day: 50,
      requests_per_minute: 5,
      history_days: null,
      insider_lag_hours: 0,
    };
    expect(parseTiers(JSON.stringify([snake]))).toEqual([
      {
        ...free,
        historyDays: null,
        insiderLagHours: 0,
        price: null,
        streamsPerKey: 5,
        streamsPerSocket: 5,
        alertsPerKey: 5,
        inferred: [],
      },
    ]);
  });

  test.each([
    ['{', 'is not JSON'],
    ['7', 'must hold a JSON list of tiers'],
    ['[]', 'must hold a JSON list of tiers'],
    [[7], 'tier 1 must be an object'],
    [[{ ...free, id: 'plus' }], 'there must be a tier "free": it is what callers without a key see'],
    [[free, free], 'there are two tiers "free"'],
    [[free, { ...free, id: 'Pro API' }], 'tier 2: id must be lower-case letters, digits and _'],
    [[{ ...free, requestsPerDay: 0 }], 'tier 1: requestsPerDay must be a whole number from 1 to 1000000000'],
    [
      [{ ...free, requestsPerDay: '50' }],
      'tier 1: requestsPerDay must be a whole number from 1 to 1000000000',
    ],
    [
      [{ ...free, historyDays: undefined }],
      'tier 1: historyDays must be a whole number from 1 to 36500, or null for unlimited',
    ],
    [[{ ...free, insiderLagHours: -1 }], 'tier 1: insiderLagHours must be a whole number from 0 to 876000'],
    [[{ ...free, insiderLagHours: 0.5 }], 'tier 1: insiderLagHours must be a whole number from 0 to 876000'],
    [[{ ...free, insiderLagHours: 1e6 }], 'tier 1: insiderLagHours must be a whole number from 0 to 876000'],
    [[{ ...free, price: 99 }], 'tier 1: price must be a text or null'],
  ])('%j: %s', (content, message) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(() => parseTiers(text)).toThrow(new Error(message));
  });

  test('names an unknown member and those there are', () => {
    expect(() => parseTiers(JSON.stringify([{ ...free, rpm: 5 }]))).toThrow(
      /^tier 1 has an unknown member "rpm"; members are id, name, price/,
    );
  });
});
