import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newDataDir } from '../support/data-dir.ts';
import { startProcess } from '../support/process.ts';

/**
 * Limit on what survives collections of the heap, in MB: 128 is enough by measurement, and the process aborts at 96. Without
 * a limit, V8 collects when it sees fit, and the resident memory of one and the same demo is 360 to 500 MB.
 */
const OLD_SPACE = 160;
/**
 * Resident, in MB, under that limit: 283 to 317 by measurement; some 70 of it are the binary of Node. Without the limit on
 * the young heap in the script it is 397 to 429.
 */
const MOST = 380;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test.skipIf(process.platform !== 'linux')(
  'the demo of npm start is small at rest (needs /proc of Linux)',
  async () => {
    const [node, ...command] = (scripts.start ?? '').split(' ');
    const [main = '', serve = '', ...args] = command.slice(command.indexOf('src/main.ts'));
    expect([node, main, serve]).toEqual(['node', 'src/main.ts', 'serve']);
    const dataDir = await newDataDir();
    const nodeArgs = [`--max-old-space-size=${OLD_SPACE}`, ...command.slice(0, command.indexOf(main))];
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
