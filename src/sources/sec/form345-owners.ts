import type { FilingIndex } from './form345-index.ts';
import { type Row, readRows } from './form345-rows.ts';
import type { TableSet } from './form345-set.ts';
import { cikOf, textOrNull } from './native-text.ts';
import { officerTitleOf } from './officer-title.ts';
import { signedName } from './signed-name.ts';
import { NO_OWNER, type Owner } from './transaction-record.ts';

/**
 * Sets the owner of every filing: the first in REPORTINGOWNER, which has no number to order a joint filing's owners
 * by, so that this may be another than the first of the document. Without that table, whoever signed in person.
 */
export async function indexOwners(set: TableSet, index: FilingIndex): Promise<void> {
  const owners = set.files.get('REPORTINGOWNER');
  if (owners !== undefined) return fromReportingOwner(owners, index);
  const signatures = set.files.get('OWNER_SIGNATURE');
  if (signatures !== undefined) return fromSignatures(signatures, index);
}

async function fromReportingOwner(file: string, index: FilingIndex): Promise<void> {
  const columns = ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP'];
  const shared = new Map<string, Owner>();
  for await (const row of readRows(file, columns)) {
    const filing = index.get(row.text('ACCESSION_NUMBER'));
    if (filing && filing.owner === null) filing.owner = ownerOf(row, filing.titleInRemarks, shared);
  }
}

function ownerOf(row: Row, remarks: string | null, shared: Map<string, Owner>): Owner {
  // `Director,Officer`; run together in places (`TenPercentOwnerOther`) and cut at 30 letters (`…,TenPercentOwn`).
  const relationship = row.text('RPTOWNER_RELATIONSHIP').toLowerCase();
  const owner: Owner = {
    cik: cikOf(row.text('RPTOWNERCIK')),
    name: textOrNull(row.text('RPTOWNERNAME')),
    title: officerTitleOf(row.text('RPTOWNER_TITLE'), remarks),
    isDirector: relationship === '' ? null : relationship.includes('director'),
    isTenPercent: relationship === '' ? null : relationship.includes('tenpercent'),
  };
  const known = owner.cik === null ? undefined : shared.get(owner.cik);
  if (known && sameOwner(known, owner)) return known;
  if (owner.cik !== null) shared.set(owner.cik, owner);
  return owner;
}

function sameOwner(a: Owner, b: Owner): boolean {
  return (
    a.name === b.name &&
    a.title === b.title &&
    a.isDirector === b.isDirector &&
    a.isTenPercent === b.isTenPercent
  );
}

/** Of several signatures none says which owner is the first, so such a filing stays without a name. */
async function fromSignatures(file: string, index: FilingIndex): Promise<void> {
  for await (const row of readRows(file, ['ACCESSION_NUMBER', 'OWNERSIGNATURENAME'])) {
    const filing = index.get(row.text('ACCESSION_NUMBER'));
    if (!filing) continue;
    const name = filing.owner === null ? signedName(row.text('OWNERSIGNATURENAME')) : null;
    filing.owner = name === null ? NO_OWNER : { ...NO_OWNER, name };
  }
}
