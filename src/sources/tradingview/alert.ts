import { createHash } from 'node:crypto';
import { textFault } from '../../feed/text.ts';
import type { Input } from '../format.ts';
import { type Market, marketOf, timeframeOf } from './market.ts';

export const ALERT_ACTIONS = ['buy', 'sell', 'long', 'short', 'close', 'exit'] as const;
export type AlertAction = (typeof ALERT_ACTIONS)[number];

/**
 * An alert as it is kept: an input of kind `alert`, series `<key of the asset>|slug` (so that a price finds the alerts of its
 * asset), key `time|id`.
 */
export interface Alert {
  readonly id: string;
  readonly strategy: string;
  readonly action: AlertAction;
  readonly symbol: string;
  readonly asset_type: Market['type'];
  readonly price: number;
  readonly timeframe: string | null;
  readonly comment: string | null;
  /** When it was raised; where the alert does not say, when it came in. ISO 8601. */
  readonly at: string;
}

export interface AlertDefaults {
  readonly symbol: string | null;
  readonly timeframe: string | null;
}

export type AlertResult =
  | { readonly ok: true; readonly id: string; readonly at: Date; readonly input: Input }
  | { readonly ok: false; readonly field: string; readonly value: unknown; readonly allowed: string };

const MAX_TEXT = 200;
const MAX_COMMENT = 1_000;

/** Reads the JSON of an alert, its secret taken out. Every bad field is named with what is allowed. */
export function readAlert(
  slug: string,
  body: Readonly<Record<string, unknown>>,
  defaults: AlertDefaults,
  receivedAt: Date,
): AlertResult {
  const fail = (field: string, allowed: string): AlertResult => ({
    ok: false,
    field,
    value: body[field] ?? null,
    allowed,
  });
  const action = ALERT_ACTIONS.find((name) => name === lower(body.action));
  if (action === undefined) return fail('action', `one of ${ALERT_ACTIONS.join(', ')}`);
  const market = marketOf(shortText(body.ticker ?? defaults.symbol) ?? '');
  if (market === null) return fail('ticker', 'a ticker, e.g. BINANCE:BTCUSDT or NASDAQ:AAPL');
  const price = priceOf(body.price);
  if (price === null) return fail('price', 'a positive number');
  const time = body.time === undefined ? null : instantOf(body.time);
  if (body.time !== undefined && time === null) {
    return fail('time', 'an ISO 8601 time with zone, e.g. of {{timenow}}, or epoch milliseconds');
  }
  const givenId = idText(body.id);
  if (body.id !== undefined && givenId === null) return fail('id', `a text of 1 to ${MAX_TEXT} characters`);
  if (time === null && givenId === null) return fail('time', 'given where no id is: {{timenow}}');
  const timeframe = body.interval === undefined ? defaults.timeframe : timeframeOf(String(body.interval));
  if (body.interval !== undefined && timeframe === null)
    return fail('interval', 'a bar length, e.g. 60 or 4h');
  const comment = body.comment ?? null;
  if (comment !== null && !isText(comment, MAX_COMMENT)) {
    return fail('comment', `a text of at most ${MAX_COMMENT} characters`);
  }
  const id = givenId ?? contentHash(body);
  const at = time ?? receivedAt;
  const alert: Alert = {
    id,
    strategy: slug,
    action,
    symbol: market.symbol,
    asset_type: market.type,
    price,
    timeframe,
    comment: comment === '' ? null : comment,
    at: at.toISOString(),
  };
  const series = `${market.asset}|${slug}`;
  return { ok: true, id, at, input: { kind: 'alert', series, key: `${alert.at}|${id}`, data: { ...alert } } };
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && textFault(value, max) === null;
}

const shortText = (value: unknown): string | null => (isText(value, MAX_TEXT) ? value : null);
const lower = (value: unknown): string | null => shortText(value)?.trim().toLowerCase() ?? null;

function idText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : shortText(value);
  return text === '' ? null : text;
}

/** Templates put numbers in quotes. */
function priceOf(value: unknown): number | null {
  const isNumber = typeof value === 'string' ? /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value.trim()) : true;
  const price = typeof value === 'string' ? Number(value) : value;
  return isNumber && typeof price === 'number' && Number.isFinite(price) && price > 0 ? price : null;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

function instantOf(value: unknown): Date | null {
  const millis = typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value;
  const isMillis =
    typeof millis === 'number' && Number.isSafeInteger(millis) && millis > 1e11 && millis < 1e14;
  if (!isMillis && !(typeof value === 'string' && INSTANT.test(value))) return null;
  const at = new Date(isMillis ? millis : String(value));
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Equal for equal content, whatever the order of its members. */
function contentHash(body: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 32);
}
