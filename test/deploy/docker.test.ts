import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runShell, stepsOf } from '../docs/guide-page.ts';
import { type Engine, startEngine } from './docker/engine.ts';
import { makeStandIns } from './docker/stand-ins.ts';
import { sentBy } from './dockerfile.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = 'docs/deploying.md';
const blocks = stepsOf(PAGE, ['sh']).map(({ code }) => code);
/** Between backticks, where one may go on in the next line. */
const inText = [...readFileSync(PAGE, 'utf8').matchAll(/`(docker [^`]+)`/g)].map(([, command = '']) =>
  command.replace(/\s+/g, ' '),
);
const lines = blocks.flatMap((code) => code.split('\n').filter((line) => line.startsWith('docker ')));

const engine = await startEngine([4000, 8080]);
if ('why' in engine) {
  if (process.env.REQUIRE_DOCKER === '1') throw new Error(`REQUIRE_DOCKER=1, but ${engine.why}`);
  test.skip(`the commands of ${PAGE} on a Docker engine (skipped: ${engine.why})`, () => undefined);
} else {
  describe(`the commands of ${PAGE} on a Docker engine`, () => commandsOn(engine));
}

function commandsOn(engine: Engine): void {
  const { docker } = engine;
  // By this name compose calls what it makes, as in a clone.
  const checkout = join(engine.dir, 'alpha-data');
  const ran = new Set<string>();
  let others: () => Promise<void>;

  /** Runs a text that stands on the page; resolves with what it prints. */
  const paste = (text: string): Promise<string> => {
    for (const line of text.split('\n')) ran.add(line);
    return runShell(text, { cwd: checkout, env: engine.env });
  };
  const find = (texts: readonly string[], part: string): string => {
    const [found, ...more] = texts.filter((text) => text.includes(part));
    if (found === undefined || more.length > 0) throw new Error(`${PAGE} has not one text with ${part}`);
    return found;
  };
  const ask = (port: number, path: string, key?: string) =>
    fetch(engine.urlOf(port) + path, key === undefined ? {} : { headers: { 'x-api-key': key } });
  const state = (container: string) =>
    JSON.parse(docker('inspect', '--format', '{{json .State}}', container)) as {
      readonly ExitCode: number;
      readonly Health: { readonly Status: string };
    }; // the parts of it that are looked at
  const becomesHealthy = (container: string) =>
    expect.poll(() => state(container).Health.Status, { timeout: 300_000, interval: 500 }).toBe('healthy');

  beforeAll(async () => {
    mkdirSync(checkout);
    const sent = sentBy(join(ROOT, '.dockerignore'));
    for (const path of ['Dockerfile', '.dockerignore', 'compose.yaml', 'deploy', ...sent])
      cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
    // Stand-ins have the tags of the base images, and no digest of theirs.
    for (const file of ['Dockerfile', 'compose.yaml']) {
      const text = readFileSync(join(checkout, file), 'utf8');
      writeFileSync(join(checkout, file), text.replaceAll(/@sha256:[0-9a-f]{64}/g, ''));
    }
    others = await makeStandIns(engine);
  }, 360_000);
  afterAll(() => engine.stop(), 600_000);

  describe('one server', () => {
    let key: string;

    test('is built, runs as user 1000 on Node 24, and has a first key', async () => {
      const printed = await paste(find(blocks, 'docker build'));
      key = printed.trim().split('\n').at(-1) ?? '';
      await becomesHealthy('alpha-data');
      expect(docker('exec', 'alpha-data', 'node', '--version')).toMatch(/^v24\./);
      expect(docker('exec', 'alpha-data', 'id', '--user')).toBe('1000');
      expect((await ask(4000, '/api/v1/congress', key)).status).toBe(200);
      expect((await ask(4000, '/api/v1/congress')).status).toBe(401);
      expect(await (await ask(4000, '/')).text()).toContain('<script type="module"');
    }, 360_000);

    test('ends by itself when it is stopped, and a new one has the keys', async () => {
      const beganAt = performance.now();
      docker('stop', 'alpha-data'); // kills after ten seconds
      expect(performance.now() - beganAt).toBeLessThan(10_000);
      expect(state('alpha-data').ExitCode).toBe(0);
      docker('rm', 'alpha-data');
      await paste(find(lines, 'docker run'));
      await becomesHealthy('alpha-data');
      expect((await ask(4000, '/api/v1/congress', key)).status).toBe(200);
      docker('rm', '--force', 'alpha-data');
    }, 600_000);

    test('has a simulated market to show', async () => {
      const running = paste(find(inText, '--demo'));
      const isUp = () =>
        ask(4000, '/readyz').then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(isUp, { timeout: 300_000, interval: 500 }).toBe(200);
      const response = await ask(4000, '/api/congress/trades');
      const { trades } = (await response.json()) as { readonly trades: readonly object[] }; // as docs/rest.md has it
      expect(trades.length).toBeGreaterThan(0);
      const [container = ''] = docker('ps', '--quiet').split('\n');
      docker('stop', container);
      await running; // fails unless it ended with 0
      expect(docker('ps', '--all', '--quiet')).toBe('');
    }, 600_000);
  });

  describe('several servers', () => {
    let key: string;

    test('are all healthy behind the proxy, for a key that one of them made', async () => {
      await others();
      await paste(find(blocks, 'openssl genpkey'));
      const printed = await paste(find(blocks, 'docker compose up')).catch(async (error: unknown) => {
        throw new Error(
          await runShell('docker compose logs --tail 100 2>&1', { cwd: checkout, env: engine.env }),
          { cause: error },
        );
      });
      key = printed.trim().split('\n').at(-1) ?? '';
      expect(servers().map((server) => state(server).Health.Status)).toEqual(['healthy', 'healthy']);
      for (let n = 0; n < 4; n += 1) expect((await ask(8080, '/api/v1/congress', key)).status).toBe(200);
      for (const server of servers()) expect(docker('logs', server)).toContain('/api/v1/congress');
    }, 600_000);

    test('are replaced one after the other without a request refused', async () => {
      const before = servers();
      const redis = docker('ps', '--quiet', '--filter', 'ancestor=redis:8-alpine');
      const main = join(checkout, 'src/main.ts');
      writeFileSync(main, `${readFileSync(main, 'utf8')}// a new version\n`);
      const answers = new Map<string, number>();
      let asking = true;
      const clients = Array.from({ length: 3 }, async () => {
        while (asking) {
          const answer = await ask(8080, '/api/v1/congress', key).then(
            ({ status }) => String(status),
            (error: unknown) => String(error),
          );
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
          await new Promise((done) => setTimeout(done, 400));
        }
      });
      try {
        // A container takes the lowest address that is free: without one of its own server-1 would take this one.
        docker('stop', redis);
        const addressBefore = addressOf('server-1');
        const replace = find(inText, 'server-1');
        await paste(replace);
        expect(addressOf('server-1')).toBe(addressBefore);
        docker('start', redis);
        await paste(replace.replace('server-1', 'server-2'));
      } finally {
        asking = false;
        await Promise.all(clients);
      }
      const { env } = engine;
      const said = await runShell('docker compose logs --tail 50 proxy 2>&1', { cwd: checkout, env });
      expect([...answers.keys()], said).toEqual(['200']);
      expect(servers().filter((server) => before.includes(server))).toEqual([]);
      expect(servers().map((server) => state(server).Health.Status)).toEqual(['healthy', 'healthy']);
      for (const server of servers())
        expect(docker('exec', server, 'cat', 'dist/main.js')).toContain('\n// a new version\n');
    }, 600_000);

    const addressOf = (service: string) =>
      docker(
        ...['inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'],
        docker('ps', '--quiet', '--filter', `label=com.docker.compose.service=${service}`),
      );
    const servers = () =>
      docker('ps', '--quiet', '--filter', 'ancestor=alpha-data').split('\n').filter(Boolean);
  });

  test('every docker command of the page was run', () => {
    expect([...lines, ...inText].filter((command) => !ran.has(command))).toEqual([]);
  });
}
