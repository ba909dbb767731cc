import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { relay } from './relay.ts';

/** What engine.sh starts as the first process of the engine's namespaces. */
const [dir = '', proxyPort = '', ...published] = process.argv.slice(2);

// An engine of the machine, and its containerd, keep their sockets and locks there.
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
execFileSync('ip', ['link', 'set', 'lo', 'up']);
relay({ host: '0.0.0.0', port: Number(proxyPort) }, { path: join(dir, 'proxy.sock') });
for (const port of published)
  relay({ path: join(dir, `${port}.sock`) }, { host: '127.0.0.1', port: Number(port) });

const dockerd = spawn('dockerd', ['--config-file', join(dir, 'daemon.json')], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
dockerd.once('exit', (code) => process.exit(code ?? 1));
// Its end is the end of the test, be it killed.
process.stdin.resume().once('end', () => dockerd.kill('SIGTERM'));
