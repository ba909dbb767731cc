import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface BytesAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** For what `fetch` hides or forbids: repeated headers, HEAD lengths, raw encodings, odd methods. */
export function sendBytes(
  url: string,
  options: RequestOptions = {},
  body?: string | Buffer,
): Promise<BytesAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<BytesAnswer>();
  const request = httpRequest(url, { agent: false, ...options }, (response) => {
    buffer(response).then(
      (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
      reject,
    );
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}
