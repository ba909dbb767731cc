import { scorecardPoints } from '../../feeds/scorecards/feed.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { readEach } from './files.ts';
import { observationParser, parseObservationCsv } from './observation-csv.ts';

export const btcClose: Format = {
  name: 'btc-close',
  description: 'Daily BTC closes of an exchange: CSV with the columns date and btc',
  feed: scorecardPoints,
  read: (files) => readEach(files, parseBtcCloseCsv),
  parsers: [observationParser],
};

/** The files do not say which exchange; the closes differ from Coinbase's by some tenths of a per cent. */
function parseBtcCloseCsv(csv: string, file: string): readonly Item[] {
  return parseObservationCsv(csv, {
    file,
    seriesOf: (column) => {
      if (column.toLowerCase() === 'btc') return 'EXCHANGE:btc';
      throw new SourceError(`${file}: line 1: no column "btc" (the value is called ${column})`);
    },
  });
}
