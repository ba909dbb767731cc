import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runShell, stepsOf } from '../docs/guide-page.ts';
import { startEmbedded, type TestServer } from '../support/postgres.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';
import { startClients } from './cluster/clients.ts';
import { type Cluster, startCluster } from './cluster/cluster.ts';
import {
  EXEC_MINOR,
  KUBECTL_SKIP,
  kubectlMinor,
  openApiOfKubectl,
  writeKubeconfig,
} from './cluster/kubectl.ts';
import type { Image } from './cluster/kubelet.ts';
import { only, stagesOf } from './dockerfile.ts';
import { type Deployment, readKubernetes } from './manifests.ts';

const minor = kubectlMinor ?? 0;
const openApi = kubectlMinor === null ? null : openApiOfKubectl();
const why = [
  kubectlMinor === null ? KUBECTL_SKIP : '',
  hasRedis ? '' : REDIS_SKIP,
  process.platform === 'linux' ? '' : 'skipped but on Linux: each pod has a loopback address of its own',
].find((reason) => reason !== '');
const noExec =
  minor < EXEC_MINOR ? ` (skipped before kubectl 1.${EXEC_MINOR}, which executes over SPDY)` : '';
const noSchemas = openApi === null ? ' (skipped with a kubectl that brings no schemas)' : '';

const steps = stepsOf('docs/deploying.md', ['sh']);
const makeKey = steps.find(({ code }) => code.includes('genpkey'))?.code ?? 'false';
const [makeSecret, apply] = steps.filter(({ heading }) => heading === 'Kubernetes').map(({ code }) => code);

describe.skipIf(why !== undefined)(`the guide to Kubernetes${why ? ` (${why})` : ''}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-kube-'));
  const deployment = readKubernetes().get('Deployment') as Deployment; // its fields are used below
  const manifest = join(dir, 'deploy/kubernetes.yaml');
  let postgres: TestServer;
  let door: Server;
  let redis: TestRedis;
  let cluster: Cluster;
  let printed: string;
  let key: string;

  // A pod that fails is why, more often than not.
  const shell = (commands: string) =>
    runShell(commands, { cwd: dir, env: { KUBECONFIG: join(dir, 'kubeconfig') } }).catch((error: unknown) => {
      throw new Error([String(error), ...failures()].join('\n'), { cause: error });
    });
  const inPod = async (...command: readonly string[]) => {
    const out = cluster.pods[0]?.execute(command).stdout;
    return out ? text(out) : '';
  };
  const failures = () => cluster.pods.flatMap(({ failure }) => failure ?? []);

  beforeAll(async () => {
    chmodSync(dir, 0o755);
    mkdirSync(join(dir, 'deploy'));
    copyFileSync('deploy/kubernetes.yaml', manifest);
    [postgres, redis] = await Promise.all([startEmbedded(), startRedis()]);
    door = await openDoor(postgres);
    cluster = await startCluster({ dir, image: imageIn(dir), minor, openApi });
    writeKubeconfig(dir, cluster.url);
    await shell(makeKey);
    const { port } = door.address() as AddressInfo; // it listens on TCP
    let command = makeSecret ?? 'false';
    for (const [from, to] of [
      ['postgres.example.com:5432', `127.0.0.1:${port}`],
      ['redis://redis.example.com:6379', redis.url],
    ] as const) {
      expect(command).toContain(from);
      command = command.replace(from, to);
    }
    await shell(command);
    const lines = (apply ?? 'false').split('\n');
    printed = await shell(lines.filter((line) => !noExec || !line.startsWith('kubectl exec')).join('\n'));
    expect(failures()).toEqual([]);
    key =
      (noExec ? await inPod('alpha-data', 'keys', 'create', '--tier', 'quant') : printed)
        .trim()
        .split('\n')
        .at(-1) ?? '';
  }, 600_000);
  afterAll(async () => {
    await cluster?.stop();
    door?.close();
    await redis?.stop();
    await postgres?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 600_000);

  test('kubectl says what it made, and the objects of the manifest are there', () => {
    for (const [kind, object] of readKubernetes()) {
      expect(cluster.objects.get(kind, 'alpha-data')).toMatchObject(object);
      expect(printed).toMatch(new RegExp(`^${kind.toLowerCase()}\\S*/alpha-data created$`, 'm'));
    }
    expect(printed).toContain('successfully rolled out');
  });

  test('the pods are ready and live, with their metrics where scrapers are told', async () => {
    const { replicas, template } = deployment.spec;
    expect(cluster.endpoints('alpha-data')).toHaveLength(replicas);
    await expect.poll(() => cluster.pods.map(({ isLive }) => isLive)).toEqual([true, true]);
    for (const { ip } of cluster.pods) {
      const metrics = await fetch(
        `http://${ip}:${template.metadata.annotations['prometheus.io/port']}/metrics`,
      );
      expect(metrics.status).toBe(200);
    }
  });

  test.skipIf(process.getuid?.() !== 0)(
    'the signing key is for the user of the container and nobody else (skipped unless root)',
    () => {
      const { runAsUser: uid, runAsGroup: gid } = deployment.spec.template.spec.securityContext;
      const path = join(cluster.pods[0]?.root ?? '', '/run/secrets/alpha-data/signing-key.pem');
      const read = (user: { readonly uid: number; readonly gid: number }) =>
        execFileSync('cat', [path], { ...user, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      expect(read({ uid, gid })).toBe(readFileSync(join(dir, 'signing-key.pem'), 'utf8'));
      expect(() => read({ uid: uid + 1, gid: gid + 1 })).toThrow();
    },
  );

  test('a key that was made in one pod is good in all', async () => {
    for (const url of cluster.endpoints('alpha-data')) {
      expect(await read(`${url}/api/v1/congress`)).toBe(401);
      expect(await read(`${url}/api/v1/congress`, key)).toBe(200);
    }
  });

  test.skipIf(noExec !== '')(
    `kubectl prints what a command prints, and fails as it does${noExec}`,
    async () => {
      expect(key).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      const failing = shell('kubectl exec deploy/alpha-data -- alpha-data keys create --tier none');
      await expect(failing).rejects.toThrow(/none[\s\S]*command terminated with exit code 1/);
    },
  );

  test.skipIf(openApi === null)(`kubectl refuses what is no manifest${noSchemas}`, async () => {
    const right = readFileSync(manifest, 'utf8');
    for (const [from, to, complaint] of [
      ['maxSurge: 1', 'maxSurges: 1', 'maxSurges'],
      ['containerPort: 9464', 'containerPort: metrics', 'containerPort'],
      ['  podSelector:\n    matchLabels: { app.kubernetes.io/name: alpha-data }\n', '', 'podSelector'],
    ] as const) {
      expect(right).toContain(from);
      writeFileSync(join(dir, 'wrong.yaml'), right.replace(from, to));
      await expect(shell('kubectl apply -f wrong.yaml')).rejects.toThrow(complaint);
    }
  });

  test('what is applied again changes nothing; another PUBLIC_URL replaces one pod after the other, without a request refused', async () => {
    const applied = apply?.split('\n')[0] ?? 'false';
    expect(await shell(applied)).toContain('deployment.apps/alpha-data unchanged');
    expect(cluster.objects.list('Deployment').map(({ metadata }) => metadata.generation)).toEqual([1]);
    const before = cluster.pods;
    const clients = startClients(
      (url) => read(`${url}/api/v1/congress`, key),
      () => cluster.endpoints('alpha-data'),
    );
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('data.example.com', 'other.example.com'));
    await shell(`${applied}\nkubectl rollout status deploy/alpha-data`);
    const { terminationGracePeriodSeconds } = deployment.spec.template.spec;
    await expect.poll(() => before.filter(({ end }) => end === null).length, { timeout: 300_000 }).toBe(0);
    const statuses = await clients.stop();

    expect(failures()).toEqual([]);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(20);
    for (const { end } of before) {
      expect(end).toMatchObject({ code: 0, signal: null });
      expect(end?.tookMs).toBeLessThan(terminationGracePeriodSeconds * 1000);
    }
    const after = cluster.endpoints('alpha-data');
    expect(after).toHaveLength(deployment.spec.replicas);
    for (const url of after)
      expect(await (await fetch(`${url}/api/openapi.json`)).text()).toContain('https://other.example.com');
  }, 600_000);
});

