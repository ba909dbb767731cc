import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import type { Surface } from '../../src/http/surface.ts';
import { send, sendRaw, startServer, type TestServer } from '../support/http-server.ts';

const servers: TestServer[] = [];
async function start(...options: Parameters<typeof startServer>): Promise<TestServer> {
  const server = await startServer(...options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A route that answers when told to. */
function waitingSurface() {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const surface: Surface = {
    name: 'waiting',
    register(app) {
      app.get('/wait', async () => {
        arrived.resolve();
        await release.promise;
        return { done: true };
      });
    },
  };
  return { surface, arrived: arrived.promise, release: release.resolve };
}

describe('a stop', () => {
  test('lets requests in flight finish and takes no new connections', async () => {
    const { surface, arrived, release } = waitingSurface();
    const server = await start({ surfaces: [surface] });
    const inFlight = send(`${server.url}/wait`);
    await arrived;
    const closing = server.http.close();
    await expect.poll(() => server.http.app.server.listening).toBe(false);
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow();
    release();
    const answer = await inFlight;
    expect(answer).toMatchObject({ status: 200, body: '{"done":true}', headers: { connection: 'close' } });
    await closing;
  });

  test('fails readiness and refuses work on connections that are still open', async () => {
    const stream = new PassThrough();
    const surface: Surface = {
      name: 'stream',
      register(app) {
        app.get('/stream', (_request, reply) => reply.type('text/event-stream').send(stream));
      },
    };
    const server = await start({ surfaces: [surface] });
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    stream.write('data: 1\n\n');
    await expect.poll(() => answer).toContain('data: 1');
    const closing = server.http.close();
    const asked = once(server.http.app.server, 'request');
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'); // pipelined: answered behind the stream
    await asked;
    stream.end();
    await Promise.all([once(socket, 'close'), closing]);
    expect(answer).toMatch(/HTTP\/1.1 503 [\s\S]*connection: close[\s\S]*not ready: shutting down/i);
  });

  test('cuts what does not finish in time', async () => {
    const { surface, arrived } = waitingSurface();
    const server = await start({ surfaces: [surface], limits: { closeTimeoutMs: 50 } });
    const hanging = send(`${server.url}/wait`, { headers: { 'x-request-id': 'cut' } });
    await arrived;
    const [outcome] = await Promise.allSettled([hanging, server.http.close()]);
    expect(outcome.status).toBe('rejected');
    expect(await server.line('cut')).toMatchObject({ aborted: true });
  });

  test('closes idle keep-alive connections and writes the last use of keys', async () => {
    const server = await start();
    const { id, token } = await server.newKey();
    const socket = connect(server.port, '127.0.0.1');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`GET /api/v1/x HTTP/1.1\r\nHost: x\r\nX-API-Key: ${token}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    await server.http.close();
    await ended;
    expect((await server.keyStore.find(id))?.lastUsedAt).toEqual(server.clock.now());
  });
});

describe('readiness and life', () => {
  test('ready only while the store answers', async () => {
    let isUp = true;
    const health = {
      check: async () => {
        if (!isUp) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
      },
    };
    const server = await start({ health });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    isUp = false;
    const answer = await fetch(`${server.url}/readyz`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  });

  test('metrics by route and status, and of the process', async () => {
    const server = await start();
    await fetch(`${server.url}/api/v1/secret-path`);
    const answer = await fetch(`${server.url}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const metrics = await answer.text();
    expect(metrics).toContain(
      'http_request_duration_seconds_count{method="GET",route="unmatched",status="401"} 1',
    );
    expect(metrics).toContain('http_requests_in_flight 1');
    expect(metrics).toContain('process_cpu_seconds_total');
    expect(metrics).not.toContain('secret-path');
  });

  test('metrics on a port of their own', async () => {
    const probe = await start();
    const metricsPort = probe.port;
    await probe.close();
    servers.pop();
    const server = await start({ metricsPort });
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/livez`)).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  test('the public keys', async () => {
    const server = await start();
    await server.newKey();
    const answer = await fetch(`${server.url}/.well-known/jwks.json`);
    expect(await answer.json()).toEqual({
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: server.signer.jwk.x,
          kid: server.signer.kid,
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
    });
  });

  test('a metrics port in use is told by its own variable', async () => {
    const server = await start();
    await expect(startServer({ metricsPort: server.port })).rejects.toThrow(
      `port ${server.port} on 127.0.0.1 is in use; set METRICS_PORT to another`,
    );
  });

  test('a port in use is told in one line', async () => {
    const server = await start();
    await expect(startServer({ port: server.port })).rejects.toThrow(
      `port ${server.port} on 127.0.0.1 is in use; set PORT to another`,
    );
  });
});

describe('slow and malformed connections', () => {
  const limits = { headersTimeoutMs: 100, requestTimeoutMs: 200, checkEveryMs: 20 };

  test('headers that never end are cut, others are served meanwhile', async () => {
    const server = await start({ limits });
    const slow = Array.from({ length: 200 }, () =>
      sendRaw(server.port, 'GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    );
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  test('a body that never ends is cut', async () => {
    const server = await start({ limits });
    const body = await sendRaw(
      server.port,
      'POST /api/v1/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    expect(body).toMatch(/^HTTP\/1.1 (408|401) /);
  });

  test('garbage is 400, headers over the limit 431', async () => {
    const server = await start();
    expect(await sendRaw(server.port, 'GARBAGE\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 .*application\/problem\+json/s,
    );
    const big = `GET /livez HTTP/1.1\r\nHost: x\r\nX-API-Key: ${'a'.repeat(20_000)}\r\n\r\n`;
    expect(await sendRaw(server.port, big)).toMatch(/^HTTP\/1.1 431 /);
  });
});
