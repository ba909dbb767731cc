import { scorecardPoints } from '../../feeds/scorecards/feed.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { fileStem, readEach } from './files.ts';
import { observationParser, parseObservationCsv } from './observation-csv.ts';

export const fred: Format = {
  name: 'fred',
  description:
    'FRED series: CSV with a day and a value; series id in the header or, for `value`, the file name',
  feed: scorecardPoints,
  read: (files) => readEach(files, (text, file) => parseFredCsv(text, { file })),
  parsers: [observationParser],
};

export interface FredCsv {
  /** File or URL, for messages and rejections. */
  readonly file: string;
  /** The series asked for. Default: what the header, else the file name says. */
  readonly seriesId?: string;
}

/**
 * Text of `https://fred.stlouisfed.org/graph/fredgraph.csv?id=<series>&cosd=<first day>` as inputs `FRED:<series>` in
 * FRED's own units (WALCL and WTREGEN millions of USD, RRPONTSYD and M2SL billions). An answer about another series than
 * the one asked for is refused.
 */
export function parseFredCsv(csv: string, { file, seriesId }: FredCsv): readonly Item[] {
  const seriesOf = (column: string): string => {
    const stated = column.toLowerCase() === 'value' ? undefined : column;
    if (stated !== undefined && seriesId !== undefined && stated !== seriesId) {
      throw new SourceError(`${file}: line 1: holds ${stated}, not ${seriesId}`);
    }
    const id = (stated ?? seriesId ?? fileStem(file)).toUpperCase();
    if (!/^[A-Z][A-Z0-9_]*$/.test(id)) {
      throw new SourceError(`${file}: neither the header nor the file name is the id of a series ("${id}")`);
    }
    return `FRED:${id}`;
  };
  return parseObservationCsv(csv, { file, seriesOf });
}
