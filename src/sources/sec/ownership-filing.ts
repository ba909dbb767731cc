import { isoDay } from './day.ts';
import { type Filed, isFilingTime } from './filed.ts';
import { cikOf, formOf, textOrNull } from './native-text.ts';
import { officerTitleOf, titleInRemarks } from './officer-title.ts';
import { element, textOf, type XmlNode } from './ownership-xml.ts';
import { type Problem, problem } from './problem.ts';
import { tickerOf } from './ticker.ts';
import { type Filing, type NativeTransaction, NO_OWNER, type Owner } from './transaction-record.ts';

export interface FilingSource {
  readonly key: string;
  readonly accession: string | null;
  readonly filed: Filed;
  readonly origin: string;
}

export type OwnershipFiling = { readonly ok: true; readonly filing: Filing } | Problem;

/** What an ownership document says of itself, its issuer and its first owner; a joint filing is one insider's. */
export function ownershipFiling(root: XmlNode, source: FilingSource): OwnershipFiling {
  const form = formOf(textOf(root, 'documentType'));
  if (form === null) return problem('documentType', 'unknown document type');
  const issuer = element(root, 'issuer');
  const cik = cikOf(textOf(issuer, 'issuerCik'));
  const name = textOrNull(textOf(issuer, 'issuerName'));
  if (cik === null && name === null) return problem('issuer', 'issuer is missing');
  const owner = firstOwner(root);
  if (!owner.ok) return owner;
  const amends = form.endsWith('/A') ? textOf(root, 'dateOfOriginalSubmission') : '';
  const amendsFiledOn = amends === '' ? null : isoDay(amends);
  if (amends !== '' && amendsFiledOn === null) return problem('dateOfOriginalSubmission', 'not a date');
  if (amendsFiledOn && !isFilingTime(amendsFiledOn)) {
    return problem('dateOfOriginalSubmission', 'date out of range');
  }
  const ticker = tickerOf(textOf(issuer, 'issuerTradingSymbol'));
  return {
    ok: true,
    filing: { ...source, form, amendsFiledOn, issuer: { cik, name, ticker }, owner: owner.owner },
  };
}

function firstOwner(root: XmlNode): { readonly ok: true; readonly owner: Owner } | Problem {
  const first = element(root, 'reportingOwner');
  if (first === undefined) return { ok: true, owner: NO_OWNER };
  const cik = cikOf(textOf(first, 'reportingOwnerId', 'rptOwnerCik'));
  const name = textOrNull(textOf(first, 'reportingOwnerId', 'rptOwnerName'));
  const relationship = element(first, 'reportingOwnerRelationship');
  if (relationship === undefined) return { ok: true, owner: { ...NO_OWNER, cik, name } };
  const isDirector = ticked(relationship, 'isDirector');
  const isTenPercent = ticked(relationship, 'isTenPercentOwner');
  if (typeof isDirector !== 'boolean') return isDirector;
  if (typeof isTenPercent !== 'boolean') return isTenPercent;
  const remarks = titleInRemarks(textOf(root, 'remarks'));
  const title = officerTitleOf(textOf(relationship, 'officerTitle'), remarks);
  return { ok: true, owner: { cik, name, title, isDirector, isTenPercent } };
}

/** A box of the form; the schema lets a box that is not ticked be left out. */
function ticked(relationship: XmlNode, name: string): boolean | Problem {
  switch (textOf(relationship, name).toLowerCase()) {
    case '1':
    case 'true':
      return true;
    case '':
    case '0':
    case 'false':
      return false;
    default:
      return problem(name, 'not true or false');
  }
}

export function nativeTransaction(node: XmlNode): NativeTransaction {
  return {
    date: { name: 'transactionDate', text: textOf(node, 'transactionDate') },
    code: { name: 'transactionCode', text: textOf(node, 'transactionCoding', 'transactionCode') },
    shares: {
      name: 'transactionShares',
      text: textOf(node, 'transactionAmounts', 'transactionShares'),
    },
    price: {
      name: 'transactionPricePerShare',
      text: textOf(node, 'transactionAmounts', 'transactionPricePerShare'),
    },
  };
}
