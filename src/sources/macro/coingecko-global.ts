import { scorecardPoints } from '../../feeds/scorecards/feed.ts';
import type { Format, Item } from '../format.ts';
import { readEach, seriesByStem } from './files.ts';
import { observationParser, parseObservationCsv } from './observation-csv.ts';

export const coingeckoGlobal: Format = {
  name: 'coingecko-global',
  description:
    'Daily CSVs of CoinGecko /global: btc_dominance, crypto_market_cap, crypto_volume, active_cryptoassets',
  feed: scorecardPoints,
  read: (files) => readEach(files, parseCoingeckoGlobalCsv),
  parsers: [observationParser],
};

/** Per cent, USD, USD over 24 h, and a count. */
const SERIES = {
  btc_dominance: 'COINGECKO:btc_dominance',
  crypto_market_cap: 'COINGECKO:crypto_market_cap',
  crypto_volume: 'COINGECKO:crypto_volume',
  active_cryptoassets: 'COINGECKO:active_cryptoassets',
};

/**
 * A CSV `as_of,value,status` of one field of `https://api.coingecko.com/api/v3/global`, captured once a day; the file
 * name says which.
 */
function parseCoingeckoGlobalCsv(csv: string, file: string): readonly Item[] {
  return parseObservationCsv(csv, { file, seriesOf: () => seriesByStem(SERIES, file) });
}
