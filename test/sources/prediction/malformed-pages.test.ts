import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Format, SourceError } from '../../../src/sources/format.ts';
import { kalshiMarkets } from '../../../src/sources/kalshi/kalshi-markets.ts';
import { parseKalshiMarkets } from '../../../src/sources/kalshi/markets-page.ts';
import { limitlessMarkets } from '../../../src/sources/limitless/limitless-markets.ts';
import { parseLimitlessMarkets } from '../../../src/sources/limitless/markets-page.ts';
import { manifoldMarkets } from '../../../src/sources/manifold/market-format.ts';
import { parseManifoldMarkets } from '../../../src/sources/manifold/market-page.ts';
import { metaculusQuestions } from '../../../src/sources/metaculus/metaculus-questions.ts';
import { parseMetaculusQuestions } from '../../../src/sources/metaculus/questions-page.ts';
import { polymarketMarkets } from '../../../src/sources/polymarket/market-format.ts';
import { parsePolymarketMarkets } from '../../../src/sources/polymarket/market-page.ts';
import type { ParsePage } from '../../../src/sources/prediction/read-pages.ts';
import { parsePredictItMarkets } from '../../../src/sources/predictit/markets-page.ts';
import { predictItMarkets } from '../../../src/sources/predictit/predictit-markets.ts';
import * as native from './native.ts';
import { readAll, sorted, tempFile } from './reading.ts';

type Entry = Record<string, unknown>;

const PROVIDERS: readonly (readonly [string, Format, ParsePage, readonly Entry[]])[] = [
  [
    'polymarket',
    polymarketMarkets,
    parsePolymarketMarkets,
    [native.gamma(), native.clob(), native.gammaEvent()],
  ],
  [
    'kalshi',
    kalshiMarkets,
    parseKalshiMarkets,
    [native.kalshi2025(), native.kalshi2026(), native.kalshiEvent()],
  ],
  ['manifold', manifoldMarkets, parseManifoldMarkets, [native.manifold()]],
  ['predictit', predictItMarkets, parsePredictItMarkets, [native.predictIt()]],
  ['metaculus', metaculusQuestions, parseMetaculusQuestions, [native.metaculus(), native.metaculusOld()]],
  ['limitless', limitlessMarkets, parseLimitlessMarkets, [native.limitless()]],
];

async function expectRefused(format: Format, content: string | Uint8Array, message: RegExp): Promise<void> {
  const file = await tempFile('input', content);
  const reading = readAll(format, file);
  await expect(reading).rejects.toThrow(SourceError);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toThrow(file);
}

describe.each(PROVIDERS)('%s', (_, format, parse, entries) => {
  it('refuses HTML, a truncated gzip, cut JSON and other JSON', async () => {
    await expectRefused(format, '<!doctype html><html><title>502 Bad Gateway</title>', /502 Bad Gateway/);
    const json = JSON.stringify(entries, null, 1);
    await expectRefused(format, gzipSync(json).subarray(0, -9), /truncated/);
    await expectRefused(format, json.slice(0, -30), /line \d+: not JSON/);
    await expectRefused(format, '', /line 1: not JSON/);
    for (const other of ['{"error":"rate limited"}', '[{"a":1}]', '7', 'null', '["a"]']) {
      await expectRefused(format, other, /input: (holds no list|not one entry)/);
    }
  });

  it('reads gzip and a byte order mark, and an empty page', async () => {
    const json = `\ufeff${JSON.stringify(entries)}`;
    for (const bytes of [Buffer.from(json), gzipSync(json)]) {
      const { rejections, inputs } = await readAll(format, await tempFile('page.json', bytes));
      expect(rejections).toEqual([]);
      expect(inputs).toHaveLength(entries.length);
    }
    expect((await readAll(format, await tempFile('none.json', '[]'))).counts).toEqual({});
  });

  it('keeps the good entries beside bad ones', () => {
    const { inputs, rejections } = sorted(parse([...entries, 'x', null, 5], null, 'page'));
    expect(inputs).toHaveLength(entries.length);
    expect(rejections.map(({ field, reason, raw }) => [field, reason, raw])).toEqual([
      [null, 'not an object', 'x'],
      [null, 'not an object', null],
      [null, 'not an object', 5],
    ]);
  });

  it('makes a market of the feed or a rejection of whatever a field holds', () => {
    const values = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom('', 'NA', '\0', -1, 1e308, '99999999999999999999', '2026-02-30', [[]], [{}]),
    );
    const whole = entries[0] ?? {};
    fc.assert(
      fc.property(fc.constantFrom(...entries), fc.nat(), values, (entry, n, value) => {
        const names = Object.keys(entry);
        const field = names[n % names.length] ?? '';
        const { inputs, rejections, counts } = sorted(
          parse([whole, { ...entry, [field]: value }], null, 'p'),
        );
        const skipped = Object.entries(counts).filter(([name]) => name.startsWith('skipped'));
        expect(inputs.length + rejections.length + skipped.length).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same items for the same page, with the time of the answer only where none is stated', () => {
    const at = new Date('2026-11-01T00:00:00Z');
    expect([...parse(entries, at, 'p')]).toEqual([...parse(entries, at, 'p')]);
    for (const { key } of sorted(parse(entries, at, 'p')).inputs) expect(key).not.toMatch(/^\//);
  });
});
