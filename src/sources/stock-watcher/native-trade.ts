import { isObject } from '../../feed/json.ts';

/** A row of either chamber with its native texts; null for what it lacks. */
export interface NativeTrade {
  readonly filer: string | null;
  readonly link: string | null;
  readonly transaction_date: string | null;
  readonly disclosure_date: string | null;
  readonly owner: string | null;
  readonly ticker: string | null;
  readonly asset_description: string | null;
  readonly asset_type: string | null;
  readonly type: string | null;
  readonly amount: string | null;
  readonly district: string | null;
  readonly comment: string | null;
  /** What files in the style of house-stock-watcher have of the column `Cap. Gains > $200?`. */
  readonly capitalGainsOver200: boolean | null;
}

export type Native =
  | { readonly ok: true; readonly trade: NativeTrade }
  | { readonly ok: false; readonly field: string | null; readonly reason: string };

/** Native names of the fields that hold the filer and the link to the report. */
export interface NativeNames {
  readonly filer: 'representative' | 'senator';
  readonly link: 'source_url' | 'ptr_link';
}

/** The native fields of a row; not one, where a field is of another type. */
export function nativeOf({ filer, link }: NativeNames, raw: unknown): Native {
  if (!isObject(raw)) return { ok: false, field: null, reason: 'not an object' };
  const fields = {
    filer,
    link,
    transaction_date: 'transaction_date',
    disclosure_date: 'disclosure_date',
    owner: 'owner',
    ticker: 'ticker',
    asset_description: 'asset_description',
    asset_type: 'asset_type',
    type: 'type',
    amount: 'amount',
    district: 'district',
    comment: 'comment',
  } as const;
  const texts: Partial<Record<keyof typeof fields, string | null>> = {};
  for (const [name, native] of Object.entries(fields)) {
    const value = raw[native] ?? null;
    if (value !== null && typeof value !== 'string')
      return { ok: false, field: native, reason: 'not a text' };
    texts[name as keyof typeof fields] = value; // the names are those written above
  }
  const gains = raw.cap_gains_over_200_usd;
  const trade = { ...texts, capitalGainsOver200: typeof gains === 'boolean' ? gains : null };
  return { ok: true, trade: trade as NativeTrade }; // every name has been set
}
