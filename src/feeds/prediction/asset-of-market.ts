import type { Asset } from '../../feed/asset.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import { coinNamedIn } from '../../feed/named-coin.ts';
import type { PredictionMarket } from './feed.ts';

/** The one coin that the question names; of a question that names none, the event it belongs to. */
export function assetOfMarket(record: AnyRecord): Asset | null {
  const { question, event_title } = record as Pick<PredictionMarket, 'question' | 'event_title'>; // of this feed
  return coinNamedIn(question, event_title);
}
