import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { relay, startProxy } from './relay.ts';

/** Where containers reach the proxy: docker0 of the engine, which has a network of its own. */
const BRIDGE = '172.17.0.1';
const PROXY_PORT = 3128;
export const PROXY = `http://${BRIDGE}:${PROXY_PORT}`;

/** Packages put the client there. What comes before on the PATH of a machine may be of another version. */
const PATH = '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A Docker engine of a test's own. */
export interface Engine {
  /** A folder that goes with it. */
  readonly dir: string;
  /** For commands: `docker` in it means this engine. */
  readonly env: Readonly<Record<string, string>>;
  /** Where a port is reached that is published on the engine's 127.0.0.1. */
  urlOf(port: number): string;
  docker(...args: readonly string[]): string;
  /** Ends it with every container. */
  stop(): Promise<void>;
}

/** Starts one, or says why it cannot. */
export async function startEngine(ports: readonly number[]): Promise<Engine | { readonly why: string }> {
  const why = missing();
  if (why !== null) return { why };
  // Images are too big for a temporary folder that lies in memory.
  const dir = mkdtempSync('/var/tmp/alpha-docker-');
  const env = { PATH: `${join(dir, 'bin')}:${PATH}`, ...clientOf(dir) };
  writeFileSync(join(dir, 'daemon.json'), JSON.stringify(configurationOf(dir)));
  const proxy = await startProxy(join(dir, 'proxy.sock'));
  const script = [
    join(import.meta.dirname, 'engine.sh'),
    process.execPath,
    join(import.meta.dirname, 'namespace.ts'),
  ];
  const child = spawn('sh', [...script, dir, String(PROXY_PORT), ...ports.map(String)], {
    env,
    detached: true, // Ctrl+C is for the test; the engine ends by its stdin
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-1000);
  });
  const exited = once(child, 'exit');
  const isUp = () => spawnSync('docker', ['info'], { env, stdio: 'ignore' }).status === 0;
  const until = performance.now() + 30_000;
  while (!isUp()) {
    if (child.exitCode !== null || performance.now() > until) {
      child.stdin.end();
      proxy.close();
      await exited;
      return { why: `dockerd does not start: ${said.trim().split('\n').slice(-2).join(' ')}` };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const relays = new Map(
    ports.map((port) => [port, relay({ host: '127.0.0.1', port: 0 }, { path: join(dir, `${port}.sock`) })]),
  );
  await Promise.all([...relays.values()].map((server) => server.listening || once(server, 'listening')));
  const docker = (...args: readonly string[]) =>
    execFileSync('docker', args, { env, encoding: 'utf8' }).trim();
  return {
    dir,
    env,
    urlOf(port) {
      const address = relays.get(port)?.address() as AddressInfo | undefined; // it listens on TCP
      if (!address) throw new Error(`nothing leads to port ${port}`);
      return `http://127.0.0.1:${address.port}`;
    },
    docker,
    async stop() {
      // None of them has anything to end well for.
      spawnSync('sh', ['-c', 'docker ps --all --quiet | xargs --no-run-if-empty docker rm --force'], { env });
      for (const server of [proxy, ...relays.values()]) server.close();
      child.stdin.end();
      await exited;
    },
  };
}

/** What such an engine needs and the machine has not. */
function missing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'an engine needs Linux, and root';
  const has = (program: string) => PATH.split(':').some((folder) => existsSync(join(folder, program)));
  const programs = ['docker', 'dockerd', 'iptables', 'ip', 'unshare', 'mmdebstrap'];
  const absent = programs.find((program) => !has(program));
  if (absent !== undefined) return `there is no ${absent}`;
  if (!hasCompose() && !has('docker-compose')) return 'there is no docker compose';
  const { status } = spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'true']);
  return status === 0 ? null : 'it may not have namespaces of its own';
}

function hasCompose(): boolean {
  return spawnSync('docker', ['compose', 'version'], { env: { PATH }, stdio: 'ignore' }).status === 0;
}

/** A configuration of the client, and what it and the guide run that the machine may not have. */
function clientOf(dir: string): Readonly<Record<string, string>> {
  const config = join(dir, 'client');
  for (const folder of [join(config, 'cli-plugins'), join(dir, 'bin')])
    mkdirSync(folder, { recursive: true });
  if (!hasCompose()) {
    const plugin = join(import.meta.dirname, 'compose-plugin.sh');
    symlinkSync(plugin, join(config, 'cli-plugins/docker-compose'));
  }
  if (!existsSync('/usr/bin/sudo')) {
    writeFileSync(join(dir, 'bin/sudo'), '#!/bin/sh\nexec "$@"\n'); // we are root
    chmodSync(join(dir, 'bin/sudo'), 0o755);
  }
  return { DOCKER_CONFIG: config, DOCKER_HOST: `unix://${join(dir, 'docker.sock')}` };
}

const configurationOf = (dir: string) => ({
  hosts: [`unix://${join(dir, 'docker.sock')}`],
  'data-root': join(dir, 'root'),
  'exec-root': join(dir, 'exec'),
  pidfile: join(dir, 'dockerd.pid'),
  bip: `${BRIDGE}/16`,
  'cgroup-parent': `/${basename(dir)}`,
  'exec-opts': ['native.cgroupdriver=cgroupfs'],
  features: { buildkit: true }, // what newer engines do anyway
});
