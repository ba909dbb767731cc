import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/sources/format.ts';
import {
  parsePolymarketPriceHistory,
  polymarketPriceHistory,
} from '../../../src/sources/polymarket/price-history.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

const MARKET = `0x${'a1'.repeat(32)}`;

const read = (history: unknown): readonly Item[] =>
  [...parsePolymarketPriceHistory({ history }, { market: MARKET, file: '/prices-history' })].filter(
    ({ kind }) => kind !== 'capture' && kind !== 'entry',
  );
const point = (time: string, p: unknown) => ({ t: Date.parse(`2026-05-${time}Z`) / 1000, p });
const bar = (day: string, o: number, h: number, l: number, c: number): Item => ({
  kind: 'input',
  input: {
    kind: 'market_bar',
    series: `polymarket:${MARKET}|1d`,
    key: `2026-05-${day}T00:00:00.000Z`,
    data: { o, h, l, c },
  },
});
const WITHIN = { kind: 'skipped', reason: 'price within a day' };

describe('the price history of Polymarket', () => {
  it('is bars of days that close at the next midnight; the price of now makes none', () => {
    const history = [point('02T00:00:08', 0.4), point('03T00:00:09', 0.46), point('03T15:20:00', 0.44)];
    expect(read(history)).toEqual([bar('01', 0.4, 0.4, 0.4, 0.4), bar('02', 0.4, 0.46, 0.4, 0.46), WITHIN]);
  });

  it('has highs and lows of the points within a day, and gaps where a midnight is missing', () => {
    const history = [
      point('02T12:00:00', 0.3),
      point('02T18:00:00', 0.2),
      point('03T00:00:00', 0.25),
      point('03T00:05:00', 0.5),
      point('06T00:09:59', 0.1),
      point('07T00:10:00', 0.2),
    ];
    expect(read(history)).toEqual([
      WITHIN,
      WITHIN,
      bar('02', 0.3, 0.3, 0.2, 0.25),
      WITHIN,
      bar('05', 0.1, 0.1, 0.1, 0.1),
      WITHIN,
    ]);
  });

  it('rejects what is no point', () => {
    const history = [
      point('02T00:00:08', 1.2),
      point('02T00:00:08', '0.4'),
      { t: 'now', p: 0.4 },
      7,
      point('03T00:00:08', 0.4),
      point('03T00:00:08', 0.4),
    ];
    expect(read(history)).toMatchObject([
      { kind: 'rejected', field: 'p', reason: 'no probability' },
      { kind: 'rejected', field: 'p', reason: 'not a number' },
      { kind: 'rejected', field: 't', reason: 'not a time' },
      { kind: 'rejected', field: null, reason: 'not a point' },
      { kind: 'input' },
      { kind: 'rejected', field: 't', reason: 'not after the point before' },
    ]);
    expect(() => read({ error: 'no' })).toThrow(/no price history of Polymarket/);
  });

  it('is of the market that names its file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'price-history-'));
    const readFile = async (name: string) => {
      writeFileSync(join(folder, name), JSON.stringify({ history: [point('02T00:00:08', 0.4)] }));
      const items: Item[] = [];
      for await (const item of polymarketPriceHistory.read([join(folder, name)], {})) items.push(item);
      return items;
    };
    try {
      expect(await readFile(`${MARKET}.json`)).toContainEqual(bar('01', 0.4, 0.4, 0.4, 0.4));
      await expect(readFile('prices-history.json')).rejects.toThrow(/must be the condition id/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describeWithSharedData(
  'real daily points of Polymarket',
  'prediction/derived-polymarket-history',
  (folder) => {
    it('are bars of one day each', () => {
      const text = gunzipSync(readFileSync(join(folder, 'candles_1d.csv.gz'))).toString('utf8');
      const [, ...rows] = text
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      const tokens = Map.groupBy(rows, ([token]) => token);
      expect(tokens.size).toBe(84);
      for (const points of tokens.values()) {
        const items = read(points.map((cells) => ({ t: Number(cells[3]), p: Number(cells[7]) })));
        // On 17 December 2025 the midnight came twice.
        expect(items.filter(({ kind }) => kind !== 'input').length).toBeLessThan(2);
        const days = items.flatMap((item) => (item.kind === 'input' ? [item.input.key] : []));
        expect(new Set(days).size).toBe(days.length);
      }
    });
  },
);
