import { isMark } from '../../src/sources/captured.ts';
import type { Format, ImportOptions, Item, Mark } from '../../src/sources/format.ts';
import type { ImportReport } from '../../src/sources/import-run.ts';
import { type NullCount, nullRows } from './null-rates.ts';
import type { NOT_IMPORTED, SampleSet } from './samples.ts';

type Counts = Readonly<Record<string, number>>;

/** What one file came to when it was read by itself. */
export interface FileTally {
  readonly path: string;
  readonly read: number;
  /** By kind of item: record, input, reference. */
  readonly produced: Counts;
  /** By reason. */
  readonly rejected: Counts;
  readonly skipped: Counts;
}

/** A set of files with what its import said. */
export interface ImportedSet {
  readonly set: SampleSet;
  readonly files: readonly FileTally[];
  readonly report: ImportReport;
}

export async function tallyFile(
  format: Format,
  path: string,
  file: string,
  options: ImportOptions,
): Promise<FileTally> {
  const counts = { produced: {}, rejected: {}, skipped: {} };
  const count = (into: Record<string, number>, key: string) => {
    into[key] = (into[key] ?? 0) + 1;
  };
  let read = 0;
  for await (const item of format.read([file], options)) {
    // A note stands beside the entry it is about.
    if (item.kind === 'noted' || isMark(item)) continue;
    read += 1;
    countItem(item);
  }
  return { path, read, ...counts };

  function countItem(item: Exclude<Item, { kind: 'noted' } | Mark>): void {
    if (item.kind === 'rejected' || item.kind === 'skipped') count(counts[item.kind], item.reason);
    else count(counts.produced, item.kind);
  }
}

/** The page docs/samples.md. */
export function samplesPage(
  sets: readonly ImportedSet[],
  notImported: typeof NOT_IMPORTED,
  counts: readonly NullCount[],
): string {
  const fileRows = sets.flatMap(({ set, files }) =>
    files.map(({ path, read, produced, rejected, skipped }) => [
      path,
      set.format,
      number(read),
      listed(produced),
      listed(rejected),
      listed(skipped),
    ]),
  );
  const setRows = sets.map(({ set, files, report }) => {
    const { created, changedInputs, changedReferences, derived } = report;
    const counts = [
      files.length,
      created,
      changedInputs,
      changedReferences,
      derived.created,
      derived.updated,
    ];
    return [set.format, ...counts.map(number)];
  });
  return `# Samples

The real files of providers that the importers are tested with, and what came of each. They are not part of this project,
for some may not be redistributed; [data.md](data.md) says where providers publish such files. A test imports all of them and
holds this page against what it got; \`npx vitest run test/ingestion/samples -u\` writes it anew.

## By file

Every entry read is produced (as a record, a raw input, or a reference that completes records), rejected or
skipped.

${table(['file', 'format', 'read', 'produced', 'rejected', 'skipped'], fileRows)}

## By import

In this order, into an empty store. Records that engines made are under *derived*; an input that was there already, from
another file, is not counted again.

${table(['format', 'files', 'records', 'inputs', 'references', 'derived', 'derived anew'], setRows)}

## What is null

Of the records that are shown in the end: the share that has no value, in the version before the rules of dates, identity and native
facts were mended, and now; and why. Fields that are not listed are never null.

${table(['module', 'field', 'before', 'now', 'why'], nullRows(counts))}

## Not imported

By decision: these files are no data for this API.

${table(['file', 'why'], Object.entries(notImported['by decision']))}

No format reads these yet:

${table(['file', 'what it holds'], Object.entries(notImported['no format yet']))}
`;
}

const number = (value: number): string => value.toLocaleString('en');

const listed = (counts: Counts): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => `${number(count)} ${key}${key in PLURAL && count !== 1 ? 's' : ''}`)
    .join('; ');

const PLURAL = { record: true, input: true, reference: true };

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
