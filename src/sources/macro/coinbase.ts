import { scorecardPoints } from '../../feeds/scorecards/feed.ts';
import type { Format, Item } from '../format.ts';
import { readEach, seriesByStem } from './files.ts';
import { observationParser, parseObservationCsv } from './observation-csv.ts';

export const coinbase: Format = {
  name: 'coinbase',
  description: 'Daily closes of Coinbase in USD: watch_btcusd, watch_ethusd',
  feed: scorecardPoints,
  read: (files) => readEach(files, parseCoinbaseCsv),
  parsers: [observationParser],
};

const SERIES = { watch_btcusd: 'COINBASE:btcusd', watch_ethusd: 'COINBASE:ethusd' };

/**
 * A CSV `as_of,value,status` of closes of
 * `https://api.exchange.coinbase.com/products/BTC-USD/candles?granularity=86400`; the file name says of which product.
 * `before` as in `ObservationOptions`.
 */
function parseCoinbaseCsv(csv: string, file: string): readonly Item[] {
  return parseObservationCsv(csv, { file, seriesOf: () => seriesByStem(SERIES, file) });
}
