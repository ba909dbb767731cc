import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/feed/feed.ts';
import { groupKeys, measuredLeaves, measuresOf, mixedUnits, unitOf } from '../../src/feed/groups.ts';
import { compare, type Filter } from '../../src/feed/query.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';

const names = (of: Iterable<{ readonly name: string }>) => Array.from(of, ({ name }) => name);

describe('groups follow from the declaration', () => {
  it('by names, closed sets and stretches of times', () => {
    const keys = names(groupKeys(congress));
    expect(keys).toEqual(
      expect.arrayContaining(['sector', 'politician_name', 'is_tradable', 'filing_month']),
    );
    expect(keys).toEqual(expect.arrayContaining(['transaction_week', 'known_from_year', 'notification_day']));
    for (const other of ['id', 'comment', 'asset_name', 'filing_date', 'amount_low'])
      expect(keys).not.toContain(other);
  });

  it('measured by numbers with a unit', () => {
    const measures = [...measuresOf(congress).keys()];
    expect(measures.filter((name) => name.startsWith('amount_'))).toEqual([
      ...['amount_low_sum', 'amount_low_avg', 'amount_low_min', 'amount_low_max', 'amount_low_count'],
      ...['amount_high_sum', 'amount_high_avg', 'amount_high_min', 'amount_high_max', 'amount_high_count'],
      'amount_high_open_ended',
    ]);
    expect(measures).toEqual(expect.arrayContaining(['count', 'distinct_ticker', 'distinct_politician_id']));
    // In the currency of an account that no field of a signal names.
    expect(names(measuredLeaves(signals))).not.toContain('execution_profit');
    expect(names(measuredLeaves(signals))).toContain('pnl_pct');
  });

  it.each(allFeeds.map((feed) => [feed.module, feed] as const))('without two of one name: %s', (_, feed) => {
    const keys = names(groupKeys(feed));
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
    for (const reserved of ['key', 'count', 'distinct']) expect(feed.fields).not.toHaveProperty(reserved);
    for (const leaf of measuredLeaves(feed)) {
      const { openEndOf } = leaf.field.options;
      if (openEndOf !== undefined) expect(names(measuredLeaves(feed))).toContain(openEndOf);
      const unit = unitOf(feed, leaf);
      if (unit) expect(keys, `${leaf.name} is in units of ${unit.name}`).toContain(unit.name);
    }
  });
});

describe('units are not mixed', () => {
  const volume = measuresOf(predictionMarkets).get('volume_sum') ?? expect.unreachable();
  const unit = predictionMarkets.leaf('volume_unit');
  const key = (feed: Feed, name: string) =>
    groupKeys(feed).find((one) => one.name === name) ?? expect.unreachable(name);
  const mixed = (by: string, filter?: Filter) =>
    mixedUnits(predictionMarkets, { by: [key(predictionMarkets, by)], measures: [volume], filter });
  const usd = compare(unit, 'eq', 'USD');

  it('where one is a key, or alone is left by the filter', () => {
    expect(mixed('volume_unit')).toBeNull();
    expect(mixed('platform', usd)).toBeNull();
    expect(mixed('platform', compare(unit, 'in', ['USD']))).toBeNull();
    const active = compare(predictionMarkets.leaf('active'), 'eq', true);
    expect(mixed('platform', { op: 'and', of: [active, { op: 'and', of: [usd] }] })).toBeNull();
  });

  it('and told anywhere else', () => {
    expect(mixed('platform')).toEqual({ measure: volume, unit });
    for (const filter of [
      compare(unit, 'ne', 'USD'),
      compare(unit, 'in', ['USD', 'contracts']),
      { op: 'or', of: [usd, compare(unit, 'eq', 'contracts')] } as const,
      { op: 'not', of: usd } as const,
    ])
      expect(mixed('platform', filter)).toEqual({ measure: volume, unit });
  });
});
