import type { InsiderFiling } from '../../../src/feeds/insider/feed.ts';
import type { Format, ImportOptions, Input, Rejection } from '../../../src/sources/format.ts';

export interface Collected {
  readonly records: readonly InsiderFiling[];
  readonly inputs: readonly Input[];
  readonly rejections: readonly Rejection[];
  /** Items that are none of these, by kind and reason. */
  readonly counts: Readonly<Record<string, number>>;
}

export async function collect(
  format: Format,
  files: readonly string[],
  options: ImportOptions = {},
): Promise<Collected> {
  const records: InsiderFiling[] = [];
  const inputs: Input[] = [];
  const rejections: Rejection[] = [];
  const counts: Record<string, number> = {};
  for await (const item of format.read(files, options)) {
    if (item.kind === 'record')
      records.push(item.record as InsiderFiling); // both formats are of this feed
    else if (item.kind === 'input') inputs.push(item.input);
    else if (item.kind === 'rejected') rejections.push(item);
    else if ('reason' in item) {
      const key = `${item.kind}: ${item.reason}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return { records, inputs, rejections, counts };
}

/** Without the entries as read, which are long. */
export const short = (rejections: readonly Rejection[]) =>
  rejections.map(({ at, field, reason }) => ({ at, field, reason }));
