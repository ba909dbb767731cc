import { FetchError } from '../sync/fetch-error.ts';
import { checkpoint, defineProvider, type SyncItem } from '../sync/provider.ts';
import { readDownload } from '../sync/read-download.ts';
import { CONTACT, FAIR_ACCESS, NO_CONTACT, userAgent } from './fair-access.ts';
import { secTsv } from './sec-tsv.ts';

/**
 * The zips of the Insider Transactions Data Sets, oldest first: what was filed before `sec-current` ran. The SEC publishes
 * a quarter some weeks after its end, so the last one that ended may not be there yet.
 */
export const secQuarterly = defineProvider({
  ...FAIR_ACCESS,
  name: secTsv.name,
  description:
    'SEC: forms 4 and 5 of whole quarters (Insider Transactions Data Sets), of a year or from "since" on',
  everyMs: 24 * 3_600_000,
  options: {
    contact: CONTACT,
    since: {
      kind: 'text',
      description: 'first quarter to fetch, like 2024q1',
      default: null,
      pattern: /^20\d\dq[1-4]$/,
    },
    path: {
      kind: 'text',
      description: 'path of a zip; {quarter} stands for the quarter',
      default: '/files/structureddata/data/insider-transactions-data-sets/{quarter}_form345.zip',
      pattern: /^\//,
    },
  },
  userAgent,
  missing: ({ contact }) => (contact === null ? NO_CONTACT : null),
  async *items({ options, getIfChanged, now, signal }): AsyncGenerator<SyncItem> {
    const ended = endedQuarters(now());
    const quarters = ended.filter((quarter) => quarter >= (options.since ?? ended.at(-QUARTERS) ?? ''));
    for (const quarter of quarters) {
      try {
        const answer = await getIfChanged(options.path.replace('{quarter}', quarter), { expect: 'text' });
        for await (const item of answer === null ? [] : readDownload(secTsv, answer)) {
          signal.throwIfAborted(); // a quarter takes longer than a shutdown waits
          yield item;
        }
      } catch (error) {
        const isMissing = error instanceof FetchError && error.status === 404;
        if (!isMissing || quarter !== ended.at(-1)) throw error;
        yield { kind: 'noted', reason: 'the last quarter is not published yet' };
      }
      yield checkpoint({});
    }
  },
});

/** Fetched where nothing is configured. */
const QUARTERS = 4;
/** The first set the SEC publishes. */
const FIRST_YEAR = 2006;

/** The quarters that have ended, `2024q3`, oldest first. */
function endedQuarters(now: Date): readonly string[] {
  const count = (now.getUTCFullYear() - FIRST_YEAR) * 4 + Math.floor(now.getUTCMonth() / 3);
  return Array.from(
    { length: count },
    (_, index) => `${FIRST_YEAR + Math.floor(index / 4)}q${(index % 4) + 1}`,
  );
}
