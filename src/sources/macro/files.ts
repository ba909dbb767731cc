import { basename } from 'node:path';
import { type Item, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';

/** Items of files one by one, by a parser of text. */
export async function* readEach(
  files: readonly string[],
  parse: (text: string, file: string) => readonly Item[],
): AsyncGenerator<Item> {
  for (const file of files) yield* parse(await readText(file), file);
}

/** `VIXCLS` of `/data/VIXCLS.csv.gz`. */
export function fileStem(file: string): string {
  return basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.(csv|txt)$/i, '');
}

/** The series a file is named after; throws `SourceError` when it is named after none of them. */
export function seriesByStem(series: Readonly<Record<string, string>>, file: string): string {
  const found = Object.entries(series).find(([stem]) => stem === fileStem(file).toLowerCase());
  if (found !== undefined) return found[1];
  throw new SourceError(
    `${file}: the file name must say what it holds: one of ${Object.keys(series).join(', ')}`,
  );
}
