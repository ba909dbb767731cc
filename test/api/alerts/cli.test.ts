import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertCalls, WHALES } from '../../support/alert-calls.ts';
import {
  type AlertEndpoint,
  answering,
  isSignedWith,
  LOOPBACK_ENDPOINTS,
  noContent,
  openAlertEndpoint,
} from '../../support/alert-endpoint.ts';
import { newDataDir } from '../../support/data-dir.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';

let dataDir: string;
let server: ServerProcess;
let endpoint: AlertEndpoint;
beforeAll(async () => {
  dataDir = await newDataDir();
  server = await startProcess({ dataDir, env: LOOPBACK_ENDPOINTS });
  endpoint = await openAlertEndpoint();
}, 600_000);
afterAll(async () => {
  await server.stop();
  await endpoint.close();
  rmSync(dataDir, { recursive: true });
}, 600_000);

const alerts = (...args: readonly string[]) => server.cli('alerts', ...args);
const json = async (...args: readonly string[]) => JSON.parse(await server.cli('--json', 'alerts', ...args));

test('operators make, see, test, pause, set back and remove alerts beside the running server', async () => {
  const token = await server.issue('quant');
  const [{ id: key }] = JSON.parse(await server.cli('--json', 'keys', 'list'));
  const calls = alertCalls(server, token);
  const document = join(dataDir, 'whales.graphql');
  writeFileSync(document, WHALES);
  const made = await json('create', document, '--key', key, '--name', 'desk', '--url', endpoint.url);
  expect(made).toMatchObject({ name: 'desk', key_id: key, state: 'active', pause_on_failure: true });
  const none = join(dataDir, 'none.graphql');
  await expect(alerts('create', none, '--key', key, '--name', 'x')).rejects.toThrow(
    `cannot read the document ${none}: there is no such file`,
  );
  await expect(
    alerts('create', document, '--key', key, '--name', '\u001b[31mRED', '--url', endpoint.url),
  ).rejects.toThrow('name must be one line');
  const { id, secret } = made;
  const { secret: _shownOnce, ...shown } = made;
  expect(await calls.find(id)).toEqual(shown);
  expect(await alerts('list')).toMatch(/desk .* standard +active/);
  expect(await alerts('show', id)).toContain(WHALES);

  expect(await alerts('test', id)).toBe('delivered');
  expect(endpoint.messages[0] && isSignedWith(secret, endpoint.messages[0])).toBe(true);
  endpoint.answer = answering(500);
  expect(await alerts('test', id)).toBe('failed: the endpoint answered 500');
  expect(await alerts('deliveries', id)).toMatch(/msg_test_\S+ +1 +failed +500 .*\n.* delivered +204 /);
  endpoint.answer = noContent;

  const rotated = await alerts('rotate-secret', id);
  expect(rotated).toMatch(/^whsec_/);
  expect(rotated).not.toBe(secret);
  const paired = await json(
    'create',
    document,
    '--key',
    key,
    '--name',
    'pair',
    '--url',
    endpoint.url,
    '--signature',
    'v1a',
  );
  expect(paired).toMatchObject({ signature: 'v1a', public_key: expect.stringMatching(/^whpk_/) });
  expect(await alerts('rotate-secret', paired.id)).toMatch(/^whpk_/);
  await alerts('remove', paired.id);
  expect(await alerts('pause', id)).toMatch(/reason +requested/);
  expect((await calls.find(id)).state).toBe('paused');
  await expect(alerts('skip', id)).rejects.toThrow('this alert has no failed batch that waits');
  expect(await json('skip', id, '--all')).toMatchObject({ state: 'paused' });
  expect(await json('replay', id, '--since', '2026-01-01')).toMatchObject({ failures: 0 });
  await expect(alerts('replay', id)).rejects.toThrow('name the start');
  expect(await json('resume', id)).toMatchObject({ state: 'active', reason: null });
  expect(await alerts('remove', id)).toBe(`removed ${id}`);
  await expect(alerts('show', id)).rejects.toThrow(`there is no alert "${id}"`);
}, 600_000);
