/** Commits to the store that servers follow, as an importer beside them does. A process of its own. */
import { openServices } from '../../src/app.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { createLogger } from '../../src/http/log.ts';
import { serveCalls } from '../calls.ts';
import { type CommitsTo, type Publication, publishAll } from '../published.ts';
import { config, recordCommits, signalCommits } from './rows.ts';

const services = await openServices(config, createLogger('silent'));
const commits = new Map([[signals.module, signalCommits(services, 50_000)]]);
const commitTo = (module: string) => {
  const commit = commits.get(module) ?? recordCommits(services, services.ingest.feedOf(module));
  commits.set(module, commit);
  return commit;
};

serveCalls(
  {
    publish: ({ module, ...publication }: Publication & CommitsTo) =>
      publishAll(publication, commitTo(module)),
  },
  () => services.close(),
);
