/** The service on an embedded store with some rows of every feed. A process of its own. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from '../../src/app/server.ts';
import { openServices } from '../../src/app/services.ts';
import { registry } from '../../src/feeds/index.ts';
import { createLogger } from '../../src/http/observability/log.ts';
import { sampleRecords } from '../../test/support/records.ts';
import { serveCalls } from '../calls.ts';
import { config, issueKey } from '../servers/rows.ts';
import type { Memory } from './process.ts';

const ROWS = 2_000;

const services = await openServices(config, createLogger('silent'));
// Nothing is written to a store that has them.
for (const { feed } of registry) await services.ingest.write(feed, sampleRecords(feed, ROWS));
const key = await issueKey(services);
const ingestKey = await issueKey(services, 'ingest');
const server = await createServer(services, config, {
  logger: createLogger('info'),
  version: 'bench',
  dataOrigin: null,
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

serveCalls(
  {
    address: () => ({ port: Number(new URL(url).port), key }),
    ingestKey: () => ingestKey,
    memory(): Memory {
      collectGarbage();
      const { rss, heapUsed, external } = process.memoryUsage();
      return { rss, used: heapUsed + external };
    },
  },
  async () => {
    await server.close();
    await services.close();
  },
);
