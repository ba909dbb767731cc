import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Services } from './app.ts';
import type { Config } from './config.ts';
import { MAX_BATCH } from './core/ingest.ts';
import { createMarket, type Market } from './demo/market.ts';
import { registry } from './feeds/index.ts';
import { labelDataOrigin, readDataOrigin } from './postgres/store-label.ts';

/** The simulated market is the same on every machine. */
const SEED = 20260101;
const TICK_MS = 1_000;

/** A running demo market. */
export interface Demo {
  /** A key of each tier, by tier id. */
  readonly keys: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Fills the store with the simulated market and keeps it ticking. Refuses a store that holds other data. */
export async function startDemo(services: Services, config: Config, logger: Logger): Promise<Demo> {
  const { db, feeds, clock } = services;
  const origin = await readDataOrigin(db);
  const heads = await feeds.heads(registry.map(({ feed }) => feed));
  const holdsRecords = [...heads.values()].some((head) => head > 0n);
  if (origin === 'imported' || (origin === null && holdsRecords)) {
    throw new Error(
      'this store holds other data, which the simulated market would mix with; set DATA_DIR to an empty directory',
    );
  }
  await labelDataOrigin(db, 'simulated');
  const market = createMarket({ seed: SEED, now: clock.now() });
  await write(services, market.initial());
  const keys = await demoKeys(services, config);
  return { keys, stop: tickEvery(TICK_MS, services, market, logger) };
}

async function write({ ingest }: Services, batches: ReturnType<Market['initial']>): Promise<void> {
  for (const { feed, records } of batches) {
    for (let from = 0; from < records.length; from += MAX_BATCH) {
      await ingest.write(feed, records.slice(from, from + MAX_BATCH));
    }
  }
}

/** One tick after the other, never two at once. The result ends it and waits for the running one. */
function tickEvery(
  periodMs: number,
  services: Services,
  market: Market,
  logger: Logger,
): () => Promise<void> {
  let running = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = write(services, market.tick(services.clock.now()))
      .catch((err: unknown) => logger.warn({ err }, 'a tick of the simulated market was not written'))
      .finally(() => {
        busy = false;
      });
  }, periodMs);
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** Keys of the demo are kept in its data directory, so that a restart shows the same ones. */
async function demoKeys({ keys, keyAdmin }: Services, config: Config): Promise<ReadonlyMap<string, string>> {
  const path = join(config.dataDir, 'demo-keys.json');
  const kept = await readKept(path);
  const tokens = new Map<string, string>();
  for (const tier of config.tiers) {
    const token = kept[tier.id];
    const valid =
      token !== undefined &&
      (await keys.authenticate(token).then(
        () => true,
        () => false,
      ));
    const issue = () =>
      keyAdmin.create({ tier: tier.id, scope: 'read', name: `demo ${tier.id}`, expiresInMs: null });
    tokens.set(tier.id, valid ? token : (await issue()).token);
  }
  await writeFile(path, JSON.stringify(Object.fromEntries(tokens), null, 2), { mode: 0o600 });
  return tokens;
}

async function readKept(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>; // our own file
  } catch {
    return {}; // the first start, or a file that was damaged: new keys are issued
  }
}
