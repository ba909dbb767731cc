import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { providers } from '../../../src/sources/providers.ts';
import { registerSourceMetrics } from '../../../src/sources/sync/source-metrics.ts';
import { parseSources } from '../../../src/sources/sync/sources-file.ts';
import { NEVER_SYNCED } from '../../../src/sources/sync/state.ts';

const parse = (value: unknown) =>
  parseSources(typeof value === 'string' ? value : JSON.stringify(value), providers);

describe('SOURCES_FILE', () => {
  it('sets options, address and schedule, and keeps the defaults of what it leaves out', () => {
    const settings = parse({
      'sec-current': {
        contact: 'Ann Alpha ann@example.com',
        every: '2m',
        base_url: 'http://127.0.0.1:1/sec',
      },
      'binance-bars': { pairs: ['BTCUSDT'] },
    });
    expect(settings.size).toBe(providers.length);
    expect(settings.get('sec-current')).toEqual({
      baseUrl: 'http://127.0.0.1:1/sec',
      everyMs: 120_000,
      options: { contact: 'Ann Alpha ann@example.com' },
    });
    expect(settings.get('binance-bars')?.options).toEqual({
      pairs: ['BTCUSDT'],
      intervals: ['1h', '4h', '1d'],
    });
  });

  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ['no JSON', '{"sec-current": ', /^not JSON/],
    ['no object', [], /^must be a JSON object of providers$/],
    ['an unknown provider', { sec: {} }, /^there is no provider "sec"; providers are house-transactions, /],
    ['no options', { fred: 'all' }, /^fred: must be an object$/],
    [
      'an unknown option',
      { fred: { serie: [] } },
      /^fred: there is no option "serie"; options are base_url, every, series$/,
    ],
    [
      'a bad entry',
      { fred: { series: ['WALCL', 7] } },
      /^fred: "series" entry 2 must be a text that matches/,
    ],
    ['no list', { fred: { series: 'WALCL' } }, /^fred: "series" must be a list/],
    ['a bad time', { fred: { every: '5' } }, /^fred: "every" must be a time from 10s to 30d/],
    ['a bad URL', { fred: { base_url: 'ftp://x' } }, /^fred: "base_url" must be an http\(s\) URL$/],
    [
      'no contact',
      { 'sec-current': { contact: 'me' } },
      /^sec-current: "contact" must be a text that matches/,
    ],
  ];
  for (const [name, value, message] of wrong) {
    it(`${name}: says so`, () => expect(() => parse(value)).toThrow(message));
  }
});

it('takes the example of docs/operating.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
  const [, example = ''] = /^## Providers$.*?```json\n(.*?)```/ms.exec(page) ?? [];
  const settings = parseSources(example, providers);
  const named = providers.filter(({ name }) => Object.hasOwn(JSON.parse(example), name));
  expect(named.map(({ name, missing }) => missing?.(settings.get(name)?.options ?? {}) ?? null)).toEqual(
    named.map(() => null),
  );
  const needy = providers.filter(({ name, missing }) =>
    missing?.(parseSources('{}', providers).get(name)?.options ?? {}),
  );
  // Whatever cannot run without is shown.
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(needy.map(({ name }) => name)));
});

it('registers every provider on disk', () => {
  const root = join(import.meta.dirname, '../../../src/sources');
  const declared = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[/-]provider\.ts$/.test(file) && !file.startsWith('sync/'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/= (?:defineProvider|downloadProvider)\(/g),
    ]);
  expect(providers).toHaveLength(declared.length);
  expect(new Set(providers.map(({ name }) => name)).size).toBe(providers.length);
});

it('shows states as metrics', async () => {
  const registry = new Registry();
  let isDown = false;
  registerSourceMetrics(registry, ['a', 'b'], async () => {
    if (isDown) throw new Error('no store');
    const totals = { read: 5, created: 3, updated: 1, unchanged: 0, rejected: 1 };
    return new Map([
      [
        'a',
        {
          ...NEVER_SYNCED,
          lastSuccessAt: '2026-03-04T00:00:00.000Z',
          lastError: { at: '2026-03-05T00:00:00.000Z', message: 'down' },
          failures: 2,
          totals,
        },
      ],
    ]);
  });
  const text = await registry.metrics();
  expect(text).toContain(`source_last_success_timestamp_seconds{source="a"} ${Date.UTC(2026, 2, 4) / 1000}`);
  expect(text).toContain('source_last_success_timestamp_seconds{source="b"} 0');
  expect(text).toContain(`source_last_error_timestamp_seconds{source="a"} ${Date.UTC(2026, 2, 5) / 1000}`);
  expect(text).toContain('source_last_error_timestamp_seconds{source="b"} 0');
  expect(text).toContain('source_consecutive_failures{source="a"} 2');
  expect(text).toContain('source_records{source="a",result="created"} 3');
  isDown = true;
  expect(await registry.metrics()).toContain('source_states_readable 0');
});
