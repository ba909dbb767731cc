import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../../src/sources/sec/amount.ts';
import { compactDay, isoDay, monthNameDay } from '../../../src/sources/sec/day.ts';
import { cikOf, cleanText } from '../../../src/sources/sec/native-text.ts';
import { officerTitleOf, titleInRemarks } from '../../../src/sources/sec/officer-title.ts';
import { signedName } from '../../../src/sources/sec/signed-name.ts';
import { tickersOf } from '../../../src/sources/sec/ticker.ts';

describe('tickers', () => {
  it.each([
    ['NZF', 'NZF'],
    ['xpl', 'XPL'],
    ['(SIRI)', 'SIRI'],
    ['NYSE:NYCB', 'NYCB'],
    ['NASDAQ: DHC', 'DHC'],
    ['NYSE/TRN', 'TRN'],
    ['NTIP-NYSE', 'NTIP'],
    ['BFA, BFB', 'BFA'],
    ['GOOG, GOOGL', 'GOOG'],
    ['BRK.A/BRK.B', 'BRK.A'],
    ['BRK-B', 'BRK-B'],
    ['MOGA/MOGB', 'MOGA'],
    ['BIO BIOB', 'BIO'],
    ['F, K', 'F'],
    ['N O G', 'NOG'],
    ['SCIA.OB', 'SCIA.OB'],
    ['  aapl ', 'AAPL'],
  ])('%j is %s', (text, ticker) => {
    expect(tickersOf(text)[0]).toBe(ticker);
  });

  it.each([
    '',
    ' ',
    'NONE',
    'none',
    '[NONE]',
    'None.',
    'N/A',
    'n/a',
    'NA',
    'N.A.',
    '-',
    '--',
    '0',
    'NULL',
    'NO TICKER',
    'Not Applicable',
    'NOT LISTED',
    'NYSE',
    '#qefy5cx',
  ])('%j is none', (text) => {
    expect(tickersOf(text)).toEqual([]);
  });
});

it.each([
  ['BFA, BFB', ['BFA', 'BFB']],
  ['WLY/WLYB', ['WLY', 'WLYB']],
  ['DMA;MSFIX', ['DMA', 'MSFIX']],
  ['FRG FRGAP', ['FRG', 'FRGAP']],
  ['AMC and APE', ['AMC', 'APE']],
])('%j has several', (text, tickers) => {
  expect(tickersOf(text)).toEqual(tickers);
});

describe('days', () => {
  it('reads the three spellings', () => {
    const expected = new Date('2024-09-30T00:00:00Z');
    for (const at of [
      isoDay('2024-09-30'),
      isoDay('2024-09-30-04:00'),
      monthNameDay('30-SEP-2024'),
      monthNameDay('30-Sep-2024'),
      compactDay('20240930'),
    ]) {
      expect(at).toEqual(expected);
    }
  });

  it.each(['2024-02-30', '2023-02-29', '2024-13-01', '24-09-30', '09/30/2024', '2024-09-30T10:00', 'x'])(
    '%j is none',
    (text) => {
      expect(isoDay(text)).toBeNull();
    },
  );

  it.each(['31-SEP-2024', '30-SET-2024', '2024-09-30', '0-JAN-2024', '30-SEP-24'])('%j is none', (text) => {
    expect(monthNameDay(text)).toBeNull();
  });

  it('reads back every day it was shown', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (at) => {
          const iso = at.toISOString().slice(0, 10);
          const expected = new Date(`${iso}T00:00:00Z`);
          const month = at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }).toUpperCase();
          expect(isoDay(iso)).toEqual(expected);
          expect(compactDay(iso.replaceAll('-', ''))).toEqual(expected);
          expect(monthNameDay(`${iso.slice(8)}-${month}-${iso.slice(0, 4)}`)).toEqual(expected);
        },
      ),
    );
  });
});

