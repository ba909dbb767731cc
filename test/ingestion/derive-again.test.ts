import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Engine, recordKind } from '../../src/engines/engine.ts';
import { reversalsOfBars } from '../../src/engines/reversals/reversals-engine.ts';
import { type Reversal, reversals } from '../../src/feeds/mre/feed.ts';
import { derive } from '../../src/ingestion/derive.ts';
import { deriveAgain } from '../../src/ingestion/derive-again.ts';
import type { Input } from '../../src/sources/format.ts';
import { createMemoryServices } from '../demo/memory-services.ts';
import { barsOfCloses, SELL_OFF } from '../engines/reversals-bars.ts';
import { startApp } from '../support/app.ts';

const NAMES = ['BINANCE:BTCUSDT|1h', 'BINANCE:ETHUSDT|1h', 'BINANCE:SOLUSDT|1h'];

const bars: readonly Input[] = NAMES.flatMap((series) =>
  barsOfCloses(SELL_OFF).map(({ openAt, open, high, low, close }) => ({
    kind: 'bar',
    series,
    key: openAt.toISOString(),
    data: { o: open, h: high, l: low, c: close, v: 1 },
  })),
);
const changed = NAMES.map((series) => ({ kind: 'bar', series }));

/** As an earlier version: it said another score. */
const earlier: Engine = {
  ...reversalsOfBars,
  derive: async (...given) =>
    (await reversalsOfBars.derive(...given)).map((record) => ({ ...record, score: 90 })),
};
const later: Engine = { ...reversalsOfBars, version: 2 };

/** Derives from the records of the other, and is not outdated itself. */
const follower = (seen: string[]): Engine => ({
  name: 'follower',
  feed: reversals,
  updatesSent: true,
  kinds: [recordKind(reversals)],
  groupOf: ({ series }) => series,
  async derive(group) {
    seen.push(group);
    return [];
  },
});

describe('what an earlier version of an engine derived', () => {
  async function storeOf(engine: Engine, other: Engine) {
    const services = createMemoryServices();
    await services.inputs.put(bars);
    await derive({ ...services, engines: [engine, other] }, changed);
    await services.inputs.setEngineVersion('reversals', 1);
    await services.inputs.setEngineVersion('follower', 1);
    services.changes();
    return services;
  }
  const scores = (services: ReturnType<typeof createMemoryServices>) =>
    services.all(reversals).map((record) => (record as Reversal).score);

  it('is derived anew, with what follows from it, once', async () => {
    const seen: string[] = [];
    const services = await storeOf(earlier, follower([]));
    expect(scores(services)).toEqual([90, 90, 90]);
    const now = { ...services, engines: [later, follower(seen)] };
    expect(await deriveAgain(now)).toEqual({
      engines: ['reversals', 'follower'],
      counts: { created: 0, updated: 3, removed: 0 },
    });
    expect(scores(services)).toEqual([50, 50, 50]);
    expect(seen).toHaveLength(3);
    services.changes();
    expect((await deriveAgain(now)).engines).toEqual([]);
    expect(services.changes()).toEqual([]);
  });

  it('is left alone while the version is the same', async () => {
    const services = await storeOf(earlier, follower([]));
    const again = await deriveAgain({ ...services, engines: [reversalsOfBars, follower([])] });
    expect(again.engines).toEqual([]);
    expect(scores(services)).toEqual([90, 90, 90]);
  });

  it('stays outdated when it was ended early', async () => {
    const services = await storeOf(earlier, follower([]));
    const now = { ...services, engines: [later, follower([])] };
    await deriveAgain(now, { signal: AbortSignal.abort() });
    expect((await services.inputs.engineVersions()).get('reversals')).toBe(1);
    await deriveAgain(now);
    expect(scores(services)).toEqual([50, 50, 50]);
  });
});

describe('a store', () => {
  it('of an earlier version is brought up to date, all engines once', async () => {
    const app = await startApp();
    try {
      const { services } = app;
      const { inputs, engines, db } = services;
      await inputs.put(bars);
      await derive(services, changed);
      await db.run(sql`UPDATE reversals SET score = 90`);
      await db.run(sql`DELETE FROM engine_version`);
      const { engines: derived, counts } = await deriveAgain(services);
      expect(derived).toEqual(engines.map(({ name }) => name));
      expect(counts).toEqual({ created: 0, updated: 3, removed: 0 });
      expect((await deriveAgain(services)).engines).toEqual([]);
      const { items } = (await (await app.get('/api/v1/mre?include_stale=true')).json()) as {
        items: { score: number }[];
      };
      expect(items.map(({ score }) => score)).toEqual([50, 50, 50]);
    } finally {
      await app.stop();
    }
  });
});
