import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runShell, stepsOf } from '../docs/guide-page.ts';
import { startEmbedded, type TestServer } from '../support/postgres.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';
import { type Cluster, startCluster } from './cluster/cluster.ts';
import type { Image } from './cluster/kubelet.ts';
import { EXEC_MINOR, KUBECTL_SKIP, kubectlMinor, openApiOfKubectl, writeKubeconfig } from './cluster/kubectl.ts';
import { only, stagesOf } from './dockerfile.ts';
import { type Deployment, readKubernetes } from './manifests.ts';

const minor = kubectlMinor ?? 0;
const openApi = kubectlMinor === null ? null : openApiOfKubectl();
const why = [
  kubectlMinor === null ? KUBECTL_SKIP : '',
  hasRedis ? '' : REDIS_SKIP,
  process.platform === 'linux' ? '' : 'skipped but on Linux: each pod has a loopback address of its own',
].find((reason) => reason !== '');
const noExec = minor < EXEC_MINOR ? ` (skipped before kubectl 1.${EXEC_MINOR}, which executes over SPDY)` : '';
const noSchemas = openApi === null ? ' (skipped with a kubectl that brings no schemas)' : '';

const steps = stepsOf('docs/deploying.md', ['sh']);
const makeKey = steps.find(({ code }) => code.includes('genpkey'))?.code ?? 'false';
const [makeSecret, apply] = steps.filter(({ heading }) => heading === 'Kubernetes').map(({ code }) => code);

describe.skipIf(why !== undefined)(`the guide to Kubernetes${why ? ` (${why})` : ''}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-kube-'));
  const manifest = join(dir, 'deploy/kubernetes.yaml');
  let postgres: TestServer;
  let door: Server;
  let redis: TestRedis;
  let cluster: Cluster;
  let printed: string;
  let key: string;

  const shell = (commands: string) =>
    runShell(commands, { cwd: dir, env: { KUBECONFIG: join(dir, 'kubeconfig') } });
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
    await shell(
      (makeSecret ?? 'false')
        .replace('postgres.example.com:5432', `127.0.0.1:${port}`)
        .replace('redis.example.com:6379', redis.url.replace('redis://', '')),
    );
    const lines = (apply ?? 'false').split('\n');
    printed = await shell(lines.filter((line) => !noExec || !line.startsWith('kubectl exec')).join('\n'));
    expect(failures()).toEqual([]);
  }, 120_000);
  afterAll(async () => {
    await cluster?.stop();
    door?.close();
    await redis?.stop();
    await postgres?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  test('x', () => {
    console.log(printed, cluster.endpoints('alpha-data'));
  });
});

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
  writeFileSync(join(bin, 'alpha-data'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
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
