import { Type } from 'typebox';
import { insiderFilings } from './feed.ts';

const { leaf } = insiderFilings;
export const TAG = 'insider-alpha';

/** What the filings of the insider feed show. */
export const FILING_FIELDS = fields(
  'id ticker company_name insider_name insider_title is_director is_ten_percent',
  'transaction_code transaction_type transaction_direction filing_date trade_date',
);

/** What the filings of insider-alpha show. */
export const ALPHA_FIELDS = fields(
  'id ticker insider_name insider_title transaction_code transaction_direction shares value filing_date',
);

/** Throws for a name that is no field of the feed. */
function fields(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')).map((name) => leaf(name).name));
}

export const usd = (description: string) => Type.Number({ description: `${description} Unit: USD.` });
export const tier = Type.String({ description: "The caller's tier." });
