import { describe, expect, it } from 'vitest';
import { classified } from '../../../src/feeds/insider/classified.ts';
import { type InsiderFiling, insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { mergeFilings } from '../../../src/feeds/insider/merge.ts';

const nothing = Object.fromEntries(insiderFilings.leaves.map(({ name }) => [name, null]));

const filing = (over: Partial<InsiderFiling>): InsiderFiling => ({
  ...(nothing as { [Name in keyof InsiderFiling]: null }), // one of each field
  id: '1-nd1',
  filing_date: new Date('2026-10-01'),
  known_from: new Date('2026-10-01'),
  known_precision: 'DAY',
  transaction_direction: 'other',
  ticker: 'ACME',
  transaction_code: 'P',
  security_table: 'I',
  security_title: 'Common Stock',
  acquired_disposed: 'acquired',
  ...over,
});

describe('the direction and label of', () => {
  it.each<[Partial<InsiderFiling>, string]>([
    [{}, 'buy: Open market purchase'],
    [{ security_title: 'Ordinary Shares' }, 'buy: Open market purchase'],
    [{ security_title: 'American Depositary Shares' }, 'buy: Open market purchase'],
    [{ security_title: 'Series A Preferred Stock' }, 'buy: Open market purchase'],
    [{ transaction_code: 'S', acquired_disposed: 'disposed' }, 'sell: Open market sale'],
    [{ acquired_disposed: 'disposed' }, 'other: Open market purchase, disposed of'],
    [{ acquired_disposed: null }, 'other: Open market purchase, acquired or disposed of not stated'],
    [{ transaction_code: 'S' }, 'other: Open market sale, acquired'],
    [{ security_title: 'Warrants' }, 'other: Open market purchase of warrants'],
    [{ security_title: null }, 'other: Open market purchase of other securities'],
    [{ security_table: null }, 'other: Open market purchase of common stock'],
    [{ security_table: 'II' }, 'other: Open market purchase of convertible common stock'],
    [
      { security_table: 'II', security_title: 'Pre-Funded Warrants', acquired_disposed: 'disposed' },
      'other: Open market purchase of warrants, disposed of',
    ],
    [{ transaction_code: 'A' }, 'other: Grant or award'],
    [{ transaction_code: null }, 'other: null'],
  ])('%j', (over, expected) => {
    const { transaction_direction, transaction_type } = classified(filing(over));
    expect(`${transaction_direction}: ${transaction_type}`).toBe(expected);
  });
});

it('follow anew when sources are merged: a table without titles takes no purchase away', () => {
  const full = classified(filing({ origin: 'sec-tsv', shares: 100, price_per_share: 24.57 }));
  const cut = classified(filing({ origin: 'sec-tsv', security_title: null, shares: 100 }));
  expect(cut.transaction_direction).toBe('other');
  for (const merged of [mergeFilings(full, cut), mergeFilings(cut, full)]) {
    expect(merged).toMatchObject({ transaction_direction: 'buy', security_class: 'common', value: 2457 });
  }
});

it('follow for what was stored before titles were, once a source with titles is imported', () => {
  const incoming = classified(
    filing({ origin: 'sec-tsv', security_title: 'Warrants', shares: 100, price_per_share: 24.57 }),
  );
  for (const origin of ['sec-tsv', 'sec-ownership']) {
    const stored = filing({
      origin,
      transaction_direction: 'buy',
      security_title: null,
      acquired_disposed: null,
      shares: 100,
      price_per_share: 24.5686,
      value: 2456.86,
    });
    const merged = mergeFilings(stored, incoming);
    expect(merged).toMatchObject({ transaction_direction: 'other', security_class: 'warrant' });
    expect(merged.value).toBe(origin === 'sec-tsv' ? 2457 : 2456.86); // the document counts more than a table
  }
});
