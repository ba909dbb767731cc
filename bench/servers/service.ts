/** This service, all of it. Its argument says where its resolvers read from: the store, or `memory`. */

import { createServer } from '../../src/app/server.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { createLogger } from '../../src/http/observability/log.ts';
import { serveCalls } from '../calls.ts';
import { type Publication, publishAll } from '../published.ts';
import { config, issueKey, openRows, recordCommits } from './rows.ts';

const services = await openRows(process.argv[2]);
const server = await createServer(services, config, {
  logger: createLogger('info'),
  version: 'bench',
  dataOrigin: null,
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
const key = await issueKey(services);
const commit = recordCommits(services, signals);

serveCalls(
  {
    address: () => ({ port: Number(new URL(url).port), key }),
    publish: (publication: Publication) => publishAll(publication, commit),
  },
  async () => {
    await server.close();
    await services.close();
  },
);
