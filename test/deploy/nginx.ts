import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';

/** Whether nginx is installed; where it is required, its absence is a failure and no reason to skip. */
export const hasNginx = isInstalled();
if (!hasNginx && process.env.REQUIRE_NGINX === '1') throw new Error('REQUIRE_NGINX=1, but there is no nginx');

export const NGINX_SKIP = 'skipped without nginx; install the package nginx-light';

/** nginx with a configuration of ours, in which some texts are replaced, on a free port. */
export async function startNginx(
  configuration: string,
  replacements: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-nginx-'));
  const port = await freePort();
  // Folders of its own: the packaged ones belong to root.
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${dir}/${of};`,
  );
  const changes = {
    ...replacements,
    'listen 80;': `listen 127.0.0.1:${port};`,
    'http {': `http { ${folders.join(' ')}`,
  };
  let text = readFileSync(configuration, 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(join(dir, 'nginx.conf'), text);
  const globals = `daemon off; pid ${dir}/pid; error_log ${dir}/error.log;`;
  const child = spawn('nginx', ['-p', dir, '-c', 'nginx.conf', '-g', globals], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/livez`), { timeout: 300_000 });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function isInstalled(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
