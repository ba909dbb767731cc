import { expect, it } from 'vitest';
import { refuseFiling } from '../../../src/feeds/insider/refuse.ts';

const now = new Date('2025-02-12T04:59:00Z'); // one minute to midnight in New York
it.each([
  ['2025-02-10T00:00:00Z', '2025-02-11T21:05:00Z', null],
  // The day of the filing in UTC is a day later than in New York, where the trade may have been in Asia.
  ['2025-02-11T00:00:00Z', '2025-02-11T02:30:00Z', null],
  ['2025-02-12T00:00:00Z', '2025-02-11T21:05:00Z', ['trade_date', 'is after filing_date']],
  ['2024-02-10T00:00:00Z', '2025-02-12T03:00:00Z', null],
  [null, '2025-02-12T05:00:00Z', ['filing_date', 'is a day to come']],
  // A day alone counts from 22:00 New York.
  [null, '2025-02-12T03:00:00Z', null],
] as const)('traded %s, filed %s: %s', (traded, filed, problem) => {
  const filing = { trade_date: traded && new Date(traded), filing_date: new Date(filed) };
  const [field, message] = problem ?? [];
  expect(refuseFiling(filing, now)).toEqual(problem && { field, message });
});
