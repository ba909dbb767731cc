import { createHash } from 'node:crypto';
import { insiderFilings } from '../../feeds/insider/feed.ts';
import { captureMark, textEntry } from '../captured.ts';
import { type Format, type ImportOptions, type Item, type Parser, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { isoDay } from './day.ts';
import { filedAtOption } from './filed.ts';
import { holdingItems, periodProblem } from './holding-input.ts';
import { notesOf, SKIPPED } from './left-out.ts';
import { ownershipFiling } from './ownership-filing.ts';
import { ownershipTransaction } from './ownership-transaction.ts';
import { element, elements, parseOwnershipXml, type XmlNode } from './ownership-xml.ts';
import { type Problem, problem, rejected } from './problem.ts';
import { readEach } from './read-each.ts';
import { readSubmissionHeader } from './submission-header.ts';
import { type Filing, transactionRecord } from './transaction-record.ts';

const FORM = { name: 'sec-ownership', version: 2, captures: 'state' } as const;

/** Reads forms again, each of which is a capture of its own. */
const formParser: Parser = {
  ...FORM,
  feed: insiderFilings,
  async *reread({ place, context: { filedAt }, entries }) {
    const options = typeof filedAt === 'string' ? { filedAt: new Date(filedAt) } : {};
    for await (const { content } of entries) yield* parseOwnershipForm(content, place, options);
  },
};

/**
 * Forms 3, 4 and 5 as EDGAR serves them. One file is one form: bare `ownershipDocument` XML, a full submission `.txt`
 * or a PDS `.nc`. Memory is bounded by the largest file.
 *
 * A file without an ownership document is refused as `readEach` says; one with a broken document is a rejection.
 */
export const secOwnership: Format = {
  name: 'sec-ownership',
  description: 'SEC EDGAR forms 3, 4 and 5: ownership XML (.xml), full submissions (.txt), PDS files (.nc)',
  feed: insiderFilings,
  read: (files, options) =>
    readEach(
      files,
      (file) => file,
      async function* (file) {
        yield* parseOwnershipForm(await readText(file), file, options);
      },
    ),
  parsers: [formParser],
};

/** One form from its text; `file` names it in rejections. Throws `SourceError` for text without an ownership document. */
export function* parseOwnershipForm(
  text: string,
  file: string,
  { filedAt }: Pick<ImportOptions, 'filedAt'>,
): Generator<Item> {
  const document = readDocument(file, text, filedAt ?? null);
  yield captureMark(FORM, file, filedAt ? { filedAt: filedAt.toISOString() } : {});
  yield textEntry('document', text);
  if (!document.ok) {
    yield rejected(file, 'document', document, text);
    return;
  }
  const { filing, root } = document;
  const nonDerivative = element(root, 'nonDerivativeTable');
  const derivative = element(root, 'derivativeTable');
  const holdings = [
    { name: 'nonDerivativeHolding', line: 'nd', rows: elements(nonDerivative, 'nonDerivativeHolding') },
    { name: 'derivativeHolding', line: 'd', rows: elements(derivative, 'derivativeHolding') },
  ] as const;
  const fault = periodProblem(filing, 'periodOfReport');
  for (const { name, line, rows } of holdings) {
    for (const [index, row] of rows.entries()) {
      if (fault) yield rejected(file, `${name} ${index + 1}`, fault, row);
      else yield* holdingItems(filing, `${line}${index + 1}`, ownershipTransaction(row), isoDay);
    }
  }
  if (filing.form.startsWith('3')) {
    yield { kind: 'skipped', reason: SKIPPED.form3 };
    return;
  }
  const tables = [
    {
      name: 'nonDerivativeTransaction',
      line: 'nd',
      rows: elements(nonDerivative, 'nonDerivativeTransaction'),
    },
    { name: 'derivativeTransaction', line: 'd', rows: elements(derivative, 'derivativeTransaction') },
  ] as const;
  if (tables.every(({ rows }) => rows.length === 0)) {
    yield { kind: 'skipped', reason: SKIPPED.noTransaction };
  }
  for (const { name, line, rows } of tables) {
    for (const [index, row] of rows.entries()) {
      const made = transactionRecord(filing, `${line}${index + 1}`, ownershipTransaction(row), isoDay);
      if (!made.ok) {
        yield rejected(file, `${name} ${index + 1}`, made, row);
        continue;
      }
      yield { kind: 'record', record: made.record };
      yield* notesOf(made);
    }
  }
}

type Document = { readonly ok: true; readonly filing: Filing; readonly root: XmlNode } | Problem;

function readDocument(file: string, text: string, filedAt: Date | null): Document {
  const start = text.search(OPENING);
  if (start < 0) {
    if (text.trim() === '') return problem(null, 'empty document');
    throw new SourceError(`${file}: holds no ownershipDocument (a form 3, 4 or 5 as XML)`);
  }
  const end = text.indexOf(CLOSING, start);
  const xml = end < 0 ? text.slice(start) : text.slice(start, end + CLOSING.length);
  if (OPENING.test(text.slice(start + xml.length))) return problem(null, 'more than one ownershipDocument');
  const parsed = parseOwnershipXml(xml);
  if (!parsed.ok) return parsed;
  if (typeof parsed.root === 'string') return problem(null, 'empty document');
  const header = readSubmissionHeader(text.slice(0, start));
  if (!header.ok) return header;
  const filed = header.filed ?? (filedAt ? filedAtOption(filedAt) : null);
  if (filed === null) return problem(null, 'filing time is not in the document: pass --filed-at');
  const { accession } = header;
  const made = ownershipFiling(parsed.root, {
    key: accession ?? contentKey(xml),
    accession,
    filed,
    origin: secOwnership.name,
  });
  return made.ok ? { ok: true, filing: made.filing, root: parsed.root } : made;
}

const OPENING = /<ownershipDocument[\s/>]/;
const CLOSING = '</ownershipDocument>';

/** Identity of a document without accession number; indentation and line ends are no part of it. */
function contentKey(xml: string): string {
  const content = xml.replace(/\s+/g, ' ').replace(/> </g, '><');
  return `xml-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
}
