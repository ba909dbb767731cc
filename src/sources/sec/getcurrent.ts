import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isObject } from '../../feed/json.ts';
import { SourceError } from '../format.ts';
import { isAccession } from './native-text.ts';

/** An entry of EDGAR's feed of current filings. A filing has one for its issuer and one for each reporting owner. */
export interface CurrentFiling {
  readonly accession: string;
  /** `4`, `4/A`; the feed matches by prefix, so `424B2` comes with a query for 4. */
  readonly form: string;
  /** When it was accepted. */
  readonly updatedAt: Date;
  /** Path of the full submission text file. */
  readonly path: string;
}

/**
 * The entries of one page of `/cgi-bin/browse-edgar?action=getcurrent&output=atom`, newest first. `url` names the page in
 * errors. An entry that is none throws too: a feed that changed its format must not look like a quiet day.
 */
export function parseGetcurrent(xml: string, url: string): readonly CurrentFiling[] {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new SourceError(`${url}: line ${valid.err.line}: ${valid.err.msg}`);
  const { feed }: { readonly feed?: unknown } = parser.parse(xml);
  if (feed === undefined) throw new SourceError(`${url}: has no <feed>; it is no Atom feed`);
  const entries = isObject(feed) && Array.isArray(feed.entry) ? feed.entry : [];
  return entries.map((entry: unknown, index) => filingOf(entry, `${url}: entry ${index + 1}`));
}

/** Filings of these forms once each, oldest first: the order in which a cursor can follow them. */
export function distinctFilings(
  entries: Iterable<CurrentFiling>,
  forms: ReadonlySet<string>,
): readonly CurrentFiling[] {
  const byAccession = new Map<string, CurrentFiling>();
  for (const entry of entries) {
    if (forms.has(entry.form) && !byAccession.has(entry.accession)) byAccession.set(entry.accession, entry);
  }
  return [...byAccession.values()].sort(
    (a, b) => a.updatedAt.getTime() - b.updatedAt.getTime() || (a.accession < b.accession ? -1 : 1),
  );
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'entry',
});

function filingOf(entry: unknown, where: string): CurrentFiling {
  if (!isObject(entry)) throw new SourceError(`${where} is empty`);
  const accession = /accession-number=(\S+)$/.exec(textOf(entry.id))?.[1] ?? '';
  if (!isAccession(accession)) throw new SourceError(`${where}: <id> holds no accession number`);
  const form = attribute(entry.category, 'term');
  if (form === '') throw new SourceError(`${where}: <category> has no term`);
  const updatedAt = new Date(textOf(entry.updated));
  if (Number.isNaN(updatedAt.getTime())) throw new SourceError(`${where}: <updated> is not a time`);
  const folder = /\/Archives\/edgar\/data\/\d+\/\d{18}\//.exec(attribute(entry.link, 'href'))?.[0];
  if (folder === undefined) throw new SourceError(`${where}: <link> leads to no filing`);
  return { accession, form, updatedAt, path: `${folder}${accession}.txt` };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function attribute(value: unknown, name: string): string {
  return isObject(value) ? textOf(value[`@${name}`]) : '';
}
