import { describe, expect, it } from 'vitest';
import { hyperliquidWhales } from '../../../src/sources/hyperliquid/provider.ts';
import { binanceBars, hyperliquidBars } from '../../../src/sources/ohlcv/provider.ts';
import { cursorInstant, cursorMs } from '../../../src/sources/sync/cursor-time.ts';
import { NEVER_SYNCED } from '../../../src/sources/sync/state.ts';
import { benchOf } from './paged-trades.ts';
import { json, type ProviderServer, startProvider } from './provider-server.ts';

const NOW = new Date('2026-03-04T00:00:00Z');
const MS = String(NOW.getTime());

describe('a time of a cursor', () => {
  it.each(['', '?', '-5', '1.5', 'NaN', 'Infinity', '99999999999999', '2026-03-04T00:00:00Z'])(
    '"%s" is none in ms',
    (text) => {
      expect(cursorMs({ x: text }, 'x', NOW)).toBeNull();
    },
  );

  it.each(['', '?', '20260304', '2126-03-04T00:00:00Z'])('"%s" is no instant', (text) => {
    expect(cursorInstant({ x: text }, 'x', NOW)).toBeNull();
  });

  it('is what a run has written', () => {
    expect(cursorMs({ x: MS }, 'x', NOW)).toBe(NOW.getTime());
    expect(cursorInstant({ x: NOW.toISOString() }, 'x', NOW)).toBe(NOW.toISOString());
    expect(cursorMs({}, 'x', NOW)).toBeNull();
  });
});

const WALLET = `0x${'a'.repeat(40)}`;
const PROVIDERS = [
  [binanceBars, { pairs: ['BTCUSDT'], intervals: ['1h'] }, 'BTCUSDT|1h'],
  [hyperliquidBars, { coins: ['BTC'], intervals: ['1h'] }, 'BTC|1h'],
  [hyperliquidWhales, { wallets: [WALLET] }, WALLET],
] as const;

describe.each(
  PROVIDERS.map(([provider, options, name]) => [provider.name, provider, options, name] as const),
)('%s', (key, provider, options, name) => {
  /** What the first request of a run asks from. */
  async function askedFrom(
    server: ProviderServer,
    bodies: readonly string[],
    cursor: Record<string, string>,
  ) {
    const bench = benchOf(server, provider, options);
    await bench.states.write(key, { ...NEVER_SYNCED, cursor });
    server.requests.length = 0;
    const before = bodies.length;
    expect(await bench.run()).toMatchObject({ outcome: 'done', error: null });
    const url = new URL(server.requests[0] ?? '', server.url);
    const startTime =
      /"startTime":(\d+)/.exec(bodies[before] ?? '')?.[1] ?? url.searchParams.get('startTime');
    return startTime === null ? null : Number(startTime);
  }

  it('asks from where it was, and with a damaged cursor as the first time', async () => {
    await using server = await startProvider();
    const bodies: string[] = [];
    server.answer((request, response, url) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        json(body.includes('clearinghouseState') ? { assetPositions: [], time: Number(MS) } : [])(
          request,
          response,
          url,
        );
      });
    });
    const good = NOW.getTime() - 3_600_000;
    expect(await askedFrom(server, bodies, { [name]: String(good) })).toBe(good);
    const first = await askedFrom(server, bodies, {});
    expect(first).not.toBe(good);
    for (const damaged of ['?', 'NaN', '99999999999999']) {
      expect(await askedFrom(server, bodies, { [name]: damaged })).toBe(first);
    }
  });
});
