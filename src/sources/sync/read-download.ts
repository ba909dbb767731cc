import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Format, type ImportOptions, type Item, SourceError } from '../format.ts';
import type { Answer } from './answer.ts';

/**
 * What a format of `import` makes of a downloaded file. It goes through a temporary file: formats read files, with their
 * gzip, encodings and error pages, and nothing here may read them differently. Rejections and errors name the URL.
 */
export async function* readDownload(
  format: Format,
  answer: Answer,
  options: ImportOptions = {},
): AsyncGenerator<Item> {
  const folder = await mkdtemp(join(tmpdir(), 'alpha-sync-'));
  const file = join(folder, basename(new URL(answer.url).pathname) || 'download');
  try {
    await writeFile(file, answer.bytes);
    for await (const item of format.read([file], options)) {
      if (item.kind === 'rejected') yield { ...item, file: item.file.replace(file, answer.url) };
      else if (item.kind === 'capture') yield { ...item, place: item.place.replace(file, answer.url) };
      else yield item;
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new SourceError(error.message.replaceAll(file, answer.url), { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
