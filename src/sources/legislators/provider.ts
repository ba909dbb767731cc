import { downloadProvider } from '../sync/download-provider.ts';
import { defineProvider } from '../sync/provider.ts';
import { readDownload } from '../sync/read-download.ts';
import { committees } from './committees.ts';
import { legislators } from './legislators.ts';
import { legislatorsHistorical } from './legislators-historical.ts';

const UNITED_STATES = {
  defaultBaseUrl: 'https://unitedstates.github.io',
  everyMs: 24 * 3_600_000,
} as const;

export const legislatorsProvider = downloadProvider(legislators, {
  ...UNITED_STATES,
  description: 'unitedstates project: members of Congress with party and state',
  path: '/congress-legislators/legislators-current.yaml',
});

export const legislatorsHistoricalProvider = downloadProvider(legislatorsHistorical, {
  ...UNITED_STATES,
  description: 'unitedstates project: former members of Congress with party and state',
  path: '/congress-legislators/legislators-historical.json',
});

/** Two files: the committees, and who sits on them. */
export const committeesProvider = defineProvider({
  ...UNITED_STATES,
  name: committees.name,
  description: 'unitedstates project: committees of Congress and their members',
  feed: committees.feed,
  minIntervalMs: 1_000,
  options: {
    paths: {
      kind: 'list',
      description: 'paths of the files',
      default: [
        '/congress-legislators/committees-current.json',
        '/congress-legislators/committee-membership-current.json',
      ],
      pattern: /^\//,
    },
  },
  async *items({ options, getIfChanged }) {
    for (const path of options.paths) {
      const answer = await getIfChanged(path, { expect: 'text' });
      if (answer !== null) yield* readDownload(committees, answer);
    }
  },
});
