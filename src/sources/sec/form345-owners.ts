import type { FilingJoin } from './form345-join.ts';
import { type Row, readRows } from './form345-rows.ts';
import type { TableSet } from './form345-set.ts';
import { cikOf, textOrNull } from './native-text.ts';
import { signedName } from './signed-name.ts';
import { NO_OWNER, type Owner } from './transaction-record.ts';

/**
 * Adds the owners of every filing out of REPORTINGOWNER, which has no number to order those of a joint filing by, so
 * that its first may be another than the first of the document. Without that table, those who signed in person. Signatures
 * as such come along: they are all that some sets say of the filer.
 */
export async function addOwners(set: TableSet, join: FilingJoin): Promise<void> {
  const owners = set.files.get('REPORTINGOWNER');
  if (owners !== undefined) await fromReportingOwner(owners, join);
  const signatures = set.files.get('OWNER_SIGNATURE');
  if (signatures !== undefined) await fromSignatures(signatures, join, owners === undefined);
}

async function fromReportingOwner(file: string, join: FilingJoin): Promise<void> {
  const columns = ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP'];
  for await (const row of readRows(file, columns)) join.addOwner(row.text('ACCESSION_NUMBER'), ownerOf(row));
}

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

async function fromSignatures(file: string, join: FilingJoin, areOwners: boolean): Promise<void> {
  for await (const row of readRows(file, ['ACCESSION_NUMBER', 'OWNERSIGNATURENAME'])) {
    const [accession, signature] = [row.text('ACCESSION_NUMBER'), row.text('OWNERSIGNATURENAME')];
    if (areOwners) join.addOwner(accession, { ...NO_OWNER, name: signedName(signature) });
    join.addSignature(accession, signature);
  }
}
