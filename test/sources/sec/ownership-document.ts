/** A form 4 of one owner with the given parts, as EDGAR writes it; for tests of what no real sample shows. */
export function ownershipDocument(parts: {
  readonly documentType?: string;
  readonly issuer?: string;
  readonly owner?: string;
  readonly more?: string;
  readonly nonDerivative?: string;
  readonly derivative?: string;
  readonly footnotes?: string;
}): string {
  const type = parts.documentType ?? '4';
  return `<?xml version="1.0"?>
<ownershipDocument>
  <documentType>${type}</documentType>
  <periodOfReport>2024-09-30</periodOfReport>
  ${parts.more ?? ''}
  ${parts.issuer ?? ISSUER}
  ${parts.owner ?? OWNER}
  <nonDerivativeTable>${parts.nonDerivative ?? transaction('nonDerivative', {})}</nonDerivativeTable>
  <derivativeTable>${parts.derivative ?? ''}</derivativeTable>
  <footnotes>${parts.footnotes ?? ''}</footnotes>
</ownershipDocument>`;
}

export const ISSUER =
  '<issuer><issuerCik>0000000042</issuerCik><issuerName>Acme Corp</issuerName>' +
  '<issuerTradingSymbol>acme</issuerTradingSymbol></issuer>';

export const OWNER =
  '<reportingOwner><reportingOwnerId><rptOwnerCik>0000000007</rptOwnerCik><rptOwnerName>DOE JANE</rptOwnerName>' +
  '</reportingOwnerId><reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship>' +
  '</reportingOwner>';

export function transaction(
  table: 'nonDerivative' | 'derivative',
  values: {
    readonly [name in 'title' | 'date' | 'code' | 'shares' | 'price' | 'acquired' | 'more']?: string;
  },
): string {
  const value = (text: string) => (text === '' ? '<footnoteId id="F1"/>' : `<value>${text}</value>`);
  return `<${table}Transaction>
    <securityTitle><value>${values.title ?? 'Common Stock'}</value></securityTitle>
    <transactionDate>${value(values.date ?? '2024-09-30')}</transactionDate>
    <transactionCoding><transactionCode>${values.code ?? 'P'}</transactionCode></transactionCoding>
    <transactionAmounts>
      <transactionShares>${value(values.shares ?? '100')}</transactionShares>
      <transactionPricePerShare>${value(values.price ?? '2.50')}</transactionPricePerShare>
      <transactionAcquiredDisposedCode>${value(values.acquired ?? (values.code?.toUpperCase() === 'S' ? 'D' : 'A'))}</transactionAcquiredDisposedCode>
    </transactionAmounts>
    ${values.more ?? ''}
  </${table}Transaction>`;
}

/** A full submission around a document. */
export function submission(
  document: string,
  header: { accepted?: string; filed?: string; accession?: string } = {},
) {
  const accepted = header.accepted ?? '20241001161500';
  return `<SEC-DOCUMENT>x.txt : 20241001
<SEC-HEADER>x.hdr.sgml : 20241001
${accepted === '' ? '' : `<ACCEPTANCE-DATETIME>${accepted}\n`}ACCESSION NUMBER:\t\t${header.accession ?? '0000000042-24-000001'}
CONFORMED SUBMISSION TYPE:\t4
FILED AS OF DATE:\t\t${header.filed ?? '20241001'}
</SEC-HEADER>
<DOCUMENT>
<TEXT>
<XML>
${document}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>`;
}
