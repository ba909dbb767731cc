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
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { SOCKET_PROTOCOL } from '../../src/graphql/live/socket.ts';
import { CLOSE_CODES } from '../../src/http/websocket/close-codes.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { sampleRecords } from '../support/records.ts';
import { signal } from '../support/signal.ts';
import { fencesOf } from './guide-page.ts';

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
}, 600_000);
afterAll(async () => {
  for (const child of running) child.kill();
  line.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}, 600_000);

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

const POLL = { timeout: 300_000, interval: 50 };
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
    line.cut();
    await put('w3');
    await app.services.eventLog.prune([signals], {
      count: 0,
      olderThan: new Date(0),
      heldUntil: new Date(0),
    });
    await expect.poll(() => changes(lines).slice(4), POLL).toEqual(['LIST 3']);
    await put('w4');
    await expect.poll(() => changes(lines).slice(4), POLL).toEqual(['LIST 3', 'CREATED W4 4']);
  }, 600_000);

  test('graphql-sse', async () => {
    const lines = run(followSse, { ALPHA_AFTER: await liveCursor() });
    await put('s1');
    await expect.poll(() => changes(lines), POLL).toEqual(['CREATED S1']);
    line.cut();
    await put('s2');
    await expect.poll(() => changes(lines), POLL).toEqual(['CREATED S1', 'CREATED S2']);
  }, 600_000);

  test('curl', async () => {
    const [command] = fencesOf('docs/live.md').filter(({ info }) => info === 'sh');
    const code = command?.text.replace('http://127.0.0.1:4000', app.url) ?? 'false';
    const child = spawn('bash', ['-c', code], { env: { ...process.env, KEY: app.key }, detached: true });
    let printed = '';
    let n = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    // When the stream is open is not to be seen before something comes.
    const next = async () => {
      n += 1;
      const [{ asset: _, undated: _internal, ...market } = {}] = sampleRecords(predictionMarkets, 1, n); // both follow from others
      await app.ingest('prediction', [
        { ...market, [predictionMarkets.key.name]: `m${n}`, question: 'Will it run?' },
      ]);
      return printed;
    };
    await expect.poll(next, { ...POLL, interval: 300 }).toContain('"question":"Will it run?"');
    process.kill(-(child.pid ?? 0));
  }, 600_000);

  test('graphql-sse with a key that is none ends', async () => {
    const lines = run(followSse, { ALPHA_KEY: 'none' });
    await expect.poll(() => lines.join('\n'), POLL).toContain('401');
  }, 600_000);
});

describe.skipIf(CHROMIUM === null)('EventSource in Chromium, on a page of another origin', () => {
  test('shows the list and its changes, goes on behind the last one, and reads the list anew', async () => {
    const pages = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(eventSource),
    );
    await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`; // it listens on TCP
    const browser = await launchBrowser();
    try {
      const open = async (key: string) => {
        const page = await browser.newPage();
        await page.goto(`${address}#${new URLSearchParams({ url: `${line.url}/graphql`, key })}`);
        return async () => changes((await page.locator('ul').innerText()).split('\n').filter(Boolean));
      };
      const { data } = await app.graphql('{ signals(first: 100) { nodes { id } } }');
      const n = (data as unknown as { signals: { nodes: unknown[] } }).signals.nodes.length;
      const shown = await open(app.key);
      await expect.poll(shown, POLL).toEqual([`LIST ${n}`]);
      await put('e1');
      await expect.poll(shown, POLL).toEqual([`LIST ${n}`, `CREATED E1 ${n + 1}`]);
      line.cut();
      await put('e2');
      const told = [`LIST ${n}`, `CREATED E1 ${n + 1}`, `CREATED E2 ${n + 2}`];
      await expect.poll(shown, POLL).toEqual(told);
      line.cut();
      await put('e3');
      const kept = { count: 0, olderThan: new Date(0), heldUntil: new Date(0) };
      await app.services.eventLog.prune([signals], kept);
      await expect.poll(shown, POLL).toEqual([...told, `LIST ${n + 3}`]);
      await put('e4');
      await expect.poll(shown, POLL).toEqual([...told, `LIST ${n + 3}`, `CREATED E4 ${n + 4}`]);

      const refused = await open('none');
      await expect.poll(refused, POLL).toContain('refused: see the status in the network tab');
    } finally {
      await browser.close();
      pages.close();
    }
  }, 600_000);
});

describe('sockets close with the codes of the table', () => {
  const codes = new Set([...doc.matchAll(/^\| (\d{4}) \|/gm)].map(([, code]) => Number(code)));
  const init = (key?: string) =>
    JSON.stringify({ type: 'connection_init', payload: key === undefined ? {} : { 'X-API-Key': key } });
  const query = 'subscription { signals { kind } }';
  const subscribe = JSON.stringify({ id: '1', type: 'subscribe', payload: { query } });

  test.each([
    ['a message that does not follow the protocol', 4400, () => [init(app.key), '{}']],
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

  test.each<readonly [string, number, (socket: WebSocket) => void]>([
    [
      'bytes that are no text',
      CLOSE_CODES.InvalidPayload.code,
      (socket) => socket.send(Buffer.of(0xff), { binary: false }),
    ],
    [
      'a message in too many fragments',
      CLOSE_CODES.PolicyViolation.code,
      (socket) => {
        for (let n = 0; n < 17_000; n += 1) socket.send('', { fin: false });
      },
    ],
  ])('%s', async (_, code, say) => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, SOCKET_PROTOCOL);
    socket.on('error', () => undefined); // the server closes while the client still writes
    await once(socket, 'open');
    say(socket);
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(code);
    expect(codes).toContain(code);
  });

  test('a frame that is none', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      `GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\nSec-WebSocket-Protocol: ${SOCKET_PROTOCOL}\r\n\r\n`,
    );
    await once(socket, 'data'); // the upgrade
    socket.write(Buffer.of(0x81, 0)); // clients have to mask
    const [frame] = (await once(socket, 'data')) as [Buffer];
    expect([frame[0], frame.readUInt16BE(2)]).toEqual([0x88, CLOSE_CODES.ProtocolError.code]);
    socket.destroy();
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
