import { signals } from '../../feeds/trade-feed/feed.ts';
import { entryParser } from '../entry-parser.ts';
import { readAlert } from './alert.ts';

/** Reads alerts again: the webhook's name and defaults, and the time where an alert tells none, are in the context. */
export const alertParser = entryParser<Readonly<Record<string, unknown>>>({
  name: 'tradingview-alert',
  version: 1,
  feed: signals,
  captures: 'events',
  read(body, { file, at, context }) {
    const { slug, symbol, timeframe, receivedAt } = context;
    const defaults = { symbol: textIn(symbol), timeframe: textIn(timeframe) };
    const alert = readAlert(String(slug), body, defaults, new Date(String(receivedAt)));
    if (alert.ok) return [{ kind: 'input', input: alert.input }];
    return [{ kind: 'rejected', file, at, field: alert.field, reason: `not ${alert.allowed}`, raw: body }];
  },
});

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
