import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServices, type Services } from '../../src/app/services.ts';
import { readConfig } from '../../src/config.ts';
import { fullView } from '../../src/core/access/view.ts';
import type { Changed } from '../../src/engines/engine.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { derive } from '../../src/ingestion/derive.ts';
import { MARKET_KIND } from '../../src/sources/prediction/market.ts';

/** Two processes on one store, as far as the store can tell: each has its own connections. */
let one: Services;
let other: Services;
const dataDir = mkdtempSync(join(tmpdir(), 'alpha-two-'));

beforeAll(async () => {
  const open = () => openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  one = await open();
  other = await open();
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

const touched = (id: string): Changed => ({ kind: MARKET_KIND, series: `kalshi:${id}` });

const capture = (id: string, day: number, price: number) => ({
  ...touched(id),
  key: `2026-01-${String(day).padStart(2, '0')}`,
  data: {
    market_id: `kalshi:${id}`,
    platform: 'kalshi',
    event_title: id,
    question: id,
    yes_price: price,
    outcome_prices: [price],
    volume: null,
    volume_24h: null,
    category_norm: null,
    active: true,
    end_date: null,
  },
});

const priceOf = async (id: string) => {
  const rows = await one.feeds.byKeys(predictionMarkets, [`kalshi:${id}`], fullView(one.clock.now()));
  return rows[0]?.yes_price;
};

/** Services whose engines stop where they have read and not yet written. */
function stoppedBeforeWriting(services: Services) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const stopped: Services = {
    ...services,
    ingest: {
      ...services.ingest,
      async write(feed, records) {
        arrived.resolve();
        await released.promise;
        return services.ingest.write(feed, records);
      },
    },
  };
  return { stopped, arrived: arrived.promise, release: released.resolve };
}

const waitingForLocks = async (): Promise<number> => {
  const rows = await one.db.run(
    sql<{ n: bigint }>`SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
  );
  return Number(rows[0]?.n);
};

it('never writes what was made of older inputs over what another made of newer ones', async () => {
  const { stopped, arrived, release } = stoppedBeforeWriting(one);
  await one.inputs.put([capture('RACE', 1, 0.4)]);
  const older = derive(stopped, [touched('RACE')]);
  await arrived;
  await other.inputs.put([capture('RACE', 2, 0.6)]);
  let isDone = false;
  const newer = derive(other, [touched('RACE')]).then(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await waitingForLocks()) > 0).toBe(true);
  release();
  await Promise.all([older, newer]);
  expect(await priceOf('RACE')).toBe(0.6);
});

it('derives another group meanwhile', async () => {
  const { stopped, arrived, release } = stoppedBeforeWriting(one);
  await one.inputs.put([capture('HELD', 1, 0.4), capture('FREE', 1, 0.5)]);
  const held = derive(stopped, [touched('HELD')]);
  await arrived;
  await derive(other, [touched('FREE')]);
  expect(await priceOf('FREE')).toBe(0.5);
  expect(await priceOf('HELD')).toBeUndefined();
  release();
  await held;
});

it('goes on with far more derivations at once than there are connections, whatever the order of their groups', async () => {
  const ids = ['A', 'B', 'C', 'D'];
  const rounds = Array.from({ length: 60 }, async (_, round) => {
    const services = round % 2 === 0 ? one : other;
    const order = round % 3 === 0 ? ids : ids.toReversed();
    await services.inputs.put(order.map((id) => capture(id, 1 + (round % 28), (1 + (round % 28)) / 100)));
    await derive(services, order.map(touched));
  });
  await Promise.all(rounds);
  expect(await Promise.all(ids.map(priceOf))).toEqual([0.28, 0.28, 0.28, 0.28]);
});

it('stores the same inputs and references in whatever order processes name them', async () => {
  const ids = Array.from({ length: 200 }, (_, n) => `SAME-${n}`);
  const rounds = Array.from({ length: 40 }, async (_, round) => {
    const { inputs, references } = round % 2 === 0 ? one : other;
    const order = round % 3 === 0 ? ids : ids.toReversed();
    const captures = order.map((id) => capture(id, 1, round / 100));
    await inputs.put(captures);
    await references.put('same', new Map(order.map((id) => [id, { round }])));
    if (round % 5 === 0) await inputs.forget(captures);
  });
  await Promise.all(rounds);
  expect((await one.references.all('same')).size).toBe(ids.length);
});
