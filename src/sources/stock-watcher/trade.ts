import type { Undated } from '../../feed/known.ts';
import type { CongressTrade } from '../../feeds/congress/feed.ts';
import { parseUsDay } from '../house-clerk/us-day.ts';
import { assetText } from './asset-text.ts';
import type { Chamber } from './chamber.ts';
import { faultOfDisclosure } from './disclosure.ts';
import { stateOfDistrict } from './district.ts';
import { memberName } from './member-name.ts';
import { plainText, stated, tidy } from './plain-text.ts';
import { tickerInside, tickerOf } from './ticker.ts';

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
}

export type TradeResult =
  | { readonly ok: true; readonly trade: Undated<CongressTrade>; readonly notes: readonly string[] }
  | { readonly ok: false; readonly field: string; readonly reason: string };

/** Makes the record of a row. Party, sector and a senator's state are not disclosed; see `completion.ts`. */
export function toTrade(
  chamber: Chamber,
  native: NativeTrade,
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
  const asset = assetOf(chamber, native);
  const type = oneOf(TYPES, native.type, 'transaction type is not known');
  const owner = oneOf(OWNERS, native.owner, 'owner is not known');
  const district = stated(tidy(native.district ?? ''));
  const trade: Undated<CongressTrade> = {
    id: idOf(identityOf(native)),
    politician_name: name,
    politician_id: null,
    party: null,
    chamber: chamber.name,
    state: stateOfDistrict(district),
    asset_name: asset.name,
    ticker: asset.ticker,
    asset_type: asset.type,
    sector: null,
    transaction_type: type.value,
    owner: asset.owner ?? owner.value,
    transaction_date: tradedOn,
    filing_date: disclosure.fault === null ? disclosure.on : null,
    is_tradable: asset.ticker !== null && (asset.type === null || LISTED.has(asset.type)),
    filer,
    district,
    document: chamber.document.exec(native.link?.trim() ?? '')?.[1] ?? null,
    disclosed_on: disclosure.on,
    origin: chamber.origin,
  };
  const notes = [disclosure.fault, ...asset.notes, type.fault, owner.fault].filter((note) => note !== null);
  return { ok: true, trade, notes };
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

interface Asset extends Pick<CongressTrade, 'ticker' | 'owner'> {
  readonly name: string | null;
  readonly type: string | null;
  readonly notes: readonly string[];
}

function assetOf(chamber: Chamber, native: NativeTrade): Asset {
  const description = plainText(native.asset_description ?? '');
  const text = chamber.isGlued ? assetText(description) : { name: description, owner: null, isGlued: false };
  const type = stated(tidy(native.asset_type ?? ''));
  const given = stated(plainText(native.ticker ?? ''));
  const ticker = given === null ? null : tickerOf(given);
  // Bonds and private companies have no ticker of their own, whatever stands in brackets behind their name.
  const mayHaveTicker = given === null && (type === null || LISTED.has(type));
  const notes = [
    given !== null && ticker === null ? 'ticker is not one' : null,
    text.owner === null ? null : 'owner taken from the asset description',
    text.isGlued ? 'asset name follows text of the row before' : null,
  ].filter((note) => note !== null);
  return {
    name: stated(text.name),
    type,
    ticker: ticker ?? (mayHaveTicker ? tickerInside(text.name) : null),
    owner: text.owner,
    notes,
  };
}

/** Kinds of asset that trade under the ticker or, options, are listed by it; as eFD names them. */
const LISTED: ReadonlySet<string> = new Set(['Stock', 'Stock Option', 'Other Securities']);

const TYPES: ReadonlyMap<string, string> = new Map(
  ['Purchase', 'Sale', 'Sale (Full)', 'Sale (Partial)', 'Exchange'].map((type) => [type, type]),
);
const OWNERS: ReadonlyMap<string, string> = new Map([
  ...['Self', 'Spouse', 'Joint', 'Child'].map((owner) => [owner, owner] as const),
  ['Dependent Child', 'Child'],
]);

function oneOf(
  values: ReadonlyMap<string, string>,
  text: string | null,
  fault: string,
): { readonly value: string | null; readonly fault: string | null } {
  const given = stated(tidy(text ?? ''));
  const value = given === null ? null : (values.get(given) ?? null);
  return { value, fault: given !== null && value === null ? fault : null };
}
