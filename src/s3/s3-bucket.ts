import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import type { FileBucket } from '../core/files/file-ports.ts';

/** A bucket of S3 or of what speaks its protocol, and a key that may get and put objects. */
export interface S3Place {
  /** The bucket, and where in it: `https://s3.eu-central-1.amazonaws.com/bucket/prefix`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

/** Most of what an error says in a log. */
const MAX_SAID = 300;
const TIMEOUT_MS = 10 * 60_000;

/** Keeps files in a bucket. Clients read them there, by links that are signed with its key. */
export function createS3Bucket({ url, sessionToken, ...credentials }: S3Place): FileBucket {
  const client = new AwsClient({
    ...credentials,
    ...(sessionToken === null ? {} : { sessionToken }),
    service: 's3',
    retries: 3,
  });
  const addressOf = (place: string) => new URL(`${url.replace(/\/+$/, '')}/${place}`);
  return {
    async keep(place, path, { sha256 }) {
      const answer = await client.fetch(addressOf(place), {
        method: 'PUT',
        body: await openAsBlob(path),
        headers: {
          'content-type': 'application/vnd.apache.parquet',
          // The bucket refuses bytes that are not these.
          'x-amz-content-sha256': sha256,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const said = await answer.text();
      if (answer.ok) return;
      throw new Error(
        `${addressOf(place).origin} answered ${answer.status} to ${place}: ${said.slice(0, MAX_SAID)}`,
      );
    },
    async linkTo(place, method, expiresInSeconds) {
      const address = addressOf(place);
      address.searchParams.set('X-Amz-Expires', String(expiresInSeconds));
      const signed = await client.sign(address, { method, aws: { signQuery: true } });
      return signed.url;
    },
    read: async () => null,
  };
}
