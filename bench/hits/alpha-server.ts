/** The service itself, on an embedded store with some rows. A process of its own; it ends with SIGTERM. */
import { openServices } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { DEFAULT_TIERS } from '../../src/core/tiers.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { createLogger } from '../../src/http/log.ts';
import { createServer } from '../../src/server.ts';
import { sampleRecords } from '../../test/support/records.ts';
import { serveBench } from './process.ts';

const plenty = { requestsPerMinute: 10_000_000, requestsPerDay: 1_000_000_000 };
const config = { ...readConfig(process.env), tiers: DEFAULT_TIERS.map((tier) => ({ ...tier, ...plenty })) };
const services = await openServices(config, createLogger('silent'));
await services.ingest.write(signals, sampleRecords(signals, 500));
const logger = createLogger('info');
const server = await createServer(services, config, { logger, version: 'bench', dataOrigin: null });
const url = await server.listen({ host: '127.0.0.1', port: 0 });
const made = await services.keyAdmin.create({
  tier: 'quant',
  scope: 'read',
  name: 'bench',
  expiresInMs: null,
});
process.once('SIGTERM', async () => {
  await server.close();
  await services.close();
  process.exit(0);
});
serveBench({ url, key: made.token });
