import type { FilingRows } from './form345-filing.ts';
import type { Row } from './form345-rows.ts';
import { cikOf, textOrNull } from './native-text.ts';
import { signedName } from './signed-name.ts';
import { NO_OWNER, type Owner } from './transaction-record.ts';

/**
 * The owners of a filing out of REPORTINGOWNER, which has no number to order those of a joint filing by, so that its first may
 * be another than the first of the document. In a set without that table, those who signed in person.
 */
export const ownersOf = ({ has, rows }: FilingRows): readonly Owner[] =>
  has('REPORTINGOWNER')
    ? rows('REPORTINGOWNER').map(ownerOf)
    : rows('OWNER_SIGNATURE').map((row) => ({ ...NO_OWNER, name: signedName(signatureOf(row)) }));

/** As written. They are all that some sets say of the filer. */
export const signaturesOf = ({ rows }: FilingRows): readonly string[] =>
  rows('OWNER_SIGNATURE').map(signatureOf);

const signatureOf = (row: Row): string => row.text('OWNERSIGNATURENAME');

function ownerOf(row: Row): Owner {
  // `Director,Officer`; run together in places (`TenPercentOwnerOther`) and cut at 30 letters (`…,TenPercentOwn`).
  const relationship = row.text('RPTOWNER_RELATIONSHIP').toLowerCase();
  return {
    cik: cikOf(row.text('RPTOWNERCIK')),
    name: textOrNull(row.text('RPTOWNERNAME')),
    title: row.has('RPTOWNER_TITLE') ? row.text('RPTOWNER_TITLE') : null,
    isDirector: relationship === '' ? null : relationship.includes('director'),
    isTenPercent: relationship === '' ? null : relationship.includes('tenpercent'),
    isOfficer: relationship === '' ? null : relationship.includes('officer'),
    otherRelation: textOrNull(row.text('RPTOWNER_TXT')),
  };
}
