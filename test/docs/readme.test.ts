import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { freePort } from '../support/free-port.ts';
import { subscribe } from '../support/live-reader.ts';
import { describeWithSharedData, sharedData } from '../support/shared-data.ts';
import { fencesOf, runShell, stepsOf } from './guide-page.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const block = (text: string): string => {
  const found = stepsOf('README.md', ['sh']).find(({ code }) => code.includes(text));
  if (!found) throw new Error(`README.md has no block with ${text}`);
  return found.code.trim();
};
const [questions = '', subscription = ''] = fencesOf('README.md').flatMap(({ info, text }) =>
  info === 'graphql' ? [text] : [],
);

const dir = mkdtempSync(join(tmpdir(), 'alpha-readme-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it printed on stderr so far. */
  errors(): string;
}

/** A command of the page that serves, but on a port and in a directory of our own. */
async function start(command: string, dataDir: string): Promise<Started> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir };
  // A group of its own: npm ends by itself, but not what it started.
  const child = spawn('sh', ['-c', command], { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { url, child, errors: () => errors };
    if (child.exitCode !== null) throw new Error(`${command} ended: ${errors}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, 'close'); // when nobody writes to its stderr any more
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
}

describe('README.md, from its first command', () => {
  let demo: Started;
  let key: string;
  beforeAll(async () => {
    const [install, command = ''] = block('npm start').split(' && ');
    expect(install).toBe('npm ci'); // CI begins with it in a clean clone
    demo = await start(command, join(dir, 'demo'));
    key = /^\s+quant\s+(\S+)$/m.exec(demo.errors())?.[1] ?? '';
  }, 600_000);
  afterAll(() => stop(demo), 600_000);

  test('prints the addresses and a key for each tier', async () => {
    for (const { id } of DEFAULT_TIERS) expect(demo.errors()).toMatch(new RegExp(`^ +${id} +ey\\S+$`, 'm'));
    for (const path of ['/', '/graphql', '/docs']) {
      expect(demo.errors()).toContain(demo.url + path);
      const page = await fetch(demo.url + path, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ]);
    }
  });

  test('asks', async () => {
    const command = block('curl').replace(ORIGIN, demo.url);
    const answer = JSON.parse(await runShell(command, { cwd: dir, env: { KEY: key } })) as {
      trades: unknown;
    };
    expect(Array.isArray(answer.trades)).toBe(true);
    const response = await fetch(`${demo.url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: questions }),
    });
    expect(response.headers.get('x-data-origin')).toBe('simulated');
    const { data, errors } = (await response.json()) as { data: object; errors?: unknown };
    expect(errors).toBeUndefined();
    for (const value of Object.values(data)) expect(value).not.toBeNull();
  });

  test('follows', async () => {
    const { results, kill } = subscribe('WebSocket', demo.url, key, { query: subscription });
    for await (const { data, errors } of results) {
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ signals: { cursor: expect.any(String) } });
      break;
    }
    kill();
  }, 600_000);
});

describeWithSharedData('README.md, with real data', '.', () => {
  const SAMPLES: Readonly<Record<string, string>> = {
    'house_transactions.json': 'congress/capitol-watch/house_transactions.json',
    'legislators-current.yaml.gz': 'congress/congress-legislators/legislators-current.yaml.gz',
    '2024q3_form345/': 'insider/sec-form345-dataset-2024q3',
  };

  test('imports it and serves it to the key that was made', async () => {
    const lines = block('alpha -- import').split('\n');
    const env = { HOME: dir, DATA_DIR: join(dir, 'data') };
    const printed: string[] = [];
    for (const line of lines.slice(0, -1)) {
      const command = line.replace(/\S+$/, (file) =>
        file in SAMPLES ? (sharedData(SAMPLES[file] ?? '') ?? '') : file,
      );
      printed.push(await runShell(command, { cwd: '.', env }));
    }
    const server = await start(lines.at(-1) ?? '', env.DATA_DIR);
    const count = async (path: string) => {
      const headers = { 'x-api-key': printed[0]?.trim() ?? '' };
      return Number((await fetch(server.url + path, { headers })).headers.get('x-total-count'));
    };
    expect(await count('/api/v1/congress')).toBe(8040);
    expect(await count('/api/v1/insider')).toBeGreaterThan(3_000);
    await stop(server);
  }, 600_000);
});
