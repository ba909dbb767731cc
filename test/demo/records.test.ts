import { describe, expect, test } from 'vitest';
import type { Batch } from '../../src/demo/market.ts';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { parseRecord, toRest } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { byKey, keyOf, later, marketAt, NOW, SECOND } from './support.ts';

/** Internal fields do not pass through REST; the rest of the record has to. */
function withoutInternal(feed: Feed, record: AnyRecord): AnyRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => feed.fields[name]?.options.internal !== true),
  );
}

function expectValid({ feed, records }: Batch): void {
  for (const record of records) {
    const json: unknown = JSON.parse(JSON.stringify(toRest(feed, record)));
    const parsed = parseRecord(feed, json);
    expect(parsed, JSON.stringify(json)).toMatchObject({ ok: true });
    if (parsed.ok) expect(withoutInternal(feed, parsed.record)).toEqual(withoutInternal(feed, record));
    expect(Object.keys(record).sort()).toEqual(Object.keys(feed.fields).sort());
  }
}

const initial = marketAt(NOW).initial();

test('every feed of the registry is filled', () => {
  expect(new Set(initial.map(({ feed }) => feed))).toEqual(new Set(registry.map(({ feed }) => feed)));
});

describe.each(initial.map((batch) => [batch.feed.module, batch] as const))('%s', (_, batch) => {
  test('records keep to the declaration', () => {
    expectValid(batch);
  });

  test('ids are unique and marked as simulated', () => {
    const keys = batch.records.map((record) => keyOf(batch.feed, record));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !key.startsWith('demo-'))).toEqual([]);
  });
});

test('what ticks bring keeps to the declaration, each record once a tick', () => {
  const market = marketAt(NOW);
  for (let second = 1; second <= 120; second++) {
    const batches = market.tick(later(NOW, second * SECOND));
    batches.forEach(expectValid);
    expect([...byKey(batches).keys()].every((key) => key.includes('/demo-'))).toBe(true);
  }
});

test('each kind of scorecard carries its own metric, and ams the dominance of bitcoin', () => {
  const takes = registry.flatMap((module) => module.takes ?? []);
  const points = initial.filter(({ feed }) => feed.module === 'scorecards').flatMap(({ records }) => records);
  for (const point of points) {
    const take = takes.find(({ name }) => name === point.scorecard);
    expect(take?.accept?.(point)).toBeNull();
    const data = point.data as Readonly<Record<string, number>>; // held against the declaration above
    if (point.scorecard === 'ams') expect(data.btc_dominance).toBeGreaterThan(0);
    expect(data[String(point.scorecard)]).toBeGreaterThanOrEqual(0);
    expect(data[String(point.scorecard)]).toBeLessThanOrEqual(100);
  }
});
