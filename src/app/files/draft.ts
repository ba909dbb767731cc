import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import type { FeedFile } from '../../core/files/feed-file.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import { createEncoder } from '../../rest/formats/create-encoder.ts';

/** A file of Parquet that is being made, at a path of its own: nothing lists it, and what is left of one is no file. */
export interface Draft {
  readonly path: string;
  add(rows: readonly AnyRecord[]): Promise<void>;
  /** Its bytes are on the disk then. */
  finish(): Promise<Pick<FeedFile, 'rows' | 'bytes' | 'sha256'>>;
  /** To be called in the end, whatever has become of it. */
  discard(): Promise<void>;
}

/** @param item JSON Schema of the rows. */
export async function openDraft(folder: string, item: TSchema): Promise<Draft> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const encoder = await createEncoder('parquet', item);
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  const size = { rows: 0, bytes: 0 };
  const write = async (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    hash.update(bytes);
    size.bytes += bytes.length;
    await file.writeFile(bytes);
  };
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await file.close();
  };
  return {
    path,
    async add(rows) {
      size.rows += rows.length;
      await write(encoder.write(rows));
    },
    async finish() {
      await write(encoder.end());
      await file.sync();
      await close();
      return { ...size, sha256: hash.digest('hex') };
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}
