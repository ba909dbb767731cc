import { scorecardPoints } from '../../feeds/scorecards/feed.ts';
import type { Format, Item } from '../format.ts';
import { readEach, seriesByStem } from './files.ts';
import { observationParser, parseObservationCsv } from './observation-csv.ts';

export const defillama: Format = {
  name: 'defillama',
  description: 'Daily CSVs of DefiLlama totals in USD: defi_tvl, stablecoin_supply',
  feed: scorecardPoints,
  read: (files) => readEach(files, parseDefillamaCsv),
  parsers: [observationParser],
};

const SERIES = { defi_tvl: 'DEFILLAMA:defi_tvl', stablecoin_supply: 'DEFILLAMA:stablecoin_supply' };

/**
 * A CSV `as_of,value,status` of the daily totals that `https://api.llama.fi/v2/historicalChainTvl` and
 * `https://stablecoins.llama.fi/stablecoincharts/all` report; the file name says which.
 */
function parseDefillamaCsv(csv: string, file: string): readonly Item[] {
  return parseObservationCsv(csv, { file, seriesOf: () => seriesByStem(SERIES, file) });
}
