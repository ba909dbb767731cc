import type { Fact, NativeTransaction } from './native-transaction.ts';
import { nativeTransaction } from './native-transaction.ts';
import { footnotesOf, nodeAt, textOf, type XmlNode } from './ownership-xml.ts';

/** Where a fact stands in a nonDerivativeTransaction or derivativeTransaction; the last name is its own. */
const PATHS: Readonly<Record<Fact, readonly [string] | readonly [string, string]>> = {
  security_title: ['securityTitle'],
  exercise_price: ['conversionOrExercisePrice'],
  trade_date: ['transactionDate'],
  deemed_execution_date: ['deemedExecutionDate'],
  transaction_code: ['transactionCoding', 'transactionCode'],
  equity_swap: ['transactionCoding', 'equitySwapInvolved'],
  timeliness: ['transactionTimeliness'],
  shares: ['transactionAmounts', 'transactionShares'],
  total_value: ['transactionAmounts', 'transactionTotalValue'],
  price_per_share: ['transactionAmounts', 'transactionPricePerShare'],
  acquired_disposed: ['transactionAmounts', 'transactionAcquiredDisposedCode'],
  exercise_date: ['exerciseDate'],
  expiration_date: ['expirationDate'],
  underlying_title: ['underlyingSecurity', 'underlyingSecurityTitle'],
  underlying_shares: ['underlyingSecurity', 'underlyingSecurityShares'],
  underlying_value: ['underlyingSecurity', 'underlyingSecurityValue'],
  shares_owned_after: ['postTransactionAmounts', 'sharesOwnedFollowingTransaction'],
  value_owned_after: ['postTransactionAmounts', 'valueOwnedFollowingTransaction'],
  ownership_form: ['ownershipNature', 'directOrIndirectOwnership'],
  ownership_nature: ['ownershipNature', 'natureOfOwnership'],
};

export function ownershipTransaction(node: XmlNode): NativeTransaction {
  return nativeTransaction((fact) => {
    const path = PATHS[fact];
    return {
      name: path.at(-1) ?? '',
      text: textOf(node, ...path),
      // Footnotes of the code stand beside it, in the element that holds it.
      footnotes: footnotesOf(nodeAt(node, ...(fact === 'transaction_code' ? path.slice(0, 1) : path))),
    };
  });
}
