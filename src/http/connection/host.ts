import type { IncomingMessage, RequestListener } from 'node:http';
import { refusalBody } from './refusal-body.ts';

/** An IPv6 address in brackets or a name, and a port: RFC 9110, section 7.2. It may be empty. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[0-9a-f:.]+\])(?::\d*)?$/i;

/**
 * What is wrong with the `Host` of a request: RFC 9112, section 3.2, wants 400 for several, for none in HTTP/1.1 and for a
 * malformed one. Node alone takes the first of several, and looks at none of a WebSocket upgrade. Null: nothing is.
 */
export function hostFault({ rawHeaders, httpVersion, headers }: IncomingMessage): string | null {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) count += 1;
  if (count > 1) return 'there must be one Host header; got several';
  if (count === 0) return httpVersion === '1.1' ? 'there must be a Host header' : null;
  return HOST.test(headers.host ?? '') ? null : 'the Host header must be a name or an address, and a port';
}

/** Looks at the length first: it is asked of every header of every request. */
const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === 'host';

/** The body of a 400 for a connection that gets no further. */
export const badRequestBody = (detail: string): string => refusalBody(400, 'Bad Request', detail);

/** Answers 400, and hangs up, ahead of the listener. `metrics` counts it. */
export function requireHost(
  listener: RequestListener,
  metrics: { refused(status: number): void },
): RequestListener {
  return (raw, response) => {
    const fault = hostFault(raw);
    if (fault === null) return listener(raw, response);
    metrics.refused(400);
    const headers = { 'content-type': 'application/problem+json', connection: 'close' };
    response.writeHead(400, headers).end(badRequestBody(fault));
  };
}

/** Whether a request came to a name that pages of ours have. */
export type OwnHost = (raw: IncomingMessage) => boolean;

/**
 * Any page can point its own name to 127.0.0.1 (DNS rebinding): to a browser the server is of the same origin then. So on a
 * loopback address only loopback names count, and the host of `PUBLIC_URL`, for a proxy on the same machine.
 */
export function createOwnHost(publicUrl: string | null): OwnHost {
  const publicHost = publicUrl === null ? null : new URL(publicUrl).hostname;
  return ({ socket, headers }) => {
    if (!isLoopback(socket.localAddress ?? '')) return true;
    const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
    return name === publicHost || isLoopbackName(name);
  };
}

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/i.test(address);

/** Browsers resolve `localhost` and the names below it by themselves; 0.0.0.0 and [::] reach this machine as well. */
const isLoopbackName = (name: string): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|(?:[\w-]+\.)*localhost)$/.test(name);

/** For the error of a request that came to another name. */
export const FOREIGN_HOST =
  'a server on a loopback address answers only to loopback names and to the host of PUBLIC_URL';
