import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reversals } from '../../../src/feeds/mre/feed.ts';
import { strategies } from '../../../src/feeds/mte/feed.ts';
import { columnsOf } from '../../../src/rest/formats/columns.ts';
import { csvHeader, csvLines, csvRows, neutralise } from '../../../src/rest/formats/csv.ts';
import { recordSchema } from '../../../src/rest/openapi/schema.ts';

/** Code points that show nothing, by ranges of the Unicode charts. */
const INVISIBLE = [
  ...range(0x00, 0x20),
  ...[
    0x7f, 0x85, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e, 0x2800, 0x3000, 0x3164,
    0xfeff,
  ],
  ...range(0x2000, 0x200f),
  ...range(0x2028, 0x202f),
  ...range(0x205f, 0x206f),
  ...range(0xfe00, 0xfe0f),
  ...range(0xe0020, 0xe007f),
].map((code) => String.fromCodePoint(code));

const TRIGGERS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe('neutralise', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\0x', '＝1', '＋', '－', '＠'])(
    '%j is no formula any more',
    (text) => {
      expect(neutralise(text)).toBe(`'${text}`);
    },
  );

  it.each([
    ' =1',
    '\u00A0=1',
    '\u3000@x',
    '\u200B=1',
    '\u200F-1',
    '\uFEFF+1',
    '\u2060=1',
    '\u00AD=1',
    '\u2800=1',
    ' \u200D \uFEFF＝1',
    '\uFE66x',
    '\x0B=1',
    '\u2028=1',
  ])('%j begins with a formula behind what shows nothing', (text) => {
    expect(neutralise(text)).toBe(`'${text}`);
  });

  it.each(['', 'a=1', "'=1", ' x', '0', '#', ' ', '\u200B', '\u00A0 1-2'])('%j is left alone', (text) => {
    expect(neutralise(text)).toBe(text);
  });

  it('leaves no formula behind any mixture of invisible characters, and no other text changed', () => {
    const invisible = fc.constantFrom(...INVISIBLE);
    const visible = fc.string({ unit: 'grapheme-ascii' }).filter((text) => /^[a-z0-9]/i.test(text));
    const prefix = fc.array(invisible, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(prefix, fc.constantFrom(...TRIGGERS), visible, (before, trigger, rest) => {
        expect(neutralise(before + trigger + rest)).toBe(`'${before}${trigger}${rest}`);
        const plain = before.replace(/^[\t\r\n\0]+/, '') + rest;
        expect(neutralise(/^[\t\r\n\0]/.test(plain) ? rest : plain)).not.toMatch(/^'/);
      }),
    );
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
    const columns = columnsOf(item);
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
    const columns = columnsOf(recordSchema(reversals));
    expect(csvRows(columns, [row]).startsWith('a,,,-0.0701,')).toBe(true);
  });
});
