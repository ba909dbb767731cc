/** This service, all of it. Its argument says where its resolvers read from: the store, or `memory`. */
import { createLogger } from '../../src/http/log.ts';
import { createServer } from '../../src/server.ts';
import { nowMs, serveCalls } from '../calls.ts';
import { type Published, signalIn } from '../published.ts';
import { config, issueKey, openRows } from './rows.ts';

const services = await openRows(process.argv[2]);
const server = await createServer(services, config, {
  logger: createLogger('info'),
  version: 'bench',
  dataOrigin: null,
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
const key = await issueKey(services);
let state = 0;

serveCalls(
  {
    address: () => ({ port: Number(new URL(url).port), key }),
    /** Commits so many events at once. */
    async publish(events: number): Promise<Published> {
      state += 1;
      const publishedAtMs = nowMs();
      const lines = Array.from({ length: events }, (_, index) => ({
        line: index + 1,
        value: signalIn(index, state),
      }));
      await services.ingest.ingest('trade-feed', lines);
      return { publishedAtMs };
    },
  },
  async () => {
    await server.close();
    await services.close();
  },
);
