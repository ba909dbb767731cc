import type { Rejection } from '../format.ts';

/** Why an entry of an SEC source cannot become a record; a closed set, so that rejections can be counted. */
export type Reason =
  | 'unreadable file'
  | 'empty document'
  | 'not well-formed XML'
  | 'more than one ownershipDocument'
  | 'filing time is not in the document: pass --filed-at'
  | 'unknown document type'
  | 'issuer is missing'
  | 'not true or false'
  | 'not a date'
  | 'date out of range'
  | 'not a number'
  | 'negative number'
  | 'not an accession number'
  | 'duplicate filing'
  | 'filing is not in SUBMISSION'
  | 'filing was rejected'
  | 'wrong number of columns';

/** What is wrong, and the native name of the field at fault; null when it is the entry as a whole. */
export interface Problem {
  readonly ok: false;
  readonly field: string | null;
  readonly reason: Reason;
}

export const problem = (field: string | null, reason: Reason): Problem => ({ ok: false, field, reason });

export function rejected(file: string, at: string, { field, reason }: Problem, raw: unknown): Rejection {
  return { kind: 'rejected', file, at, field, reason, raw };
}
