import { insiderFilings } from '../../feeds/insider/feed.ts';

/**
 * The SEC allows ten requests a second per address and wants to know whom to write to
 * (www.sec.gov/os/accessing-edgar-data); each of the three providers stays below a third of it, so that all may run at once.
 */
export const FAIR_ACCESS = {
  feed: insiderFilings,
  defaultBaseUrl: 'https://www.sec.gov',
  minIntervalMs: 330,
} as const;

export const CONTACT = {
  kind: 'text',
  description: 'name and e-mail address for the User-Agent, which the SEC asks for',
  default: null,
  pattern: /^[\x20-\x7e]*\S+@\S+\.\S+[\x20-\x7e]*$/,
} as const;

export const userAgent = ({ contact }: { readonly contact: string | null }) =>
  `alpha-data ${contact ?? ''}`.trim();
export const NO_CONTACT =
  'set its "contact" in SOURCES_FILE: the SEC answers only clients that name an e-mail address';
