import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domeOrders } from '../../../src/sources/dome/orders.ts';
import { type Format, SourceError } from '../../../src/sources/format.ts';
import { hyperliquidFills } from '../../../src/sources/hyperliquid/fills.ts';
import { hyperliquidPositions } from '../../../src/sources/hyperliquid/positions.ts';
import { manifoldBets } from '../../../src/sources/manifold/bets.ts';
import { polymarketPositions } from '../../../src/sources/polymarket/positions.ts';
import { polymarketTrades } from '../../../src/sources/polymarket/trades.ts';
import { bet, FORMATS, fill, readAll, tempFile, trade, WALLET } from './reading.ts';

const options = { wallet: WALLET, at: new Date('2026-05-01T12:00:00Z') };

async function expectRefused(format: Format, content: string | Uint8Array, message: RegExp): Promise<void> {
  const file = await tempFile('input', content);
  const reading = readAll(format, [file], options);
  await expect(reading).rejects.toThrow(SourceError);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toThrow(file);
}

describe.each(FORMATS.map((format) => [format.name, format] as const))('%s', (_, format) => {
  it('refuses HTML, truncated gzip, truncated JSON and JSON of another kind', async () => {
    await expectRefused(format, '<!doctype html><title>429 Too Many Requests</title>', /429 Too Many/);
    await expectRefused(format, gzipSync('[{"some":"text that is cut"}]').subarray(0, -9), /truncated/);
    await expectRefused(format, '[\n {"a": 1},\n {"b"', /line 3: not JSON/);
    await expectRefused(format, '', /not JSON/);
    await expectRefused(format, '{"error":"rate limited"}', /input: /);
    await expectRefused(format, '[{"error":"rate limited"}]', /input: /);
    await expectRefused(format, 'null', /input: /);
  });
});

async function reasons(format: Format, json: unknown): Promise<readonly unknown[]> {
  const { rejections, inputs } = await readAll(
    format,
    [await tempFile('a.json', JSON.stringify(json))],
    options,
  );
  return [inputs.length, ...rejections.map(({ at, field, reason }) => `${at}, ${field}: ${reason}`)];
}

describe('entries with changed types', () => {
  it('are rejected, the good ones stay', async () => {
    const wrong = [
      { sz: true },
      { sz: '0.0' },
      { px: '1,5' },
      { side: 'buy' },
      { time: 1683245555 },
      { coin: '' },
    ];
    const fills = [fill(), ...wrong.map(fill), null, fill({ startPosition: null, tid: 3 })];
    expect(await reasons(hyperliquidFills, fills)).toEqual([
      1,
      'fill 2, sz: not a number',
      'fill 3, sz: not a positive number',
      'fill 4, px: not a number',
      'fill 5, side: unknown side',
      'fill 6, time: not a time',
      'fill 7, coin: not a text',
      'fill 8, null: not an object',
      'fill 9, startPosition: not a number',
    ]);
    const trades = [trade({ proxyWallet: 'me' }), trade({ asset: 5 }), trade({ timestamp: 'now' }), trade()];
    expect(await reasons(polymarketTrades, trades)).toEqual([
      1,
      'trade 1, proxyWallet: not a wallet address',
      'trade 2, asset: not a text',
      'trade 3, timestamp: not a number',
    ]);
    const order = { ...trade(), user: WALLET, token_id: '8', tx_hash: '0x1', shares_normalized: 1 };
    const page = { orders: [{ ...order, side: null }, order] };
    expect(await reasons(domeOrders, [page, { orders: [] }])).toEqual([
      1,
      'page 1, order 1, side: unknown side',
    ]);
    const bets = [bet({ fills: {} }), bet({ shares: 'many' }), bet({ userId: 7 }), bet()];
    expect(await reasons(manifoldBets, bets)).toEqual([
      1,
      'bet 1, fills: not an object',
      'bet 2, shares: not a number',
      'bet 3, userId: not a text',
    ]);
  });

  it('reject the whole snapshot, in which a position left out would look closed', async () => {
    const good = { position: { coin: 'BTC', szi: '1', positionValue: '9' } };
    const bad = { position: { coin: 'ETH', szi: null, positionValue: '9' } };
    expect(await reasons(hyperliquidPositions, { assetPositions: [good, bad] })).toEqual([
      0,
      'snapshot, szi: not a number',
    ]);
    const held = { proxyWallet: WALLET, asset: '8', title: 'A', outcome: 'Yes', size: 1, currentValue: 1 };
    expect(await reasons(polymarketPositions, [held, { ...held, size: {} }])).toEqual([
      0,
      'snapshot, size: not a number',
    ]);
  });

  it('never stop the others, whatever they are', async () => {
    const rows = [hyperliquidFills, polymarketTrades, manifoldBets] as const;
    const good = [fill(), trade(), bet()];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.nat(2), async (junk, which) => {
        const format = rows[which] ?? hyperliquidFills;
        const file = await tempFile('a.json', JSON.stringify([...junk, good[which]]));
        const { inputs, rejections } = await readAll(format, [file], options);
        expect(inputs).toHaveLength(1);
        expect(rejections).toHaveLength(junk.length);
      }),
      { numRuns: 50 },
    );
  });
});
