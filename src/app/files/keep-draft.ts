import { type FeedFile, placeOf } from '../../core/files/feed-file.ts';
import type { FileBucket } from '../../core/files/file-ports.ts';
import type { Draft } from './draft.ts';

/** Finishes a draft and keeps its bytes. Nothing lists the file yet. */
export async function keepDraft(
  draft: Draft,
  facts: Omit<FeedFile, 'rows' | 'bytes' | 'sha256'>,
  bucket: Pick<FileBucket, 'keep'>,
): Promise<FeedFile> {
  const file = { ...facts, ...(await draft.finish()) };
  await bucket.keep(placeOf(file), draft.path, file);
  return file;
}
