import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEFAULT_TIERS } from '../../src/core/tiers.ts';
import { SOCKET_PROTOCOL } from '../../src/graphql/live/socket.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { signal } from '../support/signal.ts';

const doc = readFileSync('docs/live.md', 'utf8');
const [follow = '', followSse = ''] = [...doc.matchAll(/```js\n([\s\S]+?)```/g)].map(([, code]) => code);
const [eventSource = ''] = [...doc.matchAll(/```html\n([\s\S]+?)```/g)].map(([, code]) => code);

/** A line to the server that can be cut. */
interface Line {
  readonly url: string;
  cut(): void;
  close(): void;
}

let app: TestApp;
let line: Line;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startApp();
  line = await startLine(Number(new URL(app.url).port));
  folder = mkdtempSync(join(tmpdir(), 'alpha-docs-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}, 60_000);
afterAll(async () => {
  for (const child of running) child.kill();
  line.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function startLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined); // it was cut
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

/** Runs a program of the page as it stands there; returns the lines it prints. */
function run(code: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const file = join(folder, `${running.size}.mjs`);
  writeFileSync(file, code);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ALPHA_URL: `${line.url}/graphql`, ALPHA_KEY: app.key, ...env },
  });
  running.add(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (text) => lines.push(text));
  createInterface({ input: child.stderr }).on('line', (text) => lines.push(`error: ${text}`));
  return lines;
}

const put = (id: string, more: Readonly<Record<string, unknown>> = {}) =>
  app.ingest('trade-feed', [signal(id, { symbol: id.toUpperCase(), ...more })]);

async function liveCursor(): Promise<string> {
  const { data } = await app.graphql('{ signals(first: 1) { liveCursor nodes { id } } }');
  return (data as unknown as { signals: { liveCursor: string } }).signals.liveCursor;
}

const POLL = { timeout: 15_000, interval: 50 };
const changes = (lines: readonly string[]) => lines.filter((text) => !text.startsWith('HEARTBEAT'));

describe('programs of the page, over a line that is cut', () => {
  test('graphql-ws: the list, its changes, and on behind the last one', async () => {
    await put('w0');
    const lines = run(follow);
    await expect.poll(() => lines, POLL).toEqual(['LIST 1']);
    await put('w1');
    await expect.poll(() => changes(lines), POLL).toEqual(['LIST 1', 'CREATED W1 2']);
    line.cut();
    await put('w2');
    await put('w0', { status: 'CLOSED' });
    await expect
      .poll(() => changes(lines), POLL)
      .toEqual(['LIST 1', 'CREATED W1 2', 'CREATED W2 3', 'REMOVED W0 2']);
  }, 60_000);

  test('graphql-sse', async () => {
    const lines = run(followSse, { ALPHA_AFTER: await liveCursor() });
    await put('s1');
    await expect.poll(() => changes(lines), POLL).toEqual(['CREATED S1']);
    line.cut();
    await put('s2');
    await expect.poll(() => changes(lines), POLL).toEqual(['CREATED S1', 'CREATED S2']);
  }, 60_000);

  test('graphql-sse with a key that is none ends', async () => {
    const lines = run(followSse, { ALPHA_KEY: 'none' });
    await expect.poll(() => lines.join('\n'), POLL).toContain('401');
  }, 60_000);
});

describe.skipIf(CHROMIUM === null)('EventSource in Chromium, on a page of another origin', () => {
  test('shows the changes and goes on behind the last one; says when it is refused', async () => {
    const pages = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(eventSource),
    );
    await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`; // it listens on TCP
    const browser = await launchBrowser();
    try {
      const open = async (key: string, after: string) => {
        const page = await browser.newPage();
        await page.goto(`${address}#${new URLSearchParams({ url: `${line.url}/graphql`, key, after })}`);
        return async () => changes((await page.locator('ul').innerText()).split('\n').filter(Boolean));
      };
      const after = await liveCursor();
      const shown = await open(app.key, after);
      await put('e1');
      await expect.poll(shown, POLL).toEqual(['CREATED E1']);
      line.cut();
      await put('e2');
      await expect.poll(shown, POLL).toEqual(['CREATED E1', 'CREATED E2']);

      const refused = await open('none', after);
      await expect.poll(refused, POLL).toEqual(['refused: see the status in the network tab']);
      const wrong = await open(app.key, 'none');
      await expect.poll(async () => (await wrong()).join(), POLL).toContain('after cannot be used here');
    } finally {
      await browser.close();
      pages.close();
    }
  }, 60_000);
});

describe('sockets close with the codes of the table', () => {
  const codes = new Set([...doc.matchAll(/^\| (\d{4}) \|/gm)].map(([, code]) => Number(code)));
  const init = (key?: string) =>
    JSON.stringify({ type: 'connection_init', payload: key === undefined ? {} : { 'X-API-Key': key } });
  const query = 'subscription { signals { kind } }';
  const subscribe = JSON.stringify({ id: '1', type: 'subscribe', payload: { query } });

  test.each([
    ['a message that is not of the protocol', 4400, () => [init(app.key), '{}']],
    ['no key', 4401, () => [init()]],
    ['a subscription before the acknowledgement', 4401, () => [subscribe]],
    ['a key that is none', 4403, () => [init('none')]],
    ['no connection_init', 4408, () => []],
    ['an operation id in use', 4409, () => [init(app.key), subscribe, subscribe]],
    ['a second connection_init', 4429, () => [init(app.key), init(app.key)]],
    ['a message over 64 KB', 1009, () => [' '.repeat(65 * 1024)]],
  ])('%s', async (_, code, messages) => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, SOCKET_PROTOCOL);
    const closed = once(socket, 'close');
    await once(socket, 'open');
    const [first, ...rest] = messages();
    if (first !== undefined) socket.send(first);
    if (rest.length > 0) await once(socket, 'message'); // it is acknowledged
    for (const message of rest) socket.send(message);
    expect((await closed)[0]).toBe(code);
    expect(codes).toContain(code);
  });

  test('no subprotocol', async () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`);
    expect((await once(socket, 'close'))[0]).toBe(4406);
    expect(codes).toContain(4406);
  });
});

test('the table of streams is that of the tiers', () => {
  for (const { name, streamsPerKey, streamsPerSocket } of DEFAULT_TIERS)
    expect(doc).toContain(`| ${name} | ${streamsPerKey} | ${streamsPerSocket} |`);
});
