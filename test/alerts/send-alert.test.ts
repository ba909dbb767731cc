import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSendAlert, type ResolveName } from '../../src/alerts/send-alert.ts';
import { createAlertEndpoints, parseEndpointRules } from '../../src/core/alerts/alert-endpoints.ts';
import { newSigningSecret } from '../../src/core/alerts/webhook-signature.ts';
import { type AlertEndpoint, answering, openAlertEndpoint } from '../support/alert-endpoint.ts';

/** What names lead to, as a list: the first asking gets the first, and so on. */
const NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'loopback.test': [['127.0.0.1']],
  'loopback6.test': [['::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'private.test': [['10.1.2.3']],
  'unspecified.test': [['0.0.0.0']],
  'own.test': [
    Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .map(({ address }) => address.replace(/%.*/, '')),
  ],
};

let connections = 0;
const listener = createServer((_request, response) => response.end()).on('connection', () => {
  connections += 1;
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((done) => listener.listen({ port: 0, host: '::', ipv6Only: false }, done));
  ({ port } = listener.address() as AddressInfo);
});
afterAll(() => new Promise((done) => listener.close(done)));

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function sender(rules: string, names: typeof NAMES = NAMES, timeoutMs = 2_000) {
  const asked = new Map<string, number>();
  const resolve: ResolveName = async (name) => {
    const answers = names[name];
    if (!answers) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    const count = asked.get(name) ?? 0;
    asked.set(name, count + 1);
    return (answers[Math.min(count, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
  };
  const endpoints = createAlertEndpoints(parseEndpointRules(rules) ?? []);
  const made = createSendAlert({ endpoints, resolve, clock: { now: () => new Date() }, timeoutMs });
  opened.push(made);
  return (url: string) =>
    made.send(
      { id: 'a1', name: 'mine', format: 'standard', url, secret: newSigningSecret('v1'), formerSecret: null },
      { id: 'msg_1', subject: 'mine', body: '{}', events: 0 },
    );
}

const endpointWith = async (answer: AlertEndpoint['answer']) => {
  const endpoint = await openAlertEndpoint(answer);
  opened.push(endpoint);
  return endpoint;
};

/** Ways to write an address of this machine, or of a network that is not public. */
const SPELLINGS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1'],
  ...['017700000001', '0x7f.0.0.0x1', '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...['0', '0.0.0.0', '0x0', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ⓛocalhost'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::80ff:fffe]',
    '[fe80::1]',
    '[fc00::1]',
  ],
  ...['[fd00:ec2::254]', '[ff02::1]', '[100::1]', '[2001:db8::1]'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
  ],
  ...['168.63.129.16', '192.0.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['user:pass@127.0.0.1', 'example.com@127.0.0.1', '127.0.0.1\\@example.com', ...Object.keys(NAMES)],
];

describe('an endpoint that is not public', () => {
  test('there are at least forty spellings of it here', () => {
    expect(new Set(SPELLINGS).size).toBeGreaterThanOrEqual(40);
  });

  test.each(SPELLINGS)('%s is not connected to, whatever the port', async (host) => {
    const before = connections;
    const send = sender('http://public:*,https://public:*');
    for (const scheme of ['http', 'https']) {
      const sent = await send(`${scheme}://${host}:${port}/`);
      expect(sent).toMatchObject({ status: null });
      expect(sent.error).not.toMatch(/no answer|refuses connections|cannot be reached/); // that is, none was tried
    }
    expect(connections).toBe(before);
  });

  test('is not reached by a redirect either', async () => {
    const redirecting = await endpointWith(answering(307, { location: `http://127.0.0.1:${port}/` }));
    const send = sender('http://127.0.0.0/8:*');
    const before = connections;
    expect(await send(redirecting.url)).toMatchObject({
      status: 307,
      error: expect.stringContaining('redirects'),
    });
    expect(connections).toBe(before);
  });
});

describe('a name', () => {
  test('is refused when one of its addresses is, and is not asked for twice for one message', async () => {
    const good = await endpointWith(answering(204));
    const at = (host: string) => good.url.replace('127.0.0.1', host);
    const names = {
      'mixed.test': [['127.0.0.1', '10.0.0.1']],
      'rebound.test': [['127.0.0.1'], ['10.0.0.1']],
    };
    const send = sender('http://127.0.0.1/32:*', names);
    expect(await send(at('mixed.test'))).toMatchObject({
      status: null,
      error: expect.stringContaining('leads to'),
    });
    expect(await send(at('rebound.test'))).toMatchObject({ status: 204 });
    expect(good.messages).toHaveLength(1);
  });
});

describe('what an endpoint answers', () => {
  test('is cut, and no more of it is read than that', async () => {
    let isOver = false;
    const endless = await endpointWith((_message, response) => {
      response.writeHead(500);
      const more = () => {
        while (!isOver && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more).on('close', () => {
        isOver = true;
      });
      more();
    });
    const sent = await sender('http://127.0.0.0/8:*')(endless.url);
    expect(sent).toMatchObject({ status: 500, answer: 'x'.repeat(1_000) });
    await expect.poll(() => isOver).toBe(true);
  });

  test('is waited for only so long', async () => {
    const silent = await endpointWith(() => undefined);
    const dripping = await endpointWith((_message, response) => void response.writeHead(200).write('x'));
    const send = sender('http://127.0.0.0/8:*', {}, 200);
    for (const { url } of [silent, dripping])
      expect(await send(url)).toMatchObject({ status: null, error: 'no answer within 0.2 seconds' });
  });

  test('is told in words that name no address', async () => {
    const send = sender('http://public:*,http://127.0.0.0/8:*');
    expect((await send('http://unknown.test/')).error).toBe('the name of the endpoint is not known');
    expect((await send('http://private.test/')).error).toBe(
      'the name of the endpoint leads to an address that alerts are not sent to',
    );
  });
});

describe('the places that alerts may go to', () => {
  test.each([
    'https://public:443',
    'http://10.0.0.0/8:*',
    'https://[fd00::]/8:8443',
    'https://public:443,http://127.0.0.1/32:80',
  ])('may be %s', (text) => {
    expect(parseEndpointRules(text)).not.toBeUndefined();
  });

  test.each([
    '',
    '*',
    'public:443',
    'ftp://public:21',
    'https://public',
    'https://public:0',
    'https://public:65536',
  ])('may not be "%s"', (text) => {
    expect(parseEndpointRules(text)).toBeUndefined();
  });
  test.each([
    'https://10.0.0.0:443',
    'https://10.0.0.0/33:443',
    'https://[::1]/129:1',
    'https://example.com:443',
  ])('may not be "%s"', (text) => {
    expect(parseEndpointRules(text)).toBeUndefined();
  });

  test('are HTTPS on port 443 of public addresses unless more is said', () => {
    const { check } = createAlertEndpoints([{ protocol: 'https:', network: 'public', port: 443 }]);
    expect(check('https://example.com/x#y').href).toBe('https://example.com/x');
    expect(check('https://8.8.8.8/').href).toBe('https://8.8.8.8/');
    expect(check('https://[2606:4700::1111]/').href).toBe('https://[2606:4700::1111]/');
    for (const url of [
      'http://example.com',
      'https://example.com:8443',
      'https://a:b@example.com',
      'example.com',
      'https://',
    ])
      expect(() => check(url)).toThrow(/^url must be/);
    expect(() => check(`https://example.com/${'x'.repeat(2_000)}`)).toThrow(/2000 characters/);
  });
});
