import { describe, expect, test } from 'vitest';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { parseRecord, toJsonRecord } from '../../src/feed/record.ts';
import { registry, simulatedFeeds } from '../../src/feeds/index.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { keyOf, later, NOW, SECOND, startMemoryDemo } from './support.ts';

/** Internal fields do not pass through REST; the rest of the record has to. */
function withoutInternal(feed: Feed, record: AnyRecord): AnyRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => feed.fields[name]?.options.internal !== true),
  );
}

function expectValid(feed: Feed, record: AnyRecord): void {
  const json: unknown = JSON.parse(JSON.stringify(toJsonRecord(feed, record)));
  const parsed = parseRecord(feed, json);
  expect(parsed, JSON.stringify(json)).toMatchObject({ ok: true });
  if (parsed.ok) expect(withoutInternal(feed, parsed.record)).toEqual(withoutInternal(feed, record));
  expect(Object.keys(record).sort()).toEqual(Object.keys(feed.fields).sort());
}

const demo = await startMemoryDemo(NOW);

describe.each(simulatedFeeds.map((feed) => [feed.module, feed] as const))('%s', (_, feed) => {
  test('records keep to the declaration and are marked as simulated, once', () => {
    const records = demo.of(feed);
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) {
      expectValid(feed, record);
      expect(keyOf({ feed, record })).toMatch(/^[^/]+\/demo-(?!demo-)/);
    }
  });
});

test('what ticks bring keeps to the declaration, and its ids are marked', async () => {
  for (let second = 1; second <= 120; second++) {
    for (const { feed, record } of await demo.tick(later(NOW, second * SECOND))) {
      expectValid(feed, record);
      expect(keyOf({ feed, record })).toContain('/demo-');
    }
  }
});

test('each kind of scorecard carries its own metric, and ams the dominance of bitcoin', () => {
  const takes = registry.flatMap((module) => module.ingestModules ?? []);
  for (const point of demo.of(scorecardPoints)) {
    const take = takes.find(({ name }) => name === point.scorecard);
    expect(take?.accept?.(point)).toBeNull();
    const data = point.data as Readonly<Record<string, number>>; // held against the declaration above
    if (point.scorecard === 'ams') expect(data.btc_dominance).toBeGreaterThan(0);
    expect(data[String(point.scorecard)]).toBeGreaterThanOrEqual(0);
    expect(data[String(point.scorecard)]).toBeLessThanOrEqual(100);
  }
});
