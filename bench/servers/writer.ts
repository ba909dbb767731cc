/** Commits to the store that the service serves, as an importer beside it does. A process of its own. */
import { openServices } from '../../src/app.ts';
import { createLogger } from '../../src/http/log.ts';
import { serveCalls } from '../calls.ts';
import { type Publication, publishAll } from '../published.ts';
import { config, signalCommits } from './rows.ts';

const services = await openServices(config, createLogger('silent'));
const commit = signalCommits(services, 50_000);

serveCalls({ publish: (publication: Publication) => publishAll(publication, commit) }, () =>
  services.close(),
);
