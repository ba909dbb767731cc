import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { configNames } from '../deploy/config-names.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { createVisitor } from '../support/visitor.ts';
import { runShell, stepsOf } from './guide-page.ts';

const [settings = '', commands = ''] = stepsOf('docs/account.md', ['sh']).map(({ code }) => code);
const dir = mkdtempSync(join(tmpdir(), 'alpha-account-guide-'));
const dataDir = join(dir, 'data');
let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess({ dataDir });
}, 600_000);
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
}, 600_000);

test('the settings of docs/account.md are taken', async () => {
  const names = [...settings.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  expect(names.filter((name) => !configNames.has(name))).toEqual([]);
  const printed = await runShell(`set -a\n${settings}\nenv`, { cwd: dir, env: {} });
  const env = Object.fromEntries(printed.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(readConfig(env)).toMatchObject({ publicUrl: env.PUBLIC_URL });
  expect(() => readConfig({ ...env, OIDC_CLIENT_ID: '' })).toThrow('OIDC_CLIENT_ID');
});

test('the commands of docs/account.md show an account, its keys, and change both', async () => {
  const visitor = createVisitor(server.url);
  await visitor.signUp('ada@example.com');
  const { body: made } = await visitor.ask('POST', 'keys', { name: 'notebook' });
  const printed: string[] = [];
  for (const command of commands.trim().split('\n'))
    printed.push(
      await runShell(command.replace('<key id>', made.key.id), {
        cwd: '.',
        env: { HOME: dir, DATA_DIR: dataDir },
      }),
    );
  const [accounts, keys, , password] = printed;
  expect(accounts).toContain('ada@example.com');
  expect(keys).toContain('notebook');
  const usage = await fetch(`${server.url}/api/v1/insider-alpha/usage`, {
    headers: { 'x-api-key': made.token },
  });
  expect(await usage.json()).toMatchObject({ tier: 'pro' });
  const signIn = { name: 'ada@example.com', password: password?.trim() };
  expect((await createVisitor(server.url).ask('POST', 'sign-in', signIn)).status).toBe(204);
}, 600_000);
