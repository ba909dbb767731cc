import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isObject } from '../../feed/json.ts';
import { congress } from '../../feeds/congress/feed.ts';
import { entryParser, numbered } from '../entry-parser.ts';
import { type Format, type Item, type References, type Rejection, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { parseUsDay } from './us-day.ts';

/**
 * Kind of the references this format emits. The key is the Clerk's DocID, which is also the name of the PDF, and the day it
 * was filed: `20026750/2025-02-11`; a number that is listed twice with different days keeps both, see `filingsByDocument`.
 */
export const HOUSE_PTR = 'house-ptr';

/** What the Clerk's index says of one periodic transaction report. */
export interface HousePtr {
  /** Day the Clerk received it, as a local date-time. */
  readonly filing_date: string;
  /** `First Last Suffix`, as spelled there. */
  readonly filer: string;
  /** State and district, `MO04`; at-large districts and delegates have `00`. */
  readonly state_dst: string;
  /** The Clerk's letter for the kind of filing: P. Missing in references from before it was kept. */
  readonly filing_type?: string;
}

/**
 * The reports of the index by document number, the first filed of each number first. What a later capture of the index no
 * longer lists stays, for the public has seen it.
 */
export function filingsByDocument(references: References): ReadonlyMap<string, readonly HousePtr[]> {
  const entries = [...(references.get(HOUSE_PTR) ?? [])] as [string, HousePtr][]; // as this format makes them
  entries.sort(([, one], [, other]) => (one.filing_date < other.filing_date ? -1 : 1));
  const byDocument = Map.groupBy(entries, ([key]) => key.replace(/\/.*$/, ''));
  return new Map([...byDocument].map(([document, found]) => [document, found.map(([, ptr]) => ptr)]));
}

const memberParser = entryParser({
  name: 'house-clerk-fd',
  version: 2,
  feed: congress,
  captures: 'state',
  read: (member, { file, at }) => [clerkItem(member, file, at)],
});

/** The index of filings, not of trades: it says when a report was filed. Report texts are the PDFs it names. */
export const houseClerkFd: Format = {
  name: 'house-clerk-fd',
  description: 'House Clerk: yearly index of financial disclosures ({year}FD.zip, or the XML in it)',
  feed: congress,
  async *read(files) {
    for (const file of files) {
      const members = membersOf(await readText(file, IN_ZIP), file);
      yield* memberParser.parse(file, numbered('Member', members));
    }
  },
  parsers: [memberParser],
};

/** The archive holds the same index as XML and as text. */
const IN_ZIP = { inZip: /(?:^|\/)\d{4}FD\.xml$/i };

type Member = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: true,
  // DocIDs and districts are texts: `00` must stay `00`.
  parseTagValue: false,
  isArray: (name) => name === 'Member',
});

function membersOf(xml: string, file: string): readonly unknown[] {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new SourceError(`${file}: line ${valid.err.line}: ${valid.err.msg}`);
  const root: unknown = (parser.parse(xml) as Member).FinancialDisclosure; // the parser answers an object
  if (root === undefined)
    throw new SourceError(`${file}: has no <FinancialDisclosure>; it is no {year}FD.xml`);
  if (!isObject(root)) return [];
  return Array.isArray(root.Member) ? root.Member : [];
}

/** What a `Member` of the index becomes. */
export function clerkItem(member: unknown, file: string, at: string): Item {
  const reject = (field: string | null, reason: string): Rejection => {
    return { kind: 'rejected', file, at, field, reason, raw: member };
  };
  if (!isObject(member)) return reject(null, 'not a filing');
  const type = textOf(member, 'FilingType');
  if (type === '') return reject('FilingType', 'no filing type');
  if (type !== 'P') return { kind: 'skipped', reason: `not a transaction report (filing type ${type})` };
  const document = textOf(member, 'DocID');
  if (document === '') return reject('DocID', 'no document number');
  const date = textOf(member, 'FilingDate');
  if (date === '') return { kind: 'skipped', reason: 'no filing date yet' };
  const filedOn = parseUsDay(date);
  if (filedOn === null) return reject('FilingDate', 'filing date is not a date');
  const filer = ['First', 'Last', 'Suffix'].map((part) => textOf(member, part)).filter((part) => part !== '');
  const value: HousePtr = {
    filing_date: filedOn,
    filer: filer.join(' '),
    state_dst: textOf(member, 'StateDst'),
    filing_type: type,
  };
  return { kind: 'reference', reference: HOUSE_PTR, key: `${document}/${filedOn.slice(0, 10)}`, value };
}

function textOf(member: Member, name: string): string {
  const value = member[name];
  return typeof value === 'string' ? value.trim() : '';
}
