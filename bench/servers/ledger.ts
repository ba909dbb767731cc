/**
 * A server with one route that does nothing, on the ledger its argument names: `memory`, `store` or `redis`, whose URL
 * is the second.
 */
import { pino } from 'pino';
import { type RunningLedger, startLedger } from '../../src/app/ledger.ts';
import { openServices, systemClock } from '../../src/app/services.ts';
import { createKeyWatch } from '../../src/core/keys/key-watch.ts';
import { createQuota } from '../../src/core/quota/quota.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { Surface } from '../../src/http/surface.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { serveCalls } from '../calls.ts';
import { issueKey, config as plenty } from './rows.ts';

const nothing: Surface = {
  name: 'nothing',
  async register(app) {
    app.get('/api/v1/nothing', { config: { access: 'key' } }, async () => ({ ok: true }));
  },
};

const [kind, redisUrl = null] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const config = { ...plenty, redisUrl };
const services = await openServices(config, logger);
const running: Pick<RunningLedger, 'ledger' | 'close'> =
  kind === 'memory'
    ? { ledger: createMemoryLedger(), close: async () => undefined }
    : startLedger(services, config, logger);

const { keys, health } = services;
const server = await createHttpServer({
  surfaces: [nothing],
  keys,
  keyWatch: createKeyWatch(keys, () => undefined),
  tiers: config.tiers,
  quota: createQuota({ ledger: running.ledger, clock: systemClock }),
  health,
  clock: systemClock,
  logger,
  trustProxyHops: 0,
  corsOrigins: null,
  openFeedsPerMinute: 1,
  cacheBytes: 0,
  metricsPort: null,
  dataOrigin: null,
  isOwnHost: () => true,
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
const key = await issueKey(services);

serveCalls({ address: () => ({ port: Number(new URL(url).port), key }) }, async () => {
  await server.close();
  await running.close();
  await services.close();
});
