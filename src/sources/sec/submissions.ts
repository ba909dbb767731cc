import { SourceError } from '../format.ts';
import { isAccession } from './native-text.ts';

/** A filing in the list of a company or a person. */
export interface ListedFiling {
  readonly accession: string;
  readonly form: string;
  /** As the list has it, ISO 8601; sorts as text. */
  readonly acceptedAt: string;
  /** Path of the full submission text file. */
  readonly path: string;
  /** Whether it is XML; ownership forms before mid-2003 are text or paper. */
  readonly isXml: boolean;
}

export interface Submissions {
  /** Oldest first. */
  readonly filings: readonly ListedFiling[];
  /** Whether older filings stand in further files, which are not fetched. */
  readonly hasOlder: boolean;
}

/**
 * `data.sec.gov/submissions/CIK##########.json`: the newest filings (about a thousand) as parallel columns. `url` names
 * the document in errors.
 */
export function parseSubmissions(json: unknown, url: string): Submissions {
  const cik = fieldOf(json, 'cik');
  const filings = fieldOf(json, 'filings');
  const recent = fieldOf(filings, 'recent');
  if (typeof cik !== 'string' || !/^\d{1,10}$/.test(cik)) throw new SourceError(`${url}: "cik" is no number`);
  const column = (name: string): readonly string[] => {
    const values = fieldOf(recent, name);
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) {
      throw new SourceError(`${url}: "filings.recent.${name}" must be a list of texts`);
    }
    return values;
  };
  const accessions = column('accessionNumber');
  const columns = [column('form'), column('acceptanceDateTime'), column('primaryDocument')] as const;
  if (columns.some(({ length }) => length !== accessions.length)) {
    throw new SourceError(`${url}: the columns of "filings.recent" differ in length`);
  }
  const [forms, times, documents] = columns;
  const listed = accessions.map((accession, index): ListedFiling => {
    if (!isAccession(accession)) throw new SourceError(`${url}: filing ${index + 1} has no accession number`);
    return {
      accession,
      form: forms[index] ?? '',
      acceptedAt: times[index] ?? '',
      path: `/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/${accession}.txt`,
      isXml: /\.xml$/i.test(documents[index] ?? ''),
    };
  });
  const older = fieldOf(filings, 'files');
  return {
    filings: listed.sort((a, b) => (a.acceptedAt < b.acceptedAt ? -1 : a.acceptedAt > b.acceptedAt ? 1 : 0)),
    hasOlder: Array.isArray(older) && older.length > 0,
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
