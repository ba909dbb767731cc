import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { columnsOf } from '../../src/rest/columns.ts';
import { csvHeader, csvLines, csvRows, neutralise } from '../../src/rest/csv.ts';
import { recordSchema } from '../../src/rest/schema.ts';

describe('neutralise', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\0x', '＝1', '＋', '－', '＠'])(
    '%j is no formula any more',
    (text) => {
      expect(neutralise(text)).toBe(`'${text}`);
    },
  );

  it.each(['', 'a=1', "'=1", ' x', '0', '#'])('%j is left alone', (text) => {
    expect(neutralise(text)).toBe(text);
  });
});

describe('CSV', () => {
  it('quotes as RFC 4180 says', () => {
    expect(csvLines([['a,b', 'say "x"', 'two\nlines', 'cr\rx', null, '', ' s ']])).toBe(
      '"a,b","say ""x""","two\nlines","cr\rx",,, s \r\n',
    );
    expect(csvLines([])).toBe('');
  });

  it('is read back by a CSV parser as it was, and no cell of text starts a formula', () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, fc.double({ noNaN: true })), { minLength: 1 }), (rows) => {
        const lines = rows.map(([a, b, n]) => [neutralise(a), neutralise(b), String(n)]);
        const parsed: string[][] = parse(csvLines(lines), { recordDelimiter: '\r\n' });
        expect(parsed).toEqual(lines);
        for (const [a = '', b = ''] of parsed) expect(`${a}\n${b}`).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  it('flattens groups by dotted name, keeps numbers numbers and lists JSON', () => {
    const item = recordSchema(strategies);
    const row = {
      name: '-x',
      slug: 's',
      symbol: null,
      performance: { total_pnl_pct: -5.5, sharpe: 0 },
      signals: ['BUY', '=X'],
    };
    const columns = columnsOf(item, [row]);
    const [header = '', cells = ''] = (csvHeader(columns) + csvRows(columns, [row])).split('\r\n');
    const found = Object.fromEntries(
      header.split(',').map((name, index) => [name, parse(cells)[0]?.[index]]),
    );
    expect(found).toMatchObject({
      name: "'-x",
      symbol: '',
      'performance.total_pnl_pct': '-5.5',
      'performance.sharpe': '0',
      'performance.sortino': '',
      signals: '["BUY","=X"]',
    });
  });

  it('leaves decimal text a number', () => {
    const row = { _id: 'a', price: '-0.0701' };
    const columns = columnsOf(recordSchema(reversals), [row]);
    expect(csvRows(columns, [row]).startsWith('a,,,-0.0701,')).toBe(true);
  });
});
