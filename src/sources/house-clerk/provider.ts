import { downloadProvider } from '../sync/download-provider.ts';
import { houseClerkFd } from './house-clerk-fd.ts';

/** The Clerk publishes the index inside `{year}FD.zip`; archives are not read, so it needs a place that has the XML. */
export const houseClerkProvider = downloadProvider(houseClerkFd, {
  description: 'House Clerk: index of financial disclosures, from where {year}FD.xml is served unpacked',
  defaultBaseUrl: 'https://disclosures-clerk.house.gov',
  everyMs: 24 * 3_600_000,
  path: null,
  missing:
    'set its "base_url" and "path" in SOURCES_FILE to a place that serves {year}FD.xml: the Clerk publishes a zip',
});
