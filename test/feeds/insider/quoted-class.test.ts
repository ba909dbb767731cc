import { expect, it } from 'vitest';
import { isQuoted } from '../../../src/feeds/insider/quoted-class.ts';
import { securityClassOf } from '../../../src/feeds/insider/security-class.ts';

const quoted = (
  ticker: string | null,
  security_title: string | null,
  security_table: 'I' | 'II' | null = 'I',
) => {
  const security_class = securityClassOf(security_title, security_table);
  return isQuoted({ ticker, security_title, security_table, security_class });
};

it.each([
  ['AAPL', 'Common Stock'],
  ['ABNB', 'Class A Common Stock'],
  ['FCNCA', 'Class A Common Stock'],
  ['BRK.B', 'Class B Common Stock'],
  ['BRK-B', 'Class B Common Stock'],
  ['UPS', 'Class B Common Stock'],
  ['GOOG', 'Class C Capital Stock'],
  ['GOOGL', 'Class A Common Stock'],
  ['KMI', 'Class P Common Stock'],
  ['MDV', 'COMMON STOCK, CLASS C'],
  ['QRTEA', 'Series A Common Stock'],
  ['EPD', 'Common Units'],
  ['TSM', 'American Depositary Shares'],
  ['SQNS', 'Ordinary Shares [ADS]'],
  ['CHSCM', 'Class B Reset Rate Cum Red Pref Stock, Series 3 (CHSCM)'],
])('%s quotes %s', (ticker, title) => {
  expect(quoted(ticker, title)).toBe(true);
});

it.each([
  ['BRK.A', 'Class B Common Stock'],
  ['FCNCA', 'Class B Common Stock'],
  ['LBRDA', 'Series C Common Stock'],
  ['GOOG', 'Class A Common Stock'],
  ['META', 'Class B Common Stock'],
  ['PACW', 'Depositary Shares of Series A Preferred Stock'],
  ['TCBI', 'Depositary Shares for Series B Preferred Stock'],
  ['WFC', 'Preferred Shares, Series Z'],
  ['AMC', 'AMC Preferred Equity Units'],
  ['CCLD', 'Series B Cum Redeemable Perp Preferred Stock [CCLDO]'],
  ['FRLAU', 'Class A Common Stock'],
  ['ETST', 'Giorgio R. Saumat'],
])('%s does not quote %s', (ticker, title) => {
  expect(quoted(ticker, title)).toBe(false);
});

it('no ticker quotes derivatives, and where ticker, title or table are missing it is not known', () => {
  expect(quoted('AAPL', 'Common Stock', 'II')).toBe(false);
  expect(quoted(null, 'Warrants', 'II')).toBe(false);
  expect(quoted(null, 'Common Stock')).toBeNull();
  expect(quoted('AAPL', null)).toBeNull();
  expect(quoted('AAPL', 'Common Stock', null)).toBeNull();
});
