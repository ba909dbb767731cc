import { basename } from 'node:path';
import { strategies } from '../../feeds/mte/feed.ts';
import { entryParser } from '../entry-parser.ts';
import type { Format, ImportOptions, Item } from '../format.ts';
import { readResultFile } from './result-file.ts';
import { contextOf, strategiesOf, strategyParser } from './strategy-result.ts';

const metadataParser = entryParser({
  name: 'freqtrade-metadata',
  version: 1,
  feed: strategies,
  captures: 'state',
  read: () => [{ kind: 'skipped', reason: 'metadata of a run' }],
});

export const freqtradeBacktest: Format = {
  name: 'freqtrade-backtest',
  description: 'freqtrade: backtest-result-*.zip or .json; their .meta.json may be given too',
  feed: strategies,
  read: readBacktests,
  parsers: [strategyParser, metadataParser],
};

/** Metadata adds the time of the run where a result lacks it, whichever of the two is named first. */
async function* readBacktests(files: readonly string[], options: ImportOptions): AsyncGenerator<Item> {
  const metadata = new Map<string, Readonly<Record<string, unknown>>>();
  for (const file of files.filter(isNamedMetadata)) {
    const read = await readResultFile(file);
    if (read.kind === 'metadata') metadata.set(runOf(file), read.metadata);
    yield* metadataParser.parse(
      file,
      Object.entries(read.metadata).map(([name, raw]) => ({ at: `strategy ${name}`, raw })),
    );
  }
  for (const file of files.filter((name) => !isNamedMetadata(name))) {
    const read = await readResultFile(file);
    // A metadata file under another name: nothing in it is a result.
    if (read.kind === 'metadata') yield* metadataParser.parse(file, [{ at: 'file', raw: read.metadata }]);
    else yield* strategyParser.parse(file, strategiesOf(read, metadata.get(runOf(file))), contextOf(options));
  }
}

const METADATA = /\.meta\.json(?:\.gz)?$/;

const isNamedMetadata = (file: string): boolean => METADATA.test(file);

/** `backtest-result-2024-09-05_21-59-25`: what a result and its metadata have in common. */
const runOf = (file: string): string => basename(file).replace(/(?:\.meta)?\.json(?:\.gz)?$|\.zip$/, '');
