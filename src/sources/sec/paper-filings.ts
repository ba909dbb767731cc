import { insiderFilings } from '../../feeds/insider/feed.ts';
import { entryParser } from '../entry-parser.ts';
import type { ListedFiling } from './submissions.ts';

/** Filings in the list of a company or a person that have no XML to be fetched: what the list says of them is all. */
export const paperFilings = entryParser<ListedFiling>({
  name: 'sec-paper-filings',
  version: 1,
  feed: insiderFilings,
  captures: 'state',
  read: () => [{ kind: 'skipped', reason: 'filed on paper or as text, not as XML' }],
});