/** The status of a page read to its end, over a connection of its own. */
async function read(url: string, key?: string): Promise<number> {
  const response = await fetch(url, { headers: { connection: 'close', ...(key && { 'x-api-key': key }) } });
  await response.arrayBuffer();
  return response.status;
}

/** PostgreSQL on TCP, which the embedded one does not listen on. */
async function openDoor({ connection }: TestServer): Promise<Server> {
  if (!('host' in connection)) throw new Error('it is reached by its socket');
  const path = `${connection.host}/.s.PGSQL.${connection.port}`;
  const server = createServer((client) => {
    const inner = connect(path);
    client.pipe(inner).pipe(client);
    client.on('error', () => inner.destroy());
    inner.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The image of the Dockerfile, with the sources for what its build makes of them. */
function imageIn(folder: string): Image {
  const image = stagesOf('Dockerfile').at(-1) ?? [];
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const main = resolve('src/main.ts');
  writeFileSync(join(bin, 'alpha-data'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, {
    mode: 0o755,
  });
  const [tini, dashes, ...entry] = JSON.parse(only(image, 'ENTRYPOINT')) as readonly string[]; // our own file
  expect([tini, dashes]).toEqual(['tini', '--']);
  const pairs = only(image, 'ENV')
    .split(' ')
    .map((pair) => pair.split('='));
  const command = JSON.parse(only(image, 'CMD')) as readonly string[]; // our own file
  return {
    env: Object.fromEntries(pairs) as Readonly<Record<string, string>>, // every word of it is name=value
    command: [...entry, ...command].map((word, n) => (n === 0 ? join(bin, word) : word)),
    bin,
  };
}
