import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir } from '../support/data-dir.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { createVisitor, PASSWORD } from '../support/visitor.ts';

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await newDataDir();
  server = await startProcess({ dataDir });
}, 600_000);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}, 600_000);

test('operators see accounts, grant a tier and reset a password beside the running server', async () => {
  const ada = createVisitor(server.url);
  await ada.signUp('ada@example.com');
  const firstSession = ada.cookie('alpha-session') ?? expect.unreachable('nobody is signed in');
  const { token, key } = (await ada.ask('POST', 'keys', { name: 'notebook' })).body;
  expect(await server.cli('accounts', 'list')).toMatch(/ada@example\.com +a password/);
  const [shown] = JSON.parse(await server.cli('--json', 'accounts', 'keys', 'Ada@example.com'));
  expect(shown).toMatchObject({ id: key.id, name: 'notebook', tier: 'free', last4: token.slice(-4) });
  await server.cli('keys', 'set-tier', key.id, 'pro');
  expect((await ada.ask('GET', 'usage')).body.tier.id).toBe('pro');

  const password = await server.cli('accounts', 'reset-password', 'ada@example.com');
  expect((await ada.ask('GET', 'session')).body.account).toBeNull();
  const signIn = (as: string) => ada.ask('POST', 'sign-in', { name: 'ada@example.com', password: as });
  expect([(await signIn(PASSWORD)).status, (await signIn(password)).status]).toEqual([401, 204]);

  expect(await server.cli('accounts', 'reset-password', 'ada@example.com')).not.toBe(password);
  await server.cli('keys', 'revoke', key.id);
  expect(await server.cli('accounts', 'keys', 'ada@example.com')).toMatch(/notebook +pro +revoked/);

  const lines = server.log.join('\n');
  expect(lines).toContain('account.keys.create');
  for (const secret of [PASSWORD, password, token, firstSession]) expect(lines).not.toContain(secret);
}, 600_000);
