/**
 * A server with one route that does nothing, on the ledger its argument names: `memory`, `store` or `redis`. Tells its
 * parent its URL and a key, and on every message the CPU time it has used. `DATA_DIR` and `REDIS_URL` as ever.
 */
import { pino } from 'pino';
import { openServices, systemClock } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createQuota } from '../src/core/quota.ts';
import { DEFAULT_TIERS, type Tier } from '../src/core/tiers.ts';
import type { Surface } from '../src/http/request.ts';
import { createHttpServer } from '../src/http/server.ts';
import { type RunningLedger, startLedger } from '../src/ledger.ts';
import { createMemoryLedger } from '../src/memory/ledger.ts';

const PER_MINUTE = 10_000_000;

const tiers = DEFAULT_TIERS.map(
  (tier): Tier => ({ ...tier, requestsPerMinute: PER_MINUTE, requestsPerDay: PER_MINUTE * 100 }),
);

const nothing: Surface = {
  name: 'nothing',
  async register(app) {
    app.get('/api/v1/nothing', { config: { access: 'key' } }, async () => ({ ok: true }));
  },
};

const kind = process.argv[2];
const logger = pino({ level: 'silent' });
const config = { ...readConfig(kind === 'redis' ? process.env : { ...process.env, REDIS_URL: '' }), tiers };
const services = await openServices(config, logger);
const running: Pick<RunningLedger, 'ledger' | 'close'> =
  kind === 'memory'
    ? { ledger: createMemoryLedger(), close: async () => undefined }
    : startLedger(services, config, logger);

const { keys, health } = services;
const server = await createHttpServer({
  surfaces: [nothing],
  keys,
  tiers,
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
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
const { token } = await services.keyAdmin.create({
  tier: 'quant',
  scope: 'read',
  name: 'bench',
  expiresInMs: null,
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000 });
});
process.once('SIGTERM', async () => {
  await server.close();
  await running.close();
  await services.close();
  process.exit(0);
});
process.send?.({ url, token });
