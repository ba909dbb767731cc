import { connect } from 'node:net';

/**
 * Asks for one URL over `connections` sockets, one request at a time on each, for `ms` milliseconds; the answer is how
 * many requests were answered. Lighter than an HTTP client, so that the server and not the load is measured. Rejects
 * at the first answer that is not 200. With a body it is posted.
 */
export async function load(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: { readonly connections: number; readonly ms: number; readonly body?: string },
): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  const { body } = options;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}\r\n`);
  const start = `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`;
  const request = `${start}\r\nhost: ${hostname}\r\n${lines.join('')}\r\n${body ?? ''}`;
  const endsAtMs = performance.now() + options.ms;
  const ask = (): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let answered = 0;
    let text = '';
    socket.setEncoding('latin1').on('error', reject);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (!isWhole(text)) return;
      if (!text.startsWith('HTTP/1.1 200')) {
        socket.destroy();
        return reject(new Error(text.slice(0, 500)));
      }
      text = '';
      answered += 1;
      if (performance.now() < endsAtMs) return socket.write(request);
      socket.destroy();
      resolve(answered);
    });
    return promise;
  };
  const counts = await Promise.all(Array.from({ length: options.connections }, ask));
  return counts.reduce((sum, count) => sum + count, 0);
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0);
  return answer.length >= head + 4 + length;
}
