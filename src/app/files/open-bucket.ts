import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { FileBucket } from '../../core/files/file-ports.ts';
import { createLocalBucket } from '../../files/local-bucket.ts';
import { createS3Bucket, type S3Place } from '../../s3/s3-bucket.ts';

/** Where files are made and kept: data that can be cloned, for the thread that makes them. */
export interface BucketPlace {
  /** What is made is here first. */
  readonly folder: string;
  /** Null: it stays there. */
  readonly s3: S3Place | null;
}

export const bucketPlace = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): BucketPlace => ({
  folder: join(dataDir, 'files'),
  s3: files,
});

/** @returns with the folder of drafts, on the disk of a local bucket. */
export const openBucket = ({
  folder,
  s3,
}: BucketPlace): { readonly bucket: FileBucket; readonly drafts: string } => ({
  bucket: s3 === null ? createLocalBucket(folder) : createS3Bucket(s3),
  drafts: join(folder, '.making'),
});
