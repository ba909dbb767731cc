import { checkpoint, defineProvider } from '../sync/provider.ts';
import { readDownload } from '../sync/read-download.ts';
import { houseClerkFd } from './house-clerk-fd.ts';

/**
 * The Clerk publishes the index of a year as `{year}FD.zip` and replaces it as filings come in. It has no list of what it
 * published: a year is asked for by name, the newest first, and what did not change is not sent again.
 */
export const houseClerkProvider = defineProvider({
  name: houseClerkFd.name,
  description:
    'House Clerk: index of financial disclosures, of this year and the last or of those in "years"',
  feed: houseClerkFd.feed,
  defaultBaseUrl: 'https://disclosures-clerk.house.gov',
  everyMs: 6 * 3_600_000,
  minIntervalMs: 1_000,
  options: {
    years: { kind: 'list', description: 'years, 2008 or later', default: [], pattern: /^20\d\d$/ },
    path: {
      kind: 'text',
      description: 'path of the zip, or of the XML in it; {year} stands for the year',
      default: '/public_disc/financial-pdfs/{year}FD.zip',
      pattern: /^\//,
    },
  },
  async *items({ options, getIfChanged, now }) {
    const year = now().getUTCFullYear();
    const years = options.years.length > 0 ? options.years : [year, year - 1];
    const paths = new Set(years.map((one) => options.path.replaceAll('{year}', String(one))));
    for (const path of paths) {
      const answer = await getIfChanged(path, { expect: 'text' });
      if (answer !== null) yield* readDownload(houseClerkFd, answer);
      // Should the next year fail, this one need not be sent again.
      yield checkpoint({});
    }
  },
});
