import { createHmac, createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an endpoint got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** `webhook-id`. */
  readonly id: string;
}

export interface AlertBody {
  readonly type: string;
  readonly data: {
    readonly alert_id: string;
    readonly after: string;
    readonly cursor: string;
    readonly events: readonly { readonly cursor: string; readonly result: { readonly data: never } }[];
  };
}

/** Answers a message; default 204. */
export type AnswerMessage = (message: Received, response: ServerResponse) => void;

/** An endpoint of alerts on a loopback address. */
export interface AlertEndpoint {
  readonly url: string;
  readonly messages: readonly Received[];
  answer: AnswerMessage;
  close(): Promise<void>;
}

/** What an app needs so that its alerts reach endpoints of tests. */
export const LOOPBACK_ENDPOINTS = { ALERT_ENDPOINTS: 'https://public:443,http://127.0.0.0/8:*' };

export const noContent: AnswerMessage = (_message, response) => void response.writeHead(204).end();
export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): AnswerMessage =>
  (_message, response) =>
    void response.writeHead(status, headers).end(body);

export async function openAlertEndpoint(answer: AnswerMessage = noContent): Promise<AlertEndpoint> {
  const messages: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        id: String(request.headers['webhook-id']),
      };
      messages.push(message);
      endpoint.answer(message, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint: AlertEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    answer,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return endpoint;
}

export const bodyOf = ({ body }: Received): AlertBody => JSON.parse(body) as AlertBody;

/** Whether a key pair signed it, of which this is the public key, `whpk_…`. */
export function isSignedByPair(publicKey: string, { headers, body, id }: Received): boolean {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  const signed = Buffer.from(`${id}.${headers['webhook-timestamp']}.${body}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => one.startsWith('v1a,') && verify(null, signed, key, Buffer.from(one.slice(4), 'base64')));
}

/** Whether a message is signed with a secret, by the text of Standard Webhooks 1.0. */
export function isSignedWith(secret: string, { headers, body, id }: Received): boolean {
  const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(wanted);
}
