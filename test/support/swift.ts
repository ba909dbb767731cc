import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { vi } from 'vitest';
import { freePort } from './free-port.ts';
import type { S3Bucket } from './s3.ts';

const PARTS = ['account', 'container', 'object'] as const;

/** Whether OpenStack Swift is installed; where it is required, its absence is a failure and no reason to skip. */
export const hasSwift = isInstalled();
if (!hasSwift && process.env.REQUIRE_SWIFT === '1')
  throw new Error('REQUIRE_SWIFT=1, but there is no swift-proxy-server on the PATH');

/** For the names of suites that need it. */
export const SWIFT_SKIP =
  'skipped without OpenStack Swift; install swift-proxy, swift-account, swift-container and swift-object';

/** OpenStack Swift on one device, with its middleware for the protocol of S3 in front. */
export async function startSwift(): Promise<S3Bucket> {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-swift-'));
  mkdirSync(join(dir, 'devices/one'), { recursive: true });
  const children: ChildProcess[] = [];
  const start = (program: string, text: string) => {
    const path = join(dir, `${program}.conf`);
    writeFileSync(path, text);
    // What it complains of goes where the output of the tests goes.
    children.push(spawn(`swift-${program}-server`, [path], { stdio: ['ignore', 'ignore', 'inherit'] }));
  };
  writeFileSync(join(dir, 'swift.conf'), SWIFT);
  for (const part of PARTS) {
    const [builder, port] = [join(dir, `${part}.builder`), await freePort()];
    const ring = (...command: readonly string[]) =>
      execFileSync('swift-ring-builder', [builder, ...command], { stdio: 'ignore' });
    ring('create', '4', '1', '1');
    ring(
      ...['add', '--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port)],
      ...['--device', 'one', '--weight', '1'],
    );
    ring('rebalance');
    start(part, serverConf(dir, part, port));
  }
  const port = await freePort();
  start('proxy', proxyConf(dir, port));
  const key = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
  const url = `http://127.0.0.1:${port}`;
  const client = new AwsClient({ ...key, service: 's3', region: 'us-east-1', retries: 0 });
  await vi.waitUntil(
    async () => (await client.fetch(`${url}/bucket`, { method: 'PUT' }).catch(() => null))?.ok,
    { timeout: 480_000, interval: 200 },
  );
  return {
    ...key,
    url,
    async stop() {
      const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of children) child.kill();
      await Promise.all(ended);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const SWIFT = `[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
[storage-policy:0]
name = one
default = yes
`;

const common = (dir: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${process.env.USER ?? 'root'}
swift_dir = ${dir}
devices = ${join(dir, 'devices')}
mount_check = false
workers = 0
`;

const serverConf = (dir: string, part: string, port: number) => `${common(dir, port)}
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`;

const FILTERS = ['catch_errors', 'memcache', 'listing_formats', 's3api', 'tempauth', 'copy'];

const proxyConf = (dir: string, port: number) => `${common(dir, port)}
[pipeline:main]
pipeline = ${FILTERS.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
${FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n${name === 'tempauth' ? 'user_test_tester = testing .admin .reseller_admin\n' : ''}`).join('')}`;

function isInstalled(): boolean {
  try {
    execFileSync('swift-proxy-server', ['--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
