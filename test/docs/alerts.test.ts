import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { newSigningSecret, publicKeyOf, webhookHeaders } from '../../src/core/alerts/webhook-signature.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { CLIENTS, installClients } from '../clients/install.ts';
import { alertCalls, type ShownAlert } from '../support/alert-calls.ts';
import {
  type AlertBody,
  type AlertEndpoint,
  LOOPBACK_ENDPOINTS,
  openAlertEndpoint,
  type Received,
} from '../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { has, pythonWith } from '../support/python.ts';
import { sampleRecords } from '../support/records.ts';
import { fencesOf, runShell } from './guide-page.ts';

const PAGE = 'docs/alerts.md';
const page = readFileSync(PAGE, 'utf8');
const block = (info: string) => fencesOf(PAGE).find((fence) => fence.info === info)?.text ?? '';
const missingClients = await installClients();
const python = pythonWith();
const dir = mkdtempSync(join(tmpdir(), 'alpha-alerts-guide-'));

let app: TestApp;
let endpoint: AlertEndpoint;
let secret: string;
let message: Received;
beforeAll(async () => {
  app = await startApp(LOOPBACK_ENDPOINTS);
  endpoint = await openAlertEndpoint();
  const alert = await alertCalls(app, app.key).create({ url: endpoint.url });
  ({ secret } = alert);
  await app.services.ingest.write(whaleActivity, sampleRecords(whaleActivity, 2));
  message = await vi.waitUntil(() => endpoint.messages[0], { timeout: 300_000 });
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await endpoint?.close();
  rmSync(dir, { recursive: true, force: true });
}, 600_000);

test('the first command makes an alert', async () => {
  const printed = await runShell(block('sh'), { cwd: dir, env: { URL: app.url, KEY: app.key } });
  const { id, secret: shown } = JSON.parse(printed) as ShownAlert;
  expect(shown).toMatch(/^whsec_/);
  const { events, has_more } = (await alertCalls(app, app.key).events(id)).body;
  expect({ events, has_more }).toEqual({ events: [], has_more: false });
});

test('a batch has the members that the guide shows', () => {
  const membersOf = (json: string) => {
    const { data, ...message } = JSON.parse(json) as AlertBody;
    const [event] = data.events;
    return [message, data, event ?? {}, event?.result ?? {}].map((one) => Object.keys(one));
  };
  expect(membersOf(message.body)).toEqual(membersOf(block('json')));
});

test('the table of alerts is that of the tiers', () => {
  for (const { name, alertsPerKey } of DEFAULT_TIERS) expect(page).toContain(`| ${name} | ${alertsPerKey} |`);
});

describe('a delivery is verified', () => {
  test.skipIf(missingClients !== null)(
    `by the package standardwebhooks${missingClients ? ` [skipped: ${missingClients}]` : ''}`,
    async () => {
      symlinkSync(join(CLIENTS, 'node_modules'), join(dir, 'node_modules'));
      writeFileSync(join(dir, 'verify.mjs'), block('js verify.mjs'));
      writeFileSync(
        join(dir, 'main.mjs'),
        `import { verify } from './verify.mjs';
         const [secret, headers, body] = JSON.parse(process.argv[2]);
         const answers = [secret, 'whsec_${Buffer.alloc(32).toString('base64')}'].map((one) => {
           try { return verify(one, headers, body).type } catch (error) { return error.constructor.name }
         });
         console.log(JSON.stringify(answers));`,
      );
      const printed = await run(process.execPath, join(dir, 'main.mjs'));
      expect(JSON.parse(printed)).toEqual(['alert.events', 'WebhookVerificationError']);
    },
  );

  test('with a key pair, in Node', async () => {
    writeFileSync(join(dir, 'verify-pair.mjs'), block('js verify-pair.mjs'));
    writeFileSync(
      join(dir, 'main-pair.mjs'),
      `import { verify } from './verify-pair.mjs';
       const [key, other, headers, body] = JSON.parse(process.argv[2]);
       const late = { ...headers, 'webhook-timestamp': String(headers['webhook-timestamp'] - 301) };
       console.log(JSON.stringify([verify(key, headers, body), verify(other, headers, body), verify(key, headers, body + ' '), verify(key, late, body)]));`,
    );
    const [secret, other] = [newSigningSecret('v1a'), newSigningSecret('v1a')];
    const { body } = message;
    const headers = webhookHeaders({ id: 'msg_1', body }, [secret], new Date());
    const given = JSON.stringify([publicKeyOf(secret), publicKeyOf(other), headers, body]);
    const { stdout } = await promisify(execFile)(process.execPath, [join(dir, 'main-pair.mjs'), given]);
    expect(JSON.parse(stdout)).toEqual([true, false, false, false]);
  });

  test.skipIf(python === null)(`in Python${python ? '' : ' [skipped: there is none]'}`, async () => {
    writeFileSync(join(dir, 'verify.py'), block('python verify.py'));
    writeFileSync(
      join(dir, 'main.py'),
      `import json, sys
from verify import verify
secret, headers, body = json.loads(sys.argv[1])
others = dict(headers, **{"webhook-timestamp": str(int(headers["webhook-timestamp"]) - 301)})
print(json.dumps([verify(secret, headers, body.encode()), verify(secret, headers, body.encode() + b" "), verify(secret, others, body.encode())]))`,
    );
    expect(JSON.parse(await run(python ?? '', join(dir, 'main.py')))).toEqual([true, false, false]);
  });

  const hasGo = has('go', 'version');
  test.skipIf(!hasGo)(
    `in Go${hasGo ? '' : ' [skipped: there is none]'}`,
    async () => {
      writeFileSync(join(dir, 'go.mod'), 'module alerts\n');
      writeFileSync(join(dir, 'verify.go'), block('go verify.go'));
      const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
        JSON.stringify(message.headers[name]),
      );
      const call = (one: string) =>
        `Verify(${JSON.stringify(one)}, ${headers.join(', ')}, []byte(${JSON.stringify(message.body)}))`;
      writeFileSync(
        join(dir, 'verify_test.go'),
        `package alerts
import "testing"
func TestVerify(t *testing.T) {
	if !${call(secret)} { t.Fatal("refused") }
	if ${call('whsec_AAAA')} { t.Fatal("taken") }
}`,
      );
      await promisify(execFile)('go', ['test', '.'], {
        cwd: dir,
        env: { ...process.env, GOFLAGS: '-mod=mod' },
      });
    },
    600_000,
  );
});

/** With the secret, the headers and the body of a delivery. */
async function run(program: string, script: string): Promise<string> {
  const given = JSON.stringify([secret, message.headers, message.body]);
  return (await promisify(execFile)(program, [script, given], { cwd: dir })).stdout;
}
