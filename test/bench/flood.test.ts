import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenario } from '../../bench/chaos/flood.ts';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { startApp, type TestApp } from '../support/app.ts';

describe('the flood of npm run chaos', () => {
  let app: TestApp;
  beforeAll(async () => {
    await buildSiteIfStale();
    app = await startApp({}, { site: readSite(SITE_DIR) });
  }, 600_000);
  afterAll(() => app.stop());

  const run = async (...args: readonly string[]) => {
    const lines: string[] = [];
    const hasPassed = await scenario.run(['--url', app.url, '--hold-ms', '50', ...args], (line) =>
      lines.push(line),
    );
    return { hasPassed, text: lines.join('\n') };
  };

  // How long an answer may take is for a staging server; here the bound is on memory, which 1,000 answers of 5 MB would break.
  test('it asks every public route, and none makes the server hold more than shared buffers', async () => {
    const { hasPassed, text } = await run(
      '--sockets',
      '20',
      '--key',
      app.key,
      '--max-ms',
      '100000',
      '--max-mb',
      '250',
    );
    for (const route of ['/graphql', '/docs', '/metrics', '/assets/graphiql-', '/assets/scalar-', '/api/v1/'])
      expect(text).toContain(`20 × 20 ${route}`);
    expect(hasPassed, text).toBe(true);
  }, 600_000);

  test('it fails a server that is not alive', async () => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/livez' ? 503 : 200).end('process_resident_memory_bytes 1000000\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    const args = [
      '--sockets',
      '1',
      '--route',
      '/livez',
      '--hold-ms',
      '50',
      '--url',
      `http://127.0.0.1:${port}`,
    ];
    expect(await scenario.run(args, () => undefined)).toBe(false);
    server.closeAllConnections();
    server.close();
  });

  test.each([
    [['--url', 'http://192.0.2.1:4000'], 'pass --allow-remote'],
    [['--url', 'ftp://127.0.0.1'], 'it takes http://host:port'],
    [['--sockets', '50,x'], '--sockets is "x"; it takes a whole number from 1'],
    [['--socket', '5'], "Unknown option '--socket'"],
  ])('%j is refused', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });
});
