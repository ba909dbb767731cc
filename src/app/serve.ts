import type { SyncChoice } from '../cli/context.ts';
import type { Output } from '../cli/output.ts';
import type { Config } from '../config.ts';
import { claimForDemo, type Demo, startDemo } from '../demo/demo.ts';
import { markedAsSimulated } from '../demo/import-simulated.ts';
import { expectFree } from '../http/connection/listen.ts';
import { createLogger } from '../http/observability/log.ts';
import { deriveAgain } from '../ingestion/derive-again.ts';
import { loadSite } from '../pages/load-site.ts';
import { SERVING_WAITS } from '../postgres/connection/database.ts';
import { readDataOrigin } from '../postgres/stores/store-label.ts';
import { startCaptureRetention } from './capture-retention.ts';
import { startFiles } from './files/files.ts';
import { startHistoryThinning } from './history-thinning.ts';
import { createServer } from './server.ts';
import { openServices, type Services, systemClock } from './services.ts';
import { createSynchroniser } from './sync.ts';
import { loadSources } from './sync-settings.ts';

/** Whoever stops a service kills it after ten seconds. */
const STOP_MS = 8_000;

/**
 * Serves until SIGTERM or SIGINT, then stops in order: no new requests, the market, the store. What a store that does not
 * answer keeps from ending is left to it, with exit code 1.
 */
export async function serve(
  config: Config,
  options: {
    readonly demo: boolean;
    readonly sync: SyncChoice;
    readonly output: Output;
    readonly version: string;
  },
): Promise<void> {
  const logger = createLogger(config.logLevel);
  const { host, port, metricsPort } = config;
  await expectFree({ host, port, portVariable: 'PORT' });
  if (metricsPort !== null) await expectFree({ host, port: metricsPort, portVariable: 'METRICS_PORT' });
  const stopping = new AbortController();
  let overdue: NodeJS.Timeout | undefined;
  const signalled = endSignal().then((signal) => {
    logger.info({ signal }, 'stopping');
    overdue = setTimeout(() => {
      logger.error('not everything ended in time');
      process.exit(1);
    }, STOP_MS);
    // Ends the start of an embedded store that is under way, so that no PostgreSQL is left running.
    stopping.abort(new Error(`stopped by ${signal}`));
  });
  const { signal } = stopping;
  const opening = openServices(config, logger, systemClock, { waits: SERVING_WAITS, signal });
  const opened = await opening.catch((error: unknown) => {
    clearTimeout(overdue);
    throw error;
  });
  try {
    if (options.demo && options.sync !== null) throw new Error('--sync and --demo exclude each other');
    if (options.demo) await claimForDemo(opened);
    const dataOrigin = await readDataOrigin(opened.db);
    const isSimulated = dataOrigin === 'simulated';
    const services = isSimulated ? markedAsSimulated(opened) : opened;
    const demo = options.demo ? await startDemo(services, config, logger) : null;
    const synchroniser = createSynchroniser(services, {
      settings: loadSources(config.sourcesFile),
      dataDir: config.dataDir,
    });
    const { version } = options;
    const pageKey = demo?.pageKey;
    const site = await loadSite(logger, { demoKey: pageKey, isSimulated, contactUrl: config.contactUrl });
    const wiring = { logger, version, dataOrigin, synchroniser, pageKey, site };
    const server = await createServer(services, config, wiring);
    const scheduler = options.sync === null ? null : await synchroniser.start(options.sync, logger);
    const retention = startCaptureRetention(services, { days: config.captureRetentionDays, logger });
    const files = config.files && startFiles(services, config.files, logger);
    const thinning = startHistoryThinning(services, { plan: config.historyThinning, logger });
    let derivingAgain: Promise<void> | undefined;
    try {
      const address = await server.listen({ host, port });
      const url = config.publicUrl ?? address;
      if (demo) options.output.note(welcome(url, demo));
      logger.info({ url, demo: options.demo }, 'listening');
      derivingAgain = bringUpToDate(services, logger, signal);
      await signalled;
    } finally {
      await Promise.all([
        demo?.stop(),
        scheduler?.stop(),
        retention.stop(),
        thinning.stop(),
        files?.stop(),
        derivingAgain,
      ]);
      await server.close();
    }
  } finally {
    await opened.close();
    clearTimeout(overdue);
  }
}

/** Derives what an earlier version derived, while the server serves; the next start begins where this one failed. */
async function bringUpToDate(
  services: Services,
  logger: ReturnType<typeof createLogger>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { engines, counts } = await deriveAgain(services, { signal });
    if (engines.length > 0) logger.info({ engines, ...counts, ended: signal.aborted }, 'derived again');
  } catch (error) {
    logger.error({ err: error }, 'deriving again failed; the next start tries it once more');
  }
}

function endSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

function welcome(url: string, { keys }: Demo): string {
  const width = Math.max(...[...keys.keys()].map((tier) => tier.length));
  return `
Alpha Data with a SIMULATED market: nothing here is real.

  Dashboard   ${url}/
  GraphiQL    ${url}/graphql  (with the last of these keys; its tab Live shows the market move)
  REST        ${url}/api/v1/trade-feed
  Reference   ${url}/docs
  Schema      ${url}/schema.graphql

One key for each tier, for the header X-API-Key:

${[...keys].map(([tier, key]) => `  ${tier.padEnd(width)}  ${key}`).join('\n')}
`;
}
