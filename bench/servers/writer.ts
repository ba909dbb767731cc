/** Commits to the store that servers follow, as an importer beside them does. A process of its own. */
import { openServices } from '../../src/app/services.ts';
import { createLogger } from '../../src/http/observability/log.ts';
import { sampleRecords } from '../../test/support/records.ts';
import { serveCalls } from '../calls.ts';
import { type CommitsTo, type Publication, publishAll } from '../published.ts';
import { config, recordCommits } from './rows.ts';

const ROWS = 500;
/** Behind those of servers that commit themselves. */
const FIRST_STATE = 50_000;

const services = await openServices(config, createLogger('silent'));
const commits = new Map<string, (events: number) => Promise<unknown>>();
const commitTo = (module: string) => {
  const commit = commits.get(module) ?? recordCommits(services, services.ingest.feedOf(module), FIRST_STATE);
  commits.set(module, commit);
  return commit;
};

serveCalls(
  {
    /** Makes the tables of these modules as large as each other: what a commit costs depends on it. */
    async fill(modules: readonly string[]) {
      for (const module of modules) {
        const feed = services.ingest.feedOf(module);
        await services.ingest.write(feed, sampleRecords(feed, ROWS));
      }
    },
    publish: ({ module, ...publication }: Publication & CommitsTo) =>
      publishAll(publication, commitTo(module)),
  },
  () => services.close(),
);
