import type { Undated } from '../../feed/known.ts';
import { type CongressTrade, directionOf, OWNERS, TRANSACTION_TYPES } from '../../feeds/congress/feed.ts';
import { UNRECONCILED } from '../../feeds/congress/reconciled-fields.ts';
import { parseUsDay } from '../house-clerk/us-day.ts';
import { amountOf } from './amount.ts';
import { assetOf } from './asset.ts';
import type { Chamber } from './chamber.ts';
import { daysOf, faultOfDisclosure } from './days.ts';
import { stateOfDistrict } from './district.ts';
import { memberName } from './member-name.ts';
import type { NativeTrade } from './native-trade.ts';
import { stated, tidy } from './plain-text.ts';
import type { TradeTexts } from './trade-texts.ts';

export type TradeResult =
  | { readonly ok: true; readonly trade: Undated<CongressTrade>; readonly notes: readonly string[] }
  | { readonly ok: false; readonly field: string; readonly reason: string };

/**
 * Makes the record of a row. Party, sector, a senator's state and the day a House report was filed are not disclosed; see
 * `completion.ts`.
 */
export function toTrade(
  chamber: Chamber,
  native: NativeTrade,
  texts: TradeTexts,
  line: number,
  idOf: (identity: readonly (string | null)[]) => string,
): TradeResult {
  // Such a row stands for a scanned report: its date is the day of filing, and asset, owner and kind of its trades
  // are only in the picture. Kept with nulls it would count as one trade that no member made.
  if (stated(native.asset_type) === 'PDF Disclosed Filing')
    return fail('asset_type', 'paper filing, names no trade');
  const filer = stated(tidy(native.filer ?? ''));
  const name = filer === null ? '' : memberName(filer);
  // What eFD shows in place of a name it no longer links to a member.
  if (filer === null || name === '' || filer === 'Former Senator')
    return fail(chamber.filer, 'no politician named');
  const tradedOn = parseUsDay(native.transaction_date);
  if (tradedOn === null) return fail('transaction_date', 'transaction date is not a date');

  const disclosure = disclosureOf(native.disclosure_date, tradedOn);
  const isTradeAfter = disclosure.on !== null && disclosure.on < tradedOn;
  if (isTradeAfter && chamber.isTradeAtFault(tradedOn, native.link)) {
    return fail('transaction_date', 'trade dated after its disclosure');
  }
  const isFiled = chamber.disclosureDate === 'filing';
  const statedDays = { traded_on: tradedOn, notified_on: isFiled ? null : disclosure.on };
  const filedOn = isFiled && disclosure.fault === null ? disclosure.on : null;
  const asset = assetOf(native, texts.asset, texts.comment);
  const type = oneOf(TYPE_WORDS, native.type, 'transaction type is not known');
  const owner = oneOf(OWNER_WORDS, native.owner, 'owner is not known');
  const amount = amountOf(stated(tidy(native.amount ?? '')));
  const district = stated(tidy(native.district ?? ''));
  const link = native.link?.trim() ?? '';
  const trade: Undated<CongressTrade> = {
    id: idOf(identityOf(native)),
    politician_name: name,
    politician_id: null,
    party: null,
    chamber: chamber.name,
    state: stateOfDistrict(district),
    asset_name: asset.asset_name,
    ticker: asset.ticker,
    asset_type: asset.asset_type,
    sector: null,
    transaction_type: type.value,
    direction: directionOf(type.value),
    owner: texts.asset.owner ?? owner.value,
    ...daysOf(statedDays, filedOn),
    filing_date: filedOn,
    report_due: null,
    asset_symbol: null,
    filed_symbol: null,
    former_name: null,
    days_to_disclosure: null, // from both days, when they are known
    is_tradable: asset.is_tradable,
    amount_low: amount.low,
    amount_high: amount.high,
    amount_currency: amount.low === null ? null : 'USD',
    amount_capped: amount.isCapped,
    comment: texts.comment,
    capital_gains_over_200: native.capitalGainsOver200,
    filer,
    district,
    document: chamber.document.exec(link)?.[1] ?? null,
    document_url: URL.canParse(link) && /^https?:/.test(link) ? link : null,
    filing_type: null,
    committees: null,
    ...statedDays,
    origin: chamber.origin,
    first_seen: null,
    line,
    ...UNRECONCILED,
  };
  const notes = [disclosure.fault, ...asset.notes, type.fault, owner.fault, amount.fault];
  return { ok: true, trade, notes: notes.filter((note) => note !== null) };
}

function fail(field: string, reason: string): TradeResult {
  return { ok: false, field, reason };
}

/** Not the disclosure date: it is corrected by the source at times, and must not make another trade then. */
function identityOf(native: NativeTrade): readonly (string | null)[] {
  const { link, filer, transaction_date, asset_description, ticker, asset_type, type, amount, owner } =
    native;
  return [link, filer, transaction_date, asset_description, ticker, asset_type, type, amount, owner];
}

function disclosureOf(text: string | null, tradedOn: string): { on: string | null; fault: string | null } {
  if (stated(text) === null) return { on: null, fault: null };
  const on = parseUsDay(text);
  return { on, fault: on === null ? 'disclosure date is not a date' : faultOfDisclosure(on, tradedOn) };
}

const TYPE_WORDS = new Map(TRANSACTION_TYPES.map((type) => [String(type), type]));
const OWNER_WORDS = new Map([
  ...OWNERS.map((owner) => [String(owner), owner] as const),
  ['Dependent Child', 'Child'] as const,
]);

function oneOf<T extends string>(
  values: ReadonlyMap<string, T>,
  text: string | null,
  fault: string,
): { readonly value: T | null; readonly fault: string | null } {
  const given = stated(tidy(text ?? ''));
  const value = given === null ? null : (values.get(given) ?? null);
  return { value, fault: given !== null && value === null ? fault : null };
}
