import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { carryOut, within } from './carry-out.ts';
import { configNames } from './config-names.ts';
import { copyOf, only, sentBy, stagesOf } from './dockerfile.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const stages = stagesOf(join(ROOT, 'Dockerfile'));
const [build = [], image = []] = stages;
const environment = Object.fromEntries(
  only(image, 'ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
) as Readonly<Record<string, string>>; // every word of it is name=value

test('the build is sent what it copies, and nothing else', () => {
  const copied = build.filter(({ name }) => name === 'COPY').flatMap((copy) => copyOf(copy).sources);
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(copied.toSorted()).toEqual(sentBy(join(ROOT, '.dockerignore')).toSorted());
});

test('the configuration knows the environment of the image', () => {
  expect(Object.keys(environment).filter((name) => !configNames.has(name))).toEqual([]);
});

describe('the Dockerfile, carried out in folders', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'alpha-image-'));
  // PostgreSQL refuses root, and so does the image; others cannot become somebody else.
  const isRoot = process.getuid?.() === 0;
  const [uid = 0, gid = 0] = only(image, 'USER').split(':').map(Number);
  const user = isRoot ? { uid, gid } : {};
  let root: string;
  let env: Record<string, string>;
  let server: ChildProcess;
  let errors = '';

  const execute = ([file = '', ...args]: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(file, args, { ...user, cwd: join(root, 'app'), env: { ...env, ...more } });
  const healthcheck = JSON.parse(only(image, 'HEALTHCHECK').replace(/^.* CMD /, '')) as readonly string[];

  beforeAll(async () => {
    chmodSync(scratch, 0o755);
    root = await carryOut(stages, scratch);
    const paths = Object.entries(environment).map(([name, value]) => [name, within(root, value)]);
    env = {
      ...Object.fromEntries(paths),
      PORT: String(await freePort()),
      PATH: `${root}/usr/local/bin:/usr/bin:/bin`,
    };
    const [tini, dashes, ...entry] = JSON.parse(only(image, 'ENTRYPOINT')) as readonly string[];
    expect([tini, dashes]).toEqual(['tini', '--']);
    const [command = '', ...args] = [...entry, ...(JSON.parse(only(image, 'CMD')) as readonly string[])];
    server = spawn(command, args, {
      ...user,
      cwd: join(root, 'app'),
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
  }, 600_000);
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  });

  test('it becomes healthy as the user of the image, with the embedded store in its volume', async () => {
    const isHealthy = () =>
      execute(healthcheck).then(
        () => true,
        () => server.exitCode === null && errors,
      );
    await expect.poll(isHealthy, { timeout: 300_000, interval: 500 }).toBe(true);
    await expect(execute(healthcheck, { PORT: '1' })).rejects.toMatchObject({ code: 1 });
  }, 600_000);

  test.skipIf(!isRoot)('its files belong to that user (skipped unless root)', () => {
    const data = within(root, only(image, 'VOLUME'));
    expect(statSync(join(data, 'postgres')).uid).toBe(uid);
  });

  test('it serves the pages, and keys made by the command line beside it', async () => {
    const url = `http://127.0.0.1:${env.PORT}`;
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')]);
    const { stdout } = await execute(['alpha-data', 'keys', 'create', '--tier', 'quant']);
    const headers = { 'x-api-key': stdout.trim() };
    expect((await fetch(`${url}/api/v1/congress`, { headers })).status).toBe(200);
  }, 600_000);

  test('it ends within the ten seconds that builders of images are given', async () => {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]); // 1 for what has not ended in time
  }, 600_000);
});
