import { downloadProvider } from '../sync/download-provider.ts';
import { legislators } from './legislators.ts';

export const legislatorsProvider = downloadProvider(legislators, {
  description: 'unitedstates project: members of Congress with party and state',
  defaultBaseUrl: 'https://unitedstates.github.io',
  everyMs: 24 * 3_600_000,
  path: '/congress-legislators/legislators-current.yaml',
});
