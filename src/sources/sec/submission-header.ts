import { acceptanceTime, compactDay } from './day.ts';
import { acceptedAt, type Filed, filedOn, isFilingTime } from './filed.ts';
import { isAccession } from './native-text.ts';
import { type Problem, problem } from './problem.ts';

/** What stands around an ownership document in a submission; nothing around a bare XML document. */
export interface SubmissionHeader {
  readonly ok: true;
  readonly accession: string | null;
  readonly filed: Filed | null;
}

/**
 * Reads the header of a full submission (`ACCESSION NUMBER:`) or of a PDS file (`<ACCESSION-NUMBER>`).
 * `text` ends where the ownership document begins.
 */
export function readSubmissionHeader(text: string): SubmissionHeader | Problem {
  const accession = tag(text, /(?:\bACCESSION NUMBER:|<ACCESSION-NUMBER>)/);
  if (accession !== null && !isAccession(accession)) {
    return problem('ACCESSION-NUMBER', 'not an accession number');
  }
  const acceptance = tag(text, /<ACCEPTANCE-DATETIME>/);
  const day = tag(text, /(?:\bFILED AS OF DATE:|<FILING-DATE>)/);
  const name = acceptance !== null ? 'ACCEPTANCE-DATETIME' : 'FILING-DATE';
  const filedDay = day === null ? null : compactDay(day);
  const at = acceptance !== null ? acceptanceTime(acceptance) : day !== null ? filedDay : undefined;
  if (at === undefined) return { ok: true, accession, filed: null };
  if (at === null) return problem(name, 'not a date');
  if (!isFilingTime(at)) return problem(name, 'date out of range');
  return { ok: true, accession, filed: acceptance !== null ? acceptedAt(at, filedDay) : filedOn(at) };
}

function tag(text: string, name: RegExp): string | null {
  return new RegExp(`${name.source}[ \\t]*([^\\s<]+)`).exec(text)?.[1] ?? null;
}
