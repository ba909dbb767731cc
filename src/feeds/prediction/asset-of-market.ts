import type { Asset } from '../../feed/asset.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import { coinNamedIn } from '../../feed/named-coin.ts';

/** The one coin that the question names; of a question that names none, the event it belongs to. */
export function assetOfMarket(record: AnyRecord): Asset | null {
  const { question = null, event_title = null } = record as Readonly<Record<string, string | null>>; // texts of the feed
  return coinNamedIn(question, event_title);
}
