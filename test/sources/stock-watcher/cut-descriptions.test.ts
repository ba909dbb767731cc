import { describe, expect, it } from 'vitest';
import { cutDescriptions } from '../../../src/sources/stock-watcher/cut-descriptions.ts';

const row = (description: string, ticker: string | null = null, filer = 'Ann') => ({
  description,
  ticker,
  filer,
});
const cut = (...rows: readonly ReturnType<typeof row>[]) =>
  cutDescriptions(rows).map(({ name, detail }) => [detail, name]);

describe('cutDescriptions', () => {
  it('knows the name by another row with the ticker', () => {
    expect(
      cut(row('Pfizer, Inc. Common Stock', 'PFE'), row('S O: A Trust Pfizer, Inc. Common Stock', 'PFE')),
    ).toEqual([
      [null, 'Pfizer, Inc. Common Stock'],
      ['S O: A Trust', 'Pfizer, Inc. Common Stock'],
    ]);
  });

  it('knows the name by a word that begins like the ticker', () => {
    expect(cut(row('S O: E*TRADE #2 Figma Inc Class A', 'FIG'))).toEqual([
      ['S O: E*TRADE #2', 'Figma Inc Class A'],
    ]);
  });

  it('knows the detail by other rows of the same filer, the longest of several', () => {
    const rows = [row('S O: JP Account SP Visa Inc.'), row('S O: JP Account #2 SP Visa Inc.')];
    expect(
      cut(...rows, row('S O: JP Account #2 OR ST SER J Bond'), row('S O: JP Account CSX')).slice(2),
    ).toEqual([
      ['S O: JP Account #2', 'OR ST SER J Bond'],
      ['S O: JP Account', 'CSX'],
    ]);
    expect(cut(...rows, row('S O: JP Account CSX', null, 'Bob'))[2]).toEqual([null, null]);
  });

  it('knows the name by any other row, and the beginnings of some', () => {
    expect(cut(row('GLAS Funds, LP'), row('D: Capital call of $4,321.10 GLAS Funds, LP'))[1]).toEqual([
      'D: Capital call of $4,321.10',
      'GLAS Funds, LP',
    ]);
    expect(
      cut(
        row('C: Buy to Close on Covered Call CALL BERKSHIRE CL B'),
        row('S O: SCH1 US Treasury Bill 912797JR9', null, 'Bob'),
        row('D: Nuclear Power, Austin, TX CogniChip, Inc.', null, 'Cid'),
        row('it was. I see no option. iShares Core ETF', null, 'Dan'),
        row('it was. I see no option. Andersen Inc. Common Stock', null, 'Dan'),
      ),
    ).toEqual([
      ['C: Buy to Close on Covered Call', 'CALL BERKSHIRE CL B'],
      ['S O: SCH1', 'US Treasury Bill 912797JR9'],
      ['D: Nuclear Power, Austin, TX', 'CogniChip, Inc.'],
      ['it was. I see no option.', 'iShares Core ETF'],
      ['it was. I see no option.', 'Andersen Inc. Common Stock'],
    ]);
  });

  it('learns from what it has cut', () => {
    const rows = [
      row('QQQ ETF'),
      row('D: RSP ETF TOIXX'),
      row('D: QQQ ETF RSP ETF'),
      row('D: RSP ETF RSP ETF'),
    ];
    const more = [row('S O: X QQQ ETF'), row('S O: X Something Else, LP')];
    expect(cut(...rows, ...more).slice(-2)).toEqual([
      ['S O: X', 'QQQ ETF'],
      ['S O: X', 'Something Else, LP'],
    ]);
  });
});
