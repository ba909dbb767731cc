import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUsDay } from '../../../src/sources/house-clerk/us-day.ts';
import { assetText } from '../../../src/sources/stock-watcher/asset-text.ts';
import { memberName } from '../../../src/sources/stock-watcher/member-name.ts';
import { plainText } from '../../../src/sources/stock-watcher/plain-text.ts';
import { tickerInside, tickerOf } from '../../../src/sources/stock-watcher/ticker.ts';

describe('assetText', () => {
  it.each([
    ['Apple Inc. - Common Stock', 'Apple Inc. - Common Stock', null, null],
    ['F S: New AT&T Inc.', 'AT&T Inc.', null, null],
    ['F S: New SP U.S Treasury Bills', 'U.S Treasury Bills', 'Spouse', null],
    ['F S: New S O: Hers SP X', 'X', 'Spouse', 'S O: Hers'],
    ['$200? JT Visa Inc.', 'Visa Inc.', 'Joint', null],
    ['$200? 2000152815 SP Bitcoin (CRYPTO:BTC)', 'Bitcoin (CRYPTO:BTC)', 'Spouse', null],
    ['2000143044 McKesson Corporation Common Stock', 'McKesson Corporation Common Stock', null, null],
    [
      'S O: Morgan Stanley Active Assets (1) DC Pepsico, Inc.',
      'Pepsico, Inc.',
      'Child',
      'S O: Morgan Stanley Active Assets (1)',
    ],
    [
      'D: Sports Software, London, UK JT Hermeus Corp',
      'Hermeus Corp',
      'Joint',
      'D: Sports Software, London, UK',
    ],
    [
      'capital gains on this sale. SP Newmont Corporation',
      'Newmont Corporation',
      'Spouse',
      'capital gains on this sale.',
    ],
    // Where the name begins cannot be told from the row alone.
    ['S O: Fisher IRA Home Depot, Inc.', null, null, null],
    ['D: Portfolio Rebalance CSX Corporation', null, null, null],
    ['S O: A JT B SP C', null, null, null],
    ['direction. Coca-Cola Company', null, null, null],
    // Abbreviations that are no owner, and names that begin with a small letter.
    ['Washington DC Go Bonds', 'Washington DC Go Bonds', null, null],
    ['SP Plus Corporation', 'SP Plus Corporation', null, null],
    ['Invesco S&P SP', 'Invesco S&P SP', null, null],
    ['e.l.f. Beauty, Inc. Common Stock', 'e.l.f. Beauty, Inc. Common Stock', null, null],
    ['adidas AG Sponsored ADR', 'adidas AG Sponsored ADR', null, null],
  ] as const)('%s', (description, name, owner, detail) => {
    expect(assetText(description)).toMatchObject({ name, owner, detail });
  });
});

describe('memberName', () => {
  it.each([
    ['Boozman, John', 'John Boozman'],
    ['McConnell, A. Mitchell Jr.', 'A. Mitchell McConnell Jr.'],
    ['A. Mitchell Mcconnell, Jr.', 'A. Mitchell Mcconnell Jr.'],
    ['Justice II,  James Conley', 'James Conley Justice II'],
    ['Joseph Manchin, Iii', 'Joseph Manchin III'],
    ['David A Perdue , Jr', 'David A Perdue Jr.'],
    ['Jerry Moran,', 'Jerry Moran'],
    ['Michael  B Enzi', 'Michael B Enzi'],
    ['Rafael Edward (Ted) Cruz', 'Rafael Edward (Ted) Cruz'],
    ['Neal Patrick MD, Facs Dunn', 'Neal Patrick Dunn'],
    ['Hon. Debbie Wasserman Schultz', 'Debbie Wasserman Schultz'],
    ['Drew Ms. Mdrake', 'Drew Mdrake'],
  ])('%s', (filer, name) => {
    expect(memberName(filer)).toBe(name);
  });
});

describe('tickerInside', () => {
  it.each([
    ['Apple Inc. (AAPL)', 'AAPL'],
    ['USG Corp (New) (USG)', 'USG'],
    ['Berkshire Hathaway (BRK.B)', 'BRK.B'],
    ['Cliffwater Corporate Lending Fund (Ticker: CCLFX)', 'CCLFX'],
    ['Indust Avg ETF Trust NYSEARCA: DIA', 'DIA'],
    ['KMI - Kinder Morgan Inc (NYSE)', 'KMI'],
    ['Intel Corporation (NASDAQ)', null],
    ['Cummins Inc. (NYSE)', null],
    ['American Tower Corporation (REIT)', null],
    ['Bitcoin (CRYPTO:BTC)', null],
    ['US TREASURY BILL DUE 03/20/25 (912797KJ5)', null],
    ['Apple Inc. (aapl)', null],
    ['Fund (ABC) of others', null],
    ['ABC - Something (XYZ)', null],
    ['UNTD TECHNOLOGIES (UTC) (Exchanged) RAYTHEON (RTX) (Received)', null],
    ['I - Shares MSCI EAFE', null],
    ['', null],
  ])('%s', (description, ticker) => {
    expect(tickerInside(description)).toBe(ticker);
  });

  it('knows a stated ticker from other text', () => {
    const texts = ['brk.b', 'LGF-B', '^RGP', '0QZI.IL', '--AMCR', 'see note', '123', ''];
    expect(texts.map(tickerOf)).toEqual(['BRK.B', 'LGF-B', '^RGP', '0QZI.IL', null, null, null, null]);
  });
});

describe('plainText', () => {
  it.each([
    ['Fortive (Exchanged) <br> Vontier (Received)', 'Fortive (Exchanged) Vontier (Received)'],
    ['A <div class="text-muted"><em>Rate:</em>&nbsp;5%</div>', 'A Rate: 5%'],
    ['Merck &amp;amp; Co.', 'Merck & Co.'],
    ['Caf&eacute; &#8220;x&#x201d; &bogus; AT&T; &#0; &#x110000;', 'Café “x” &bogus; AT&T; &#0; &#x110000;'],
    ['5 < 6 > 4 &lt;b&gt;', '5 < 6 > 4 <b>'],
    ['a\u0000b\u0007\tc\u200b\u00a0 d', 'a b c d'],
  ])('%s', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it('answers storable text for anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = plainText(text);
        expect(plain.isWellFormed()).toBe(true);
        expect(plain).toBe(plain.trim());
        expect(/\p{Cc}| {2}/u.test(plain)).toBe(false);
      }),
    );
  });
});

describe('parseUsDay', () => {
  it('reads every day of the calendar back', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const [day] = date.toISOString().split('T');
          const text = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
          expect(parseUsDay(text)).toBe(`${day}T00:00:00`);
        },
      ),
    );
  });

  it.each([null, '', '2/30/2026', '30/01/2025', '2026-01-01', '1/1/26', '0/1/2026', '1/1/2026 x'])(
    'refuses %s',
    (text) => {
      expect(parseUsDay(text)).toBeNull();
    },
  );
});
