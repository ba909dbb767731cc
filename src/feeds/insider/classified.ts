import type { InsiderFiling } from './feed.ts';
import { isQuoted } from './quoted-class.ts';
import { type SecurityClass, securityClassOf } from './security-class.ts';
import { transactionTypeOf } from './transaction-code.ts';
import { transactionValue } from './transaction-value.ts';

/** Fields that follow from what the form says of a transaction. */
type Followed = 'security_class' | 'is_quoted' | 'transaction_direction' | 'transaction_type' | 'value';

/**
 * The record with what follows from its facts as filed, for records of the SEC's sources; those of any other origin say it
 * themselves. `buy` is code P, acquired, of stock in Table I; `sell` is code S, disposed of, likewise; all else is `other`, and its
 * label says what it is.
 */
export function classified(filing: InsiderFiling): InsiderFiling {
  const security_class = securityClassOf(filing.security_title, filing.security_table);
  const followed: Pick<InsiderFiling, Followed> = {
    security_class,
    is_quoted: isQuoted({ ...filing, security_class }),
    transaction_direction: directionOf({ ...filing, security_class }),
    transaction_type: labelOf({ ...filing, security_class }),
    value: transactionValue({ ...filing, security_class }),
  };
  return { ...filing, ...followed };
}

type Reported = Pick<InsiderFiling, 'transaction_code' | 'security_table' | 'acquired_disposed'> & {
  readonly security_class: SecurityClass | null;
};

/** Stock, as Form 4 has it in Table I: shares of any kind, and the depositary shares that stand for them. */
const STOCK: ReadonlySet<SecurityClass | null> = new Set(['common', 'preferred', 'depositary']);

/** The codes of trades with others (Form 4, general instruction 8), and what such a trade has to be. */
const TRADES: Readonly<
  Record<string, { readonly direction: 'buy' | 'sell'; readonly is: 'acquired' | 'disposed' }>
> = {
  P: { direction: 'buy', is: 'acquired' },
  S: { direction: 'sell', is: 'disposed' },
};

function directionOf(reported: Reported): InsiderFiling['transaction_direction'] {
  const trade = TRADES[reported.transaction_code ?? ''];
  const isStock = reported.security_table === 'I' && STOCK.has(reported.security_class);
  return trade && isStock && reported.acquired_disposed === trade.is ? trade.direction : 'other';
}

/**
 * What the code means; of a code P or S that is no purchase or sale of stock also of what it is one (`Open market purchase of
 * warrants`), and the box that contradicts it (`…, disposed of`).
 */
function labelOf(reported: Reported): string | null {
  const label = transactionTypeOf(reported.transaction_code);
  const trade = TRADES[reported.transaction_code ?? ''];
  if (!trade || label === null || directionOf(reported) !== 'other') return label;
  const { security_class, security_table, acquired_disposed } = reported;
  const isStock = security_table === 'I' && STOCK.has(security_class);
  const what = isStock
    ? ''
    : ` of ${security_table === 'II' ? DERIVATIVES[security_class ?? 'other'] : WORDS[security_class ?? 'other']}`;
  const box = acquired_disposed === trade.is ? '' : BOXES[acquired_disposed ?? 'none'];
  return `${label}${what}${box}`;
}

const BOXES = {
  acquired: ', acquired',
  disposed: ', disposed of',
  none: ', acquired or disposed of not stated',
} as const;

const WORDS: Readonly<Record<SecurityClass, string>> = {
  common: 'common stock',
  preferred: 'preferred stock',
  depositary: 'depositary shares',
  unit: 'units',
  warrant: 'warrants',
  right: 'rights',
  option: 'options',
  note: 'notes',
  award: 'stock awards',
  contract: 'swaps and contracts',
  other: 'other securities',
};

/** Stock in Table II is there because it converts into other stock. */
const DERIVATIVES: Readonly<Record<SecurityClass, string>> = {
  ...WORDS,
  common: 'convertible common stock',
  preferred: 'convertible preferred stock',
  depositary: 'convertible depositary shares',
  note: 'convertible notes',
};
