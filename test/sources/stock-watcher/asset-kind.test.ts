import { expect, it } from 'vitest';
import { isTradable, kindInName } from '../../../src/sources/stock-watcher/asset-kind.ts';

it.each([
  ['Amazon.com, Inc. - Common Stock', 'Stock'],
  ['ROLLS ROYCE HLDGS S/ADR', 'Stock'],
  ['Option Care Health, Inc. - Common Stock', 'Stock'],
  ['CALL BERKSHIRE CL B', 'Stock Option'],
  ['SMCI CALL', 'Stock Option'],
  ['ADBE Option Type: Put Strike price: $500.00', 'Stock Option'],
  ['CALL MAKE WHOLE 5.00000% 03/15/2034', 'Bond'],
  ['PA ST UNIV 5.0% 09/01/2035 DTD 09/10/2024 PAR CALL', 'Bond'],
  ['Denton Tex 5.0000 2029-02-15', 'Bond'],
  ['Citigroup MTN 9/1/2026', 'Bond'],
  ['iShares 20+ Year Treasury Bond ETF', 'Exchange Traded Fund'],
  ['iShares 1-3 Year Treasury Bond', 'Exchange Traded Fund'],
  ['Templeton Global Bond Fund Advisor Class', 'Mutual Fund'],
  ['US Treasury Note 8/15/2034', 'Government Security'],
  ['U.S Treasury Bills', 'Government Security'],
  ['US TSY NOTE 02/15/33', 'Government Security'],
  ['Bitcoin (CRYPTO:BTC)', 'Cryptocurrency'],
  ['Boeing Company', null],
  ['Ski Mask Dog', null],
] as const)('%s is %s', (name, kind) => {
  expect(kindInName(name, null)).toBe(kind);
});

it('believes the comment more than the name', () => {
  const comment = 'Call options; Strike price $230; Expires 9/19/2025';
  expect(kindInName('Microsoft Corporation - Common Stock', comment)).toBe('Stock Option');
  expect(kindInName('AT&T Inc.', 'Corporate Bond')).toBe('Bond');
  expect(kindInName('AT&T Inc.', 'Portfolio Rebalance')).toBeNull();
  expect(kindInName(null, null)).toBeNull();
});

it.each([
  ['AAPL', 'Stock', 'Apple Inc.', true],
  ['AAPL', null, 'Apple Inc.', true],
  [null, 'Stock', 'Apple Inc.', false],
  ['AAPL', 'Stock Option', 'Apple Inc.', false],
  ['AAPL', 'Corporate Bond', 'Apple Inc.', false],
  ['SMCI', 'Stock', 'SMCI CALL', false],
  ['SPY', 'Other Securities', 'SPDR S&P 500 ETF', true],
  ['FCNTX', 'Stock', 'Fidelity Contrafund', false],
  ['BTC', 'Cryptocurrency', 'Bitcoin', false],
] as const)('%s, %s, %s trades on an exchange: %s', (ticker, type, name, expected) => {
  expect(isTradable(ticker, type, name, null)).toBe(expected);
});
