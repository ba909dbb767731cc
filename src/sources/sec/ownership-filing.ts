import { isoDay } from './day.ts';
import { type Filed, isFilingTime } from './filed.ts';
import { flag } from './filed-facts.ts';
import { cikOf, formOf, textOrNull } from './native-text.ts';
import { officerTitleOf, titleInRemarks } from './officer-title.ts';
import { ownershipFootnotes } from './ownership-footnotes.ts';
import { element, elements, textOf, type XmlNode } from './ownership-xml.ts';
import { type Problem, problem } from './problem.ts';
import { tickersOf } from './ticker.ts';
import { type Filing, NO_OWNER, type Owner } from './transaction-record.ts';

export interface FilingSource {
  readonly key: string;
  readonly accession: string | null;
  readonly filed: Filed;
  readonly origin: string;
}

export type OwnershipFiling = { readonly ok: true; readonly filing: Filing } | Problem;

/** What an ownership document says of itself, its issuer and its owners; the first of a joint filing's is its insider. */
export function ownershipFiling(root: XmlNode, source: FilingSource): OwnershipFiling {
  const form = formOf(textOf(root, 'documentType'));
  if (form === null) return problem('documentType', 'unknown document type');
  const issuer = element(root, 'issuer');
  const cik = cikOf(textOf(issuer, 'issuerCik'));
  const name = textOrNull(textOf(issuer, 'issuerName'));
  if (cik === null && name === null) return problem('issuer', 'issuer is missing');
  const remarks = textOf(root, 'remarks');
  const nodes = elements(root, 'reportingOwner');
  const slip = BOXES.find((box) => ticked(element(nodes[0], 'reportingOwnerRelationship'), box) === null);
  if (slip) return problem(slip, 'not true or false');
  const owners = nodes.map((node) => ownerOf(node, titleInRemarks(remarks)));
  const amends = form.endsWith('/A') ? textOf(root, 'dateOfOriginalSubmission') : '';
  const amendsFiledOn = amends === '' ? null : isoDay(amends);
  if (amends !== '' && amendsFiledOn === null) return problem('dateOfOriginalSubmission', 'not a date');
  if (amendsFiledOn && !isFilingTime(amendsFiledOn)) {
    return problem('dateOfOriginalSubmission', 'date out of range');
  }
  const tickers = tickersOf(textOf(issuer, 'issuerTradingSymbol'));
  return {
    ok: true,
    filing: {
      ...source,
      form,
      amendsFiledOn,
      issuer: { cik, name, tickers },
      owner: owners[0] ?? NO_OWNER,
      owners: owners.length > 0 ? owners : null,
      footnotes: ownershipFootnotes(root),
      remarks: textOrNull(remarks),
      signatures: elements(root, 'ownerSignature')
        .map((signature) => textOf(signature, 'signatureName'))
        .filter((text) => text !== ''),
      tradingPlan: flag(textOf(root, 'aff10b5One')),
      period: isoDay(textOf(root, 'periodOfReport')),
      leftSection16: flag(textOf(root, 'notSubjectToSection16')),
    },
  };
}

/** Boxes of the insider that REST rows show. */
const BOXES = ['isDirector', 'isTenPercentOwner'] as const;

function ownerOf(node: XmlNode, titleInRemarks: string | null): Owner {
  const cik = cikOf(textOf(node, 'reportingOwnerId', 'rptOwnerCik'));
  const name = textOrNull(textOf(node, 'reportingOwnerId', 'rptOwnerName'));
  const relationship = element(node, 'reportingOwnerRelationship');
  if (relationship === undefined) return { ...NO_OWNER, cik, name };
  return {
    cik,
    name,
    title: officerTitleOf(textOf(relationship, 'officerTitle'), titleInRemarks),
    isDirector: ticked(relationship, 'isDirector'),
    isTenPercent: ticked(relationship, 'isTenPercentOwner'),
    isOfficer: ticked(relationship, 'isOfficer'),
    otherRelation: textOrNull(textOf(relationship, 'otherText')),
  };
}

/** A box of the form; the schema lets a box that is not ticked be left out. Null when it holds neither yes nor no. */
function ticked(relationship: XmlNode | undefined, name: string): boolean | null {
  const text = textOf(relationship, name);
  return text === '' ? false : flag(text);
}
