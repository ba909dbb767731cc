import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newDataDir } from '../support/data-dir.ts';
import { startProcess } from '../support/process.ts';

/**
 * Resident, in MB: 335 by measurement at rest, 365 right after the market is made; some 70 of it are the binary of Node.
 * Without the limit on the young heap it is 440 to 450.
 */
const MOST = 420;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test.skipIf(process.platform !== 'linux')(
  'the demo of npm start is small at rest (needs /proc of Linux)',
  async () => {
    const [node, ...command] = (scripts.start ?? '').split(' ');
    const [main = '', serve = '', ...args] = command.slice(command.indexOf('src/main.ts'));
    expect([node, main, serve]).toEqual(['node', 'src/main.ts', 'serve']);
    const dataDir = await newDataDir();
    const nodeArgs = command.slice(0, command.indexOf(main));
    const server = await startProcess({ dataDir, nodeArgs, args });
    // What people open first is made when it is first asked for.
    for (const path of ['/', '/graphql', '/docs']) {
      const response = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(200);
      await response.text();
    }
    const kilobytes = Number(
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1],
    );
    expect(kilobytes / 1024).toBeLessThan(MOST);
    expect(await server.stop()).toBe(0);
    rmSync(dataDir, { recursive: true });
  },
  600_000,
);
