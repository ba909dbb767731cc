import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Services } from '../app/services.ts';
import type { Config } from '../config.ts';
import { allFeeds } from '../feeds/index.ts';
import {
  labelDataOrigin,
  labelSimulatedUntil,
  readDataOrigin,
  readSimulatedUntil,
} from '../postgres/stores/store-label.ts';
import { importAnswers, removeStale } from './import-simulated.ts';
import { createMarket } from './market.ts';

/** The simulated market is the same on every machine. */
const SEED = 20260101;
const TICK_MS = 1_000;
/** How often it is put down how far the market is, and what nothing needs any more is forgotten. */
const SETTLE_MS = 60_000;

/** A running demo market. */
export interface Demo {
  /** A key of each tier, by tier id. */
  readonly keys: ReadonlyMap<string, string>;
  /** The key of the last tier, which GraphiQL starts with: there is nothing to protect but the simulated market. */
  readonly pageKey: string | undefined;
  stop(): Promise<void>;
}

/** Marks a store as the simulated market's. Refuses one that holds other data. */
export async function claimForDemo({ db, feeds }: Services): Promise<void> {
  const origin = await readDataOrigin(db);
  const heads = await feeds.heads(allFeeds);
  const holdsRecords = [...heads.values()].some((head) => head > 0n);
  if (origin === 'imported' || (origin === null && holdsRecords)) {
    throw new Error(
      'this store holds other data, which the simulated market would mix with; set DATA_DIR to an empty directory',
    );
  }
  await labelDataOrigin(db, 'simulated');
}

/** Fills the store of `markedAsSimulated` services with the simulated market and keeps it ticking. */
export async function startDemo(services: Services, config: Config, logger: Logger): Promise<Demo> {
  const advance = createAdvance(services, await readSimulatedUntil(services.db));
  await advance();
  const keys = await demoKeys(services, config);
  return { keys, pageKey: [...keys.values()].at(-1), stop: keepTicking(advance, logger) };
}

/** Brings the store from where it is up to the clock. What failed is tried again by the next call. */
function createAdvance(services: Services, until: Date | null): () => Promise<void> {
  const market = createMarket(SEED);
  let lastMs = until?.getTime() ?? Number.NEGATIVE_INFINITY;
  let settledMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = services.clock.now().getTime();
    if (nowMs <= lastMs) return; // the clock was set back
    await importAnswers(services, market, lastMs, nowMs);
    lastMs = nowMs;
    if (nowMs - settledMs < SETTLE_MS) return;
    await removeStale(services, nowMs);
    await labelSimulatedUntil(services.db, new Date(nowMs));
    settledMs = nowMs;
  };
}

/** One tick after the other, never two at once. The result ends it and waits for the running one. */
function keepTicking(advance: () => Promise<void>, logger: Logger): () => Promise<void> {
  let running = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = advance()
      .catch((err: unknown) => logger.warn({ err }, 'a tick of the simulated market was not written'))
      .finally(() => {
        busy = false;
      });
  }, TICK_MS);
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
  await mkdir(config.dataDir, { recursive: true }); // the store may be elsewhere
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
