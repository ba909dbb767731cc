import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Surface } from '../../../src/http/surface.ts';
import { freePort } from '../../support/free-port.ts';
import { sendRaw, startServer, type TestServer } from '../../support/http-server.ts';

let opened = 0;
let handled = 0;
const surface: Surface = {
  name: 'test',
  sockets: {
    path: '/socket',
    protocol: 'test',
    opened: (socket) => {
      opened += 1;
      socket.close('GoingAway', 'opened');
    },
  },
  register(app) {
    app.get('/page', async () => {
      handled += 1;
      return 'handled';
    });
  },
};

const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol: test',
];
const REFUSED = [
  ['two', ['Host: localhost', 'Host: localhost']],
  ['two that differ', ['Host: localhost', 'host: evil.example']],
  ['two, one of them empty', ['Host:', 'Host: localhost']],
  ['none', []],
  ['one with a blank in it', ['Host: local host']],
  ['one with a path', ['Host: localhost/evil']],
  ['one with a user', ['Host: me@localhost']],
  ['one with two ports', ['Host: localhost:1:2']],
] as const;
const ACCEPTED = [
  ['Host: localhost'],
  ['Host: LOCALHOST:4000'],
  ['Host: 127.0.0.1:4000'],
  ['Host: [::1]:4000'],
  ['Host: a-name_of.docker:80'],
  ['Host:'],
];

const bytesOf = (path: string, lines: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');

// With kept answers there is a listener ahead of the pipeline.
describe.each([0, 1_000_000])('Host headers, with %i bytes for kept answers', (cacheBytes) => {
  let server: TestServer;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    server = await startServer({ surfaces: [surface], cacheBytes, metricsPort });
  });
  afterAll(() => server.close());

  test.each(REFUSED)('%s: 400 before anything else', async (_, hosts) => {
    [handled, opened] = [0, 0];
    for (const [port, path, more] of [
      [server.port, '/page', []],
      [server.port, '/nowhere', []],
      [server.port, '/socket', UPGRADE],
      [metricsPort, '/metrics', []],
    ] as const) {
      const answer = await sendRaw(port, bytesOf(path, [...hosts, ...more]));
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer.split('HTTP/1.1'), path).toHaveLength(2);
      expect(answer, path).toMatch(/"detail":"[^"]*Host/);
    }
    expect([handled, opened]).toEqual([0, 0]);
  });

  test.each(ACCEPTED)('%s is served', async (host) => {
    const close = 'Connection: close';
    expect(await sendRaw(server.port, bytesOf('/page', [host, close]))).toContain('handled');
    expect(await sendRaw(metricsPort, bytesOf('/metrics', ['Host: localhost', close]))).toContain(' 200 OK');
  });

  test('one of an upgrade is served', async () => {
    const answer = await sendRaw(server.port, bytesOf('/socket', ['Host: localhost', ...UPGRADE]));
    expect(answer).toContain(' 101 ');
  });

  test('without one HTTP/1.0 is served', async () => {
    expect(await sendRaw(server.port, 'GET /page HTTP/1.0\r\n\r\n')).toContain('handled');
  });
});
