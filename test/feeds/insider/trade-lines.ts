import type { TradeLine } from '../../../src/feeds/insider/trade-line.ts';

const NOTHING: Omit<TradeLine, 'id' | 'known_from'> = {
  issuer_cik: '1',
  accession: null,
  form: '4',
  filed_on: null,
  amends_filed_on: null,
  period_of_report: null,
  owner_cik: '7',
  insider_name: 'Doe Jane',
  reporting_owners: null,
  signed_by: null,
  security_table: 'I',
  security_title: 'Common Stock',
  transaction_code: 'S',
  acquired_disposed: 'disposed',
  trade_date: null,
  shares: null,
  price_per_share: null,
  total_value: null,
  shares_owned_after: null,
  value_owned_after: null,
  exercise_price: null,
  expiration_date: null,
  ownership_form: 'direct',
  ownership_nature: null,
  footnotes: [],
  remarks: null,
  origin: null,
};

export type LineFacts = Partial<TradeLine> & {
  /** Day, code, number and perhaps price and number held behind it: `2026-03-03 S 100 9.5 900`. */
  readonly is: string;
};

export interface FormFacts {
  readonly key: string;
  /** Acceptance, ISO 8601. */
  readonly at?: string;
  /** Day of the original, for an amendment. */
  readonly amends?: string;
  readonly lines: readonly (string | LineFacts)[];
  /** What all lines share. */
  readonly over?: Partial<TradeLine>;
}

/** The lines of a form, all in Table I. */
export function formLines({ key, at = '2026-03-05T20:00:00Z', amends, lines, over }: FormFacts): TradeLine[] {
  return lines.map((facts, index) => {
    const { is, ...more } = typeof facts === 'string' ? { is: facts } : facts;
    const [day, code = null, shares, price, after] = is.split(' ');
    const number = (text: string | undefined) => (text === undefined || text === '-' ? null : Number(text));
    return {
      ...NOTHING,
      id: `${key}-nd${index + 1}`,
      accession: key,
      form: amends === undefined ? '4' : '4/A',
      amends_filed_on: amends === undefined ? null : `${amends}T00:00:00`,
      known_from: new Date(at),
      trade_date: new Date(`${day}T00:00:00Z`),
      transaction_code: code,
      shares: number(shares),
      price_per_share: number(price),
      shares_owned_after: number(after),
      ...over,
      ...more,
    };
  });
}
