import { join } from 'node:path';
import type { FilesConfig } from '../../config.ts';
import type { FileBucket } from '../../core/files/file-ports.ts';
import { createLocalBucket } from '../../files/local-bucket.ts';
import { createS3Bucket } from '../../s3/s3-bucket.ts';

/** Also where what is made is before it is kept: on the disk of a local bucket. */
export const openBucket = ({
  folder,
  s3,
}: FilesConfig): { readonly bucket: FileBucket; readonly drafts: string } => ({
  bucket: s3 === null ? createLocalBucket(folder) : createS3Bucket(s3),
  drafts: join(folder, '.making'),
});
