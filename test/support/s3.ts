import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'range-parser';
import { type S3Key, verify } from './s3-signature.ts';

/** A server that has a bucket of the name `bucket`, and a key to it. */
export interface S3Bucket extends S3Key {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that keeps objects as S3 does and lets nobody in whose signature is not right. */
export async function startS3(more: Pick<S3Key, 'sessionToken'> = {}): Promise<S3Bucket> {
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a+secret/with=signs', ...more };
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(request, response, key, objects));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    ...key,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  key: S3Key,
  objects: Map<string, Buffer>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // of a request without an encoding
  const body = Buffer.concat(chunks);
  const { method = '', url: target = '' } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(',')]),
  );
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code></Error>`);

  const verdict = verify({ method, target, headers }, key, new Date());
  if (verdict !== 'ok') return void refuse(403, verdict);
  const name = decodeURIComponent(target.split('?')[0] ?? '');
  if (method === 'PUT') {
    const stated = headers['x-amz-content-sha256'];
    if (createHash('sha256').update(body).digest('hex') !== stated)
      return void refuse(400, 'XAmzContentSHA256Mismatch');
    objects.set(name, body);
    return void response.writeHead(200).end();
  }
  const object = objects.get(name);
  if (object === undefined) return void refuse(404, 'NoSuchKey');
  const [range] = headers.range === undefined ? [] : parse(object.length, headers.range).ranges;
  const { start, end } = range ?? { start: 0, end: object.length - 1 };
  response.writeHead(range ? 206 : 200, {
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${object.length}` } : {}),
  });
  response.end(method === 'HEAD' ? undefined : object.subarray(start, end + 1));
}
