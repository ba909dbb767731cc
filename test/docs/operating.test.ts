import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSources } from '../../src/app/sync-settings.ts';
import { configNames } from '../deploy/config-names.ts';
import { type ProviderServer, startProvider, status } from '../sources/sync/provider-server.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { fencesOf, runShell, stepsOf } from './guide-page.ts';

const page = readFileSync('docs/operating.md', 'utf8');
/** The lines of the block that has a text in it. */
const commands = (text: string, path = 'docs/operating.md'): readonly string[] => {
  const step = stepsOf(path, ['sh']).find(({ code }) => code.includes(text));
  if (!step) throw new Error(`${path} has no command with ${text}`);
  return step.code.trim().split('\n');
};

const dir = mkdtempSync(join(tmpdir(), 'alpha-operating-'));
let provider: ProviderServer;
let server: ServerProcess;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  provider = await startProvider();
  const base_url = provider.url;
  const names = ['polymarket', 'kalshi', 'coingecko'];
  const sources = Object.fromEntries(names.map((name) => [name, { base_url }]));
  writeFileSync(
    join(dir, 'sources.json'),
    JSON.stringify({ ...sources, fred: { base_url, series: ['WALCL'] } }),
  );
  env = { HOME: dir, DATA_DIR: join(dir, 'data'), SOURCES_FILE: join(dir, 'sources.json') };
  const [, serve = ''] = commands('serve --sync');
  const args = serve.split(' serve ')[1]?.split(' ') ?? [];
  server = await startProcess({ dataDir: join(dir, 'data'), args, env });
}, 600_000);
afterAll(async () => {
  await server.stop();
  await provider[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
}, 600_000);

/** A command of the guide, in a checkout; `<id>` stands for what an operator puts there. */
const shell = (command: string, id = '') => runShell(command.replace(/<\w+>/, id), { cwd: '.', env });
const idsOf = async (what: string, field: string) =>
  (JSON.parse(await shell(`npm run -s alpha -- ${what} list --json`)) as Record<string, string>[]).map(
    (entry) => entry[field] ?? '',
  );

describe('the commands of docs/operating.md', () => {
  test('make, show, change and end keys', async () => {
    const [create = '', list = '', ...others] = commands('keys create');
    const key = (await shell(create)).trim();
    expect(await shell(list)).toContain('team dashboard');
    const [id = ''] = await idsOf('keys', 'id');
    const ask = async (token: string) =>
      (await fetch(`${server.url}/api/v1/mre`, { headers: { 'x-api-key': token } })).status;
    expect(await ask(key)).toBe(200);
    const printed: string[] = [];
    for (const command of others) printed.push(await shell(command, id));
    expect(others.at(-1)).toContain('keys revoke');
    expect(printed[0]).toContain('premium');
    expect(printed[2]).toMatch(/ey/); // the successor
    await expect.poll(() => ask(key)).toBe(403);
  }, 600_000);

  test('replace the signing key', async () => {
    const [old = ''] = await idsOf('signing-keys', 'kid');
    const [rotate = '', list = '', retire = ''] = commands('signing-keys rotate');
    const kid = (await shell(rotate)).trim();
    expect(await shell(list)).toContain(kid);
    expect(await shell(retire, old)).toContain(`retired ${old}`);
    const jwks = await (await fetch(`${server.url}/.well-known/jwks.json`)).text();
    expect(jwks).toContain(kid);
  }, 600_000);

  test('synchronise once and on schedules, and show how that went', async () => {
    await expect.poll(() => provider.requests.length, { timeout: 300_000 }).toBeGreaterThan(0);
    provider.answer(
      status(200, { 'content-type': 'text/csv' }, 'observation_date,WALCL\n2024-12-18,6889332.0\n'),
    );
    const [sync = '', , sources = ''] = commands('sync fred');
    expect(await shell(sync)).toMatch(/^fred: 1 read in 1 request\n[\s\S]*raw inputs 1, new or changed 1/);
    expect(await shell(sources)).toMatch(/^fred\s/m);
  }, 600_000);

  test('read again what was synchronised', async () => {
    const [congress = '', outdated = ''] = commands('rederive congress');
    expect(await shell(congress)).toMatch(/^rederive congress: 0 entries of 0 captures read again\n/);
    expect(await shell(outdated)).toMatch(/^rederive: 0 entries of 0 captures read again\n/);
  }, 600_000);

  test('show what is kept of what records said before', async () => {
    const [history = '', thin = ''] = commands('-- history');
    expect(await shell(thin)).toBe('removed 0 versions\n');
    expect(await shell(history)).toMatch(
      /^feed +records +versions +corrected +bytes +known since +snapshots since\ntrade-feed +\d+ +\d+ +\d+ +\d+ /,
    );
  }, 600_000);

  test('trace a record', async () => {
    const [trace = ''] = commands('-- trace');
    await expect(shell(trace, 'nothing')).rejects.toThrow(
      /no record of any module has or had the id "nothing"/,
    );
  }, 600_000);

  test('take alerts', async () => {
    const [create = ''] = commands('webhooks create');
    const secret = (await shell(create)).trim();
    const [, template = ''] = /^`(\{"secret".+\})`/m.exec(page) ?? [];
    const filled = template
      .replace('"…"', JSON.stringify(secret))
      .replace('{{ticker}}', 'NVDA')
      .replace('{{close}}', '101.5')
      .replace('{{timenow}}', new Date().toISOString());
    const post = () =>
      fetch(`${server.url}/api/webhooks/breakout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: filled,
      });
    expect((await post()).status).toBeLessThan(300);
  }, 600_000);

  test('migrate', async () => {
    const [migrate = ''] = commands('-- migrate', 'docs/deploying.md');
    expect(await shell(migrate)).toBe('nothing to do\n');
  }, 600_000);
});

describe('the configuration in docs/operating.md', () => {
  test('is that of the server', () => {
    const rows = [...page.matchAll(/^\| (`[A-Z_`, ]+) \|/gm)].map(([, cell = '']) => cell);
    const named = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
    expect(named.toSorted()).toEqual([...configNames].toSorted());
  });

  test('of providers is taken, but for what does not exist', () => {
    const [example] = fencesOf('docs/operating.md').filter(({ info }) => info === 'json');
    const text = example?.text ?? '';
    expect([...loadSources('file', { readText: () => text }).keys()]).toContain('sec-current');
    const wrong = () => text.replace('"contact"', '"kontakt"');
    expect(() => loadSources('file', { readText: wrong })).toThrow(/kontakt.*contact/s);
  });
});
