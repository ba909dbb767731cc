import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newDataDir } from '../support/data-dir.ts';
import { startProcess } from '../support/process.ts';

/** Resident, in MB: some 250 by measurement. */
const MOST = 320;

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