describe('amounts', () => {
  it.each([
    ['1400', 1400],
    ['106150.00', 106150],
    ['.5', 0.5],
    ['0.0', 0],
    ['1.2E7', 12_000_000],
    ['', null],
  ])('%j is %s', (text, amount) => {
    expect(parseAmount('transactionShares', text)).toEqual({ ok: true, amount });
  });

  it.each(['1,400', '12O', 'N/A', '0x10', '1 400', 'Infinity', '1e999', '--1'])('%j is none', (text) => {
    expect(parseAmount('f', text)).toEqual({ ok: false, field: 'f', reason: 'not a number' });
  });

  it('refuses what is below zero', () => {
    expect(parseAmount('f', '-5')).toEqual({ ok: false, field: 'f', reason: 'negative number' });
  });
});

describe('titles in remarks', () => {
  it.each([
    'Title: Senior Vice President of Quality and Enabling Functions',
    'Chief Legal Officer and Secretary',
    'President and Chief Operating Officer.',
    'CFO, COO, Treasurer and Secretary',
    'Executive Vice President and President of Power Efficiency Solutions*',
  ])('%j', (remarks) => {
    const title = remarks.replace('Title: ', '').replace(/[.*]$/, '');
    expect(officerTitleOf('See Remarks', titleInRemarks(remarks))).toBe(title);
    expect(officerTitleOf('(see remarks below)', titleInRemarks(remarks))).toBe(title);
  });

  it.each([
    '',
    'Exhibit 24 - Power of Attorney',
    'Interim Chief Financial Officer Exhibit List: Exhibit 24.1 - Power of Attorney',
    'This Form 4 is being filed late due to inadvertent administrative error.',
    'As of July 5, 2024, the Reporting person is no longer a Director of this Registrant.',
    'President. Exhibit List',
    'Title: President. See also the form of today.',
    'All purchases were made on the open market.',
  ])('%j holds none, or more', (remarks) => {
    expect(officerTitleOf('See Remarks', titleInRemarks(remarks))).toBe('See Remarks');
  });

  it('never touches a title that is there', () => {
    expect(officerTitleOf('CEO', 'Chief Legal Officer')).toBe('CEO');
  });
});

describe('names in signatures', () => {
  it.each([
    ['/s/ Webster Bailey', 'Webster Bailey'],
    ['/s/Daniel J. Fessenden', 'Daniel J. Fessenden'],
    ['/S/ Robert A. Frist, Jr.', 'Robert A. Frist, Jr.'],
    ['Edwin Koenig', 'Edwin Koenig'],
    ['/s/ Elliot J. Sussman, M.D.', 'Elliot J. Sussman, M.D.'],
  ])('%j', (signature, name) => {
    expect(signedName(signature)).toBe(name);
  });

  it.each([
    '/s/ Elizabeth E. Reed, Attorney-in-Fact',
    '/s/ Kenneth B. Stratton, as Attorney-in-Fact',
    'Elizabeth E. Reed Attorney-in-Fact',
    '/s/ M. Gayle Hobson, POA',
    'G. Stephen Finley by J Feng POA',
    'By Elizabeth McCright, P.O.A.',
    'By: Oliver Cohen For: Edward O. Garcia',
    'L. Mallardi on behalf of M. J. Howard',
    '/s/ Kevin Tang for Eugene A. Hall',
    '/s/ Jonathan Rogal, Senior Managing Director & General Counsel',
    '/s/**Andrew Murphy',
    'John Arminas AIF',
    '/s/ HCM Investor Holdings, II LLC',
    'Saba Capital Management',
    '/s/ Marilyn Elson Name: Marilyn Elson',
    '',
  ])('%j may be of an agent or a company', (signature) => {
    expect(signedName(signature)).toBeNull();
  });
});

it('cleans what text columns cannot hold', () => {
  expect(cleanText(' A\u0000B\r\n\tC \ud800')).toBe('A B C \ufffd');
  expect(cikOf('1750')).toBe('0000001750');
  expect(cikOf('0')).toBeNull();
  expect(cikOf('ABC')).toBeNull();
});
