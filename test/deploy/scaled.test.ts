import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_PROTOCOL } from '../../src/graphql/live/socket.ts';
import { stepsOf } from '../docs/guide-page.ts';
import { freePort } from '../support/free-port.ts';
import { startSystem, systemPostgres, type TestServer } from '../support/postgres.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';
import { signal } from '../support/signal.ts';
import { type Deployment, readCompose, readKubernetes } from './manifests.ts';
import { hasNginx, NGINX_SKIP, startNginx } from './nginx.ts';

const bin = systemPostgres();
const why = [
  hasNginx ? '' : NGINX_SKIP,
  hasRedis ? '' : REDIS_SKIP,
  bin === null ? 'skipped without an installed PostgreSQL' : '',
].find((reason) => reason !== '');

describe.skipIf(why !== undefined)(`two servers as in compose.yaml${why ? ` (${why})` : ''}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-scaled-'));
  const deployment = readKubernetes().get('Deployment') as Deployment; // its fields are used below
  let postgres: TestServer;
  let redis: TestRedis;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let addresses: readonly string[];
  let starts: readonly (() => Promise<ServerProcess>)[];
  let servers: ServerProcess[];
  let key: string;
  let isStoreAway = false;

  beforeAll(async () => {
    const commands = stepsOf('docs/deploying.md', ['sh']).find(({ code }) => code.includes('genpkey'));
    execFileSync('sh', ['-ec', commands?.code ?? 'false'], { cwd: dir });
    [postgres, redis] = await Promise.all([startSystem(bin ?? ''), startRedis()]);
    const { connection } = postgres;
    if (!('host' in connection)) throw new Error('it is reached by its socket');
    const [, password = ''] =
      /^POSTGRES_PASSWORD=(\w+)$/m.exec(readFileSync(join(dir, '.env'), 'utf8')) ?? [];
    const { environment = {} } = readCompose({ POSTGRES_PASSWORD: password }).services['server-1'] ?? {};
    expect(environment.DATABASE_URL).toContain(`alpha:${password}@`);
    const ports = await Promise.all([freePort(), freePort()]);
    addresses = ports.map((port) => `127.0.0.1:${port}`);
    starts = ports.map((port, n) => async () => {
      const given = Object.entries(environment).map(([name, value]) => [name, String(value)]);
      const env = {
        ...Object.fromEntries(given),
        PORT: String(port),
        DATABASE_URL: `postgres:///${connection.database}`,
        PGHOST: connection.host,
        PGUSER: connection.user,
        REDIS_URL: redis.url,
        SIGNING_KEY_FILE: join(dir, 'signing-key.pem'),
        METRICS_PORT: String(await freePort()), // they share a machine here
      };
      return startProcess({ dataDir: join(dir, String(n)), env });
    });
    servers = await Promise.all(starts.map((start) => start()));
    nginx = await startNginx('deploy/nginx.conf', {
      'server-1:4000': addresses[0] ?? '',
      'server-2:4000': addresses[1] ?? '',
    });
    key = (await servers[0]?.issue('quant', 'ingest')) ?? '';
  }, 600_000);
  afterAll(async () => {
    await nginx?.stop();
    await Promise.all(servers?.map((server) => server.stop()) ?? []);
    await redis?.stop();
    if (!isStoreAway) await postgres?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 600_000);

  const ask = (path: string) => fetch(`${nginx.url}${path}`, { headers: { 'x-api-key': key } });
  const put = (id: string) =>
    fetch(`${nginx.url}/api/ingest/trade-feed`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify([signal(id)]),
    });

  test('both answer behind the proxy, for one quota', async () => {
    const left: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const response = await ask('/api/v1/trade-feed');
      expect(response.status).toBe(200);
      left.push(Number(response.headers.get('x-ratelimit-day-remaining')));
    }
    expect(new Set(left).size).toBe(left.length);
    const logged = (server: ServerProcess) =>
      server.log.flatMap((line) => (line.includes('/api/v1/trade-feed') ? [line] : []));
    await expect.poll(() => servers.map((server) => logged(server).length > 0)).toEqual([true, true]);
  });

  test('sockets and event streams pass through it, at once', async () => {
    const query = 'subscription { signals { kind node { symbol } } }';
    const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/graphql`, SOCKET_PROTOCOL);
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { 'X-API-Key': key } })),
    );
    await expect.poll(() => heard.length).toBe(1);
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    const headers = { 'x-api-key': key, accept: 'text/event-stream' };
    const stream = await fetch(`${nginx.url}/graphql?${new URLSearchParams({ query })}`, { headers });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    const reading = (async () => {
      while (!told.includes('CREATED')) told += (await reader?.read())?.value ?? '';
    })();
    // Which of the two is live first is not known: tell them until both heard.
    let n = 0;
    const both = async () => {
      n += 1;
      await put(`through-${n}`);
      return told.includes('CREATED') && heard.some((message) => message.includes('CREATED'));
    };
    await expect.poll(both, { timeout: 300_000, interval: 200 }).toBe(true);
    await reading;
    await reader?.cancel();
    socket.close();
  }, 600_000);

  test('one after the other is replaced without a request refused', async () => {
    const statuses = new Map<number, number>();
    let asking = true;
    const clients = Array.from({ length: 3 }, async () => {
      while (asking) {
        const { status } = await ask('/api/v1/mre');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    });
    for (const [n, start] of starts.entries()) {
      expect(await servers[n]?.stop()).toBe(0); // 1 for what has not ended in time
      servers[n] = await start();
    }
    asking = false;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
  }, 600_000);

  test('without the store the readiness probe of the Kubernetes manifest is refused and its liveness probe is not, and a stop is in time', async () => {
    const { spec } = deployment.spec.template;
    const [{ readinessProbe, livenessProbe }] = spec.containers;
    await postgres.stop();
    isStoreAway = true;
    const status = async (path: string) => (await fetch(`http://${addresses[0]}${path}`)).status;
    await expect.poll(() => status(readinessProbe.httpGet.path), { timeout: 300_000 }).toBe(503);
    expect(await status(livenessProbe.httpGet.path)).toBe(200);
    const beganAt = performance.now();
    await Promise.all(servers.map((server) => server.stop()));
    expect(performance.now() - beganAt).toBeLessThan(spec.terminationGracePeriodSeconds * 1000);
  }, 600_000);
});
