import { describe, expect, it } from 'vitest';
import { deriveTrade } from '../../../src/feeds/congress/derive.ts';
import { refuseTrade } from '../../../src/feeds/congress/refuse.ts';

const days = (transaction: string | null, notification: string | null, filing: string | null) => ({
  transaction_date: transaction && `${transaction}T00:00:00`,
  notification_date: notification,
  filing_date: filing && `${filing}T00:00:00`,
  origin: 'house-transactions',
});

describe('deriveTrade', () => {
  it.each([
    // The end of the filing day in New York, in winter and in summer.
    ['2025-01-21', '2025-01-22', '2025-02-11', '2025-02-12T05:00:00.000Z', 'DAY'],
    ['2025-06-02', null, '2025-07-11', '2025-07-12T04:00:00.000Z', 'DAY'],
    // 30 days after the notification, else 45 after the trade, over the change of the clock.
    ['2025-01-21', '2025-01-22', null, '2025-02-22T05:00:00.000Z', 'ESTIMATED'],
    ['2025-02-01', null, null, '2025-03-19T04:00:00.000Z', 'ESTIMATED'],
    [null, '2025-01-22', null, '2025-02-22T05:00:00.000Z', 'ESTIMATED'],
  ])('%s, notified %s, filed %s', (transaction, notification, filing, known_from, known_precision) => {
    const trade = deriveTrade(days(transaction, notification, filing));
    expect(trade).toMatchObject({ known_from: new Date(known_from), known_precision });
  });

  it.each([
    ['2025-01-21', '2025-02-11', 21],
    ['2024-02-28', '2024-03-01', 2], // a leap year
    ['2025-03-08', '2025-03-10', 2], // the change of the clock
    ['2025-02-11', '2025-02-11', 0],
    ['0001-01-01', '9999-12-31', 3_652_058],
    ['2025-01-21', null, null],
    [null, '2025-02-11', null],
    ['2025-02-12', '2025-02-11', null], // stored before such trades were refused
  ])('%s, filed %s: %s days to disclosure', (transaction, filing, days_to_disclosure) => {
    expect(deriveTrade(days(transaction, null, filing))).toMatchObject({ days_to_disclosure });
  });

  it('counts days of the calendar, whatever time a sent record adds to them', () => {
    const sent = { transaction_date: '2025-01-21T23:59:59', filing_date: '2025-01-22T00:00:00' };
    expect(deriveTrade(sent)).toMatchObject({ days_to_disclosure: 1 });
  });

  it('leaves a trade without any day to the moment it comes in', () => {
    expect(deriveTrade(days(null, null, null))).toMatchObject({ known_from: null, known_precision: null });
  });

  it('estimates no later than the moment at which it first came in', () => {
    const first_seen = new Date('2025-02-02T12:00:00Z');
    const undated = { ...days('2025-01-21', '2025-01-22', null), first_seen };
    expect(deriveTrade(undated)).toMatchObject({ known_from: first_seen, known_precision: 'ESTIMATED' });
    const late = { ...undated, first_seen: new Date('2025-03-01T12:00:00Z') };
    expect(deriveTrade(late)).toMatchObject({ known_from: new Date('2025-02-22T05:00:00Z') });
    // A day that is known counts to its end.
    const filed = { ...days('2025-01-21', '2025-01-22', '2025-02-02'), first_seen };
    expect(deriveTrade(filed)).toMatchObject({
      known_from: new Date('2025-02-03T05:00:00Z'),
      known_precision: 'DAY',
    });
  });

  it('takes what a sent record says itself', () => {
    const known_from = new Date('2025-02-11T17:00:00Z');
    const sent = { ...days('2025-01-21', null, '2025-02-11'), origin: null, known_from };
    expect(deriveTrade(sent)).toMatchObject({ known_from, known_precision: 'EXACT' });
  });
});

describe('refuseTrade', () => {
  const now = new Date('2025-02-12T04:59:00Z'); // one minute to midnight in New York
  it.each([
    ['2025-02-11', null, null],
    ['2025-02-12', null, ['transaction_date', 'is a day to come']],
    ['2025-02-11', '2025-02-11', null],
    ['2025-02-11', '2025-02-10', ['transaction_date', 'is after filing_date']],
    ['2025-02-11', '2025-02-12', ['filing_date', 'is a day to come']],
    [null, '2025-02-10', null],
    ['9999-12-31', null, ['transaction_date', 'is a day to come']],
    ['0001-01-01', null, null],
  ] as const)('%s, filed %s: %s', (transaction, filing, problem) => {
    const [field, message] = problem ?? [];
    expect(refuseTrade(days(transaction, null, filing), now)).toEqual(problem && { field, message });
  });
});
