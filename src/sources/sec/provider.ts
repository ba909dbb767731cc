import { cursorInstant } from '../sync/cursor-time.ts';
import { firstPages, pagesByOffset } from '../sync/paging.ts';
import { type Cursor, defineProvider, type SyncContext } from '../sync/provider.ts';
import { CONTACT, FAIR_ACCESS, NO_CONTACT, userAgent } from './fair-access.ts';
import { type CurrentFiling, distinctFilings, parseGetcurrent } from './getcurrent.ts';
import { paperFilings } from './paper-filings.ts';
import { parseSubmissions } from './submissions.ts';
import { fetchDocuments } from './submissions-documents.ts';

/** Forms with transactions; form 3 reports none. */
const FORMS: ReadonlySet<string> = new Set(['4', '4/A', '5', '5/A']);

/** The feed of what was filed just now, then the full submission of each new filing. */
export const secCurrent = defineProvider({
  ...FAIR_ACCESS,
  name: 'sec-current',
  description: 'SEC EDGAR: forms 4 and 5 as they are filed (current filings feed)',
  everyMs: 60_000,
  options: { contact: CONTACT },
  userAgent,
  missing: ({ contact }) => (contact === null ? NO_CONTACT : null),
  async *items(context) {
    const { cursor } = context;
    const since = cursorInstant(cursor, 'updated', context.now()) ?? '';
    const seen = new Set((cursor.seen ?? '').split(' '));
    const entries: CurrentFiling[] = [];
    for (const form of ['4', '5']) {
      const isReached = yield* collectFeed(context, form, since, entries);
      if (!isReached && since !== '') yield { kind: 'noted', reason: GAP };
    }
    const fresh = distinctFilings(entries, FORMS).filter(({ updatedAt, accession }) => {
      const at = updatedAt.toISOString();
      return at > since || (at === since && !seen.has(accession));
    });
    yield* fetchDocuments(context, fresh, (done) => {
      const updated = done.at(-1)?.updatedAt.toISOString() ?? since;
      const atOnce = done.filter((one) => one.updatedAt.toISOString() === updated);
      // Another filing accepted in the same second may show up in the feed later.
      const known = updated === since ? [...seen] : [];
      return { updated, seen: [...known, ...atOnce.map((one) => one.accession)].join(' ').trim() };
    });
  },
});

const GAP =
  'the feed does not reach back to the last filing seen: fetch what is missing with sec-submissions or sec-tsv';

/** Whether the feed, newest first, reached back to what was seen before. */
async function* collectFeed(
  { get }: SyncContext,
  form: string,
  since: string,
  entries: CurrentFiling[],
): AsyncGenerator<never, boolean> {
  const pages = pagesByOffset(
    (start) =>
      get('/cgi-bin/browse-edgar', {
        expect: 'text',
        query: { action: 'getcurrent', type: form, owner: 'include', count: PAGE, start, output: 'atom' },
      }),
    {
      pageSize: PAGE,
      maxPages: MAX_PAGES,
      entries: ({ text, url }) => parseGetcurrent(text, url),
      idOf: ({ accession, path }) => `${accession} ${path}`,
    },
  );
  let isQuiet = true;
  for await (const page of firstPages(MAX_PAGES, pages)) {
    isQuiet = false;
    entries.push(...page.entries);
    if (page.entries.some(({ updatedAt }) => updatedAt.toISOString() < since)) return true;
  }
  return isQuiet;
}

const PAGE = 100;
/** Of the feed; every filing is in it for its issuer and for each owner. */
const MAX_PAGES = 50;

/** The filings of named companies and people. */
export const secSubmissions = defineProvider({
  ...FAIR_ACCESS,
  name: 'sec-submissions',
  description: 'SEC EDGAR: forms 4 and 5 of the companies and people in "ciks"',
  everyMs: 6 * 3_600_000,
  options: {
    contact: CONTACT,
    ciks: {
      kind: 'list',
      description: 'CIK numbers of issuers or owners',
      default: [],
      pattern: /^\d{1,10}$/,
    },
    since: {
      kind: 'text',
      description: 'first day to fetch, YYYY-MM-DD',
      default: null,
      pattern: /^\d{4}-\d\d-\d\d$/,
    },
  },
  userAgent,
  missing({ contact, ciks }) {
    if (contact === null) return NO_CONTACT;
    return ciks.length === 0 ? 'set its "ciks" in SOURCES_FILE: the companies and people to follow' : null;
  },
  async *items(context) {
    const { options, get } = context;
    let cursor: Cursor = context.cursor;
    for (const cik of options.ciks) {
      const key = cik.padStart(10, '0');
      // Not conditional: a list that did not change may still have documents that a failed run did not get to.
      const answer = await get(`https://data.sec.gov/submissions/CIK${key}.json`);
      const { filings, hasOlder } = parseSubmissions(answer.json, answer.url);
      const from = cursorInstant(cursor, key, context.now()) ?? options.since ?? '';
      const fresh = filings.filter(({ form, acceptedAt }) => FORMS.has(form) && acceptedAt > from);
      if (hasOlder && cursor[key] === undefined) yield { kind: 'noted', reason: OLDER };
      const paper = fresh.filter((filing) => !filing.isXml);
      if (paper.length > 0) {
        const listed = paper.map((filing) => ({ at: filing.accession, raw: filing }));
        yield* paperFilings.parse(answer.url, listed);
      }
      const documents = fresh.filter((filing) => filing.isXml);
      yield* fetchDocuments(context, documents, (done) => {
        cursor = { ...cursor, [key]: done.at(-1)?.acceptedAt ?? from };
        return cursor;
      });
    }
  },
});

const OLDER = 'older filings of this CIK are in further files: import them with sec-tsv';
