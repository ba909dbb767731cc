import { newYorkClock } from './new-york-clock.ts';
import type { Insider } from './people.ts';

/** What a form 4 with one transaction says. */
export interface Form4 {
  /** `0000000000-26-000001`. */
  readonly accession: string;
  readonly acceptedAt: Date;
  readonly issuer: { readonly cik: number; readonly name: string; readonly ticker: string };
  readonly insider: Insider;
  readonly transaction: {
    readonly code: string;
    readonly day: Date;
    readonly shares: number;
    /** USD a share. */
    readonly price: number;
    /** Held afterwards. */
    readonly sharesAfter: number;
  };
}

/** The full submission as EDGAR keeps it: a header, and the ownership document in it. */
export function submissionText({ accession, acceptedAt, issuer, insider, transaction }: Form4): string {
  const day = transaction.day.toISOString().slice(0, 10);
  return `<SEC-DOCUMENT>${accession}.txt
<ACCEPTANCE-DATETIME>${newYorkClock(acceptedAt.getTime()).replace(/\D/g, '')}
ACCESSION NUMBER: ${accession}
CONFORMED SUBMISSION TYPE: 4
<XML>
<?xml version="1.0"?>
<ownershipDocument>
<documentType>4</documentType>
<periodOfReport>${day}</periodOfReport>
<issuer>
<issuerCik>${issuer.cik}</issuerCik>
<issuerName>${xml(issuer.name)}</issuerName>
<issuerTradingSymbol>${issuer.ticker}</issuerTradingSymbol>
</issuer>
<reportingOwner>
<reportingOwnerId><rptOwnerCik>${insider.cik}</rptOwnerCik><rptOwnerName>${xml(insider.name)}</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship>
<isDirector>${Number(insider.isDirector)}</isDirector>
<isOfficer>${Number(insider.isOfficer)}</isOfficer>
<isTenPercentOwner>0</isTenPercentOwner>
<officerTitle>${insider.title}</officerTitle>
</reportingOwnerRelationship>
</reportingOwner>
<nonDerivativeTable>
<nonDerivativeTransaction>
<securityTitle><value>Common Stock</value></securityTitle>
<transactionDate><value>${day}</value></transactionDate>
<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${transaction.code}</transactionCode></transactionCoding>
<transactionAmounts>
<transactionShares><value>${transaction.shares}</value></transactionShares>
<transactionPricePerShare><value>${transaction.price}</value></transactionPricePerShare>
<transactionAcquiredDisposedCode><value>${isDisposal(transaction.code) ? 'D' : 'A'}</value></transactionAcquiredDisposedCode>
</transactionAmounts>
<postTransactionAmounts><sharesOwnedFollowingTransaction><value>${transaction.sharesAfter}</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction>
</nonDerivativeTable>
</ownershipDocument>
</XML>
</SEC-DOCUMENT>
`;
}

/** Codes of Form 4: S, sold; F, withheld to pay the tax or the exercise price; G, given away. */
const isDisposal = (code: string): boolean => 'SFG'.includes(code);

const xml = (text: string): string => text.replaceAll('&', '&amp;');
