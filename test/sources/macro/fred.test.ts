import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMark } from '../../../src/sources/captured.ts';
import { SourceError } from '../../../src/sources/format.ts';
import { btcClose } from '../../../src/sources/macro/btc-close.ts';
import { coingeckoGlobal } from '../../../src/sources/macro/coingecko-global.ts';
import { fred, parseFredCsv } from '../../../src/sources/macro/fred.ts';
import { expectRefused, readAll, sortOut, tempFile } from './reading.ts';

describe('FRED CSV', () => {
  it.each([
    ['WALCL.csv', 'date,WALCL'],
    ['any name.csv', 'observation_date,WALCL'],
    ['WALCL.csv', 'DATE,VALUE'],
    ['walcl.csv', 'date,value'],
    ['WALCL.csv', 'as_of,value,status'],
  ])('%s with the header %s', async (name, header) => {
    const status = header.endsWith('status') ? ',ok' : '';
    const { inputs } = await readAll(
      fred,
      await tempFile(name, `${header}\n2024-12-18,6889332.0${status}\n`),
    );
    expect(inputs).toEqual([
      { kind: 'macro', series: 'FRED:WALCL', key: '2024-12-18|2024-12-18|6889332', data: { value: 6889332 } },
    ]);
  });

  it('keeps the good lines and rejects the bad ones with line, field and text', async () => {
    const lines = [
      '2024-01-02,1.5',
      '2024-01-03,',
      '2024-01-04,.',
      '2024-02-30,1',
      '2024-01-05,1.2.3',
      '2024-01-08',
    ];
    const more = ['2024-01-02,1.50', '2024-01-02,9', 'a "b" c,1', '', '2024-01-09,-2e-1', '2024-01-1'];
    const file = await tempFile('VIXCLS.csv', `\ufeffdate,value\r\n${[...lines, ...more].join('\r\n')}`);
    const { inputs, rejections, counts } = await readAll(fred, file);
    expect(inputs.map(({ key }) => key)).toEqual(['2024-01-02|2024-01-09|1.5', '2024-01-09|2024-01-09|-0.2']);
    expect(counts).toMatchObject({ 'skipped: no value that day': 2, 'skipped: same reading twice': 1 });
    expect(rejections.toSorted((a, b) => Number(a.at.slice(5)) - Number(b.at.slice(5)))).toEqual(
      [
        ['line 5', 'date', 'not a day YYYY-MM-DD', '2024-02-30,1'],
        ['line 6', 'value', 'not a number', '2024-01-05,1.2.3'],
        ['line 7', null, 'wrong number of columns', '2024-01-08'],
        ['line 9', 'value', 'another value for the same day', '2024-01-02,9'],
        ['line 10', 'date', 'not a day YYYY-MM-DD', 'a "b" c,1'],
        ['line 13', null, 'wrong number of columns', '2024-01-1'],
      ].map(([at, field, reason, raw]) => ({ kind: 'rejected', file, at, field, reason, raw })),
    );
  });

  it('leaves out what the provider does not vouch for', async () => {
    const file = await tempFile(
      'btc_dominance.csv',
      'as_of,value,status\n2026-08-01,56,ok\n2026-08-02,56,stale\n',
    );
    const { counts } = await readAll(coingeckoGlobal, file);
    expect(counts).toEqual({ 'COINGECKO:btc_dominance': 1, 'skipped: status is "stale"': 1 });
  });

  it('refuses what is no such file', async () => {
    await expectRefused(fred, await tempFile('WALCL.csv', ''), /is empty/);
    await expectRefused(fred, await tempFile('WALCL.csv', '{"error":"rate limited"}'), /line 1: the columns/);
    await expectRefused(fred, await tempFile('W.csv', 'date,A,B\n2024-01-01,1,2\n'), /line 1: the columns/);
    await expectRefused(fred, await tempFile('W.csv', '<html><title>502</title>'), /HTML page.*502/);
    await expectRefused(fred, await tempFile('W.csv', 'date,value\n2024-01-01,"1\n'), /quote/i);
    await expectRefused(fred, await tempFile('my file.csv', 'date,value\n'), /id of a series/);
    await expectRefused(
      coingeckoGlobal,
      await tempFile('x.csv', 'as_of,value,status\n'),
      /one of btc_dominance/,
    );
    await expectRefused(btcClose, await tempFile('BTC.csv', 'date,eth\n'), /no column "btc"/);
    const packed = gzipSync(`date,value\n${'2024-01-01,1\n'.repeat(500)}`);
    await expectRefused(fred, await tempFile('WALCL.csv.gz', packed.subarray(0, -9)), /truncated/);
    expect((await readAll(fred, await tempFile('WALCL.csv.gz', packed))).inputs).toHaveLength(1);
  });

  it('refuses an answer about another series than the one asked for', () => {
    const answer = { file: 'https://fred.example/graph', seriesId: 'WALCL' };
    expect(sortOut(parseFredCsv('observation_date,WALCL\n', answer)).counts).toEqual({});
    expect(() => parseFredCsv('observation_date,SOFR\n', answer)).toThrow(SourceError);
    expect(() => parseFredCsv('observation_date,SOFR\n', answer)).toThrow(/holds SOFR, not WALCL/);
  });

  it('accounts for every line of any text, and tells finite numbers only', () => {
    const cell = fc.oneof(
      fc.constantFrom('2024-01-02', '2024-01-03', '1', '.', '', 'NaN', 'Infinity', '1e999', '-0', '0x10'),
      fc.string({ unit: fc.constantFrom('a', '1', '-', '.', 'é') }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 })), (rows) => {
        const lines = rows.map((row) => row.join(',')).filter((line) => line.trim() !== '');
        const read = parseFredCsv(['date,X', ...lines].join('\n'), { file: 'x' });
        const items = read.filter((item) => !isMark(item));
        expect(items).toHaveLength(lines.length);
        for (const { data } of sortOut(items).inputs) expect(Number.isFinite(data.value)).toBe(true);
      }),
    );
  });
});
