import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDir } from '../support/data-dir.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

/** Forged and mangled tokens against a server in a process of its own; most are properly signed with its own key. */
describe('tokens', () => {
  let dataDir: string;
  let server: ServerProcess;
  let privateKey: KeyObject;
  let token: string;
  /** What headers that point elsewhere point to. */
  let bait: Server;
  let baitUrl: string;
  let visits = 0;

  beforeAll(async () => {
    dataDir = await newDataDir();
    server = await startProcess({ dataDir });
    privateKey = createPrivateKey(readFileSync(join(dataDir, 'signing-key.pem')));
    token = await server.issue('quant');
    bait = createServer((socket) => {
      visits += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => bait.once('listening', resolve));
    const { port } = bait.address() as { port: number };
    baitUrl = `http://127.0.0.1:${port}/jwks.json`;
  }, 600_000);
  afterAll(async () => {
    bait.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const parts = () => token.split('.') as [string, string, string]; // a JWS has three
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
  /** The claims of our token under another header, signed with the server's own key. */
  const signedWith = (header: object, claims: object = decode(parts()[1])) => {
    const input = `${encode({ ...decode(parts()[0]), ...header })}.${encode(claims)}`;
    return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
  };

  /** Writes a request as it is, which `fetch` would tidy up; the status of the answer, 0 for none. */
  async function statusOf(headers: readonly string[], path = '/api/v1/mre'): Promise<number> {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => socket.destroy()); // it hangs up on what is too large, before all is written
    const answer = Promise.withResolvers<string>();
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => answer.resolve(received));
    socket.write([`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'));
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await answer.promise)?.[1] ?? 0);
  }
  const withKey = (key: string) => statusOf([`X-API-Key: ${key}`]);
  const inUrl = (key: string) => statusOf([], `/api/v1/mre?api_key=${key}`);

  it('are taken as they were issued, and signed otherwise alike', async () => {
    expect(await withKey(token)).toBe(200);
    expect(await inUrl(token)).toBe(200);
    expect(await withKey(signedWith({}))).toBe(200);
  });

  it('of other algorithms are refused', async () => {
    const [, claims] = parts();
    const { kid } = decode(parts()[0]) as { kid: string };
    const jwks = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as {
      keys: { x: string }[];
    };
    const publicKey = String(jwks.keys[0]?.x);
    const forged = [`${encode({ alg: 'none' })}.${claims}.`, `${encode({ alg: 'none', kid })}.${claims}.AA`];
    for (const secret of [publicKey, Buffer.from(publicKey, 'base64url')]) {
      const input = `${encode({ alg: 'HS256', kid })}.${claims}`;
      forged.push(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`);
    }
    for (const alg of ['none', 'None', 'HS256', 'ES256', 'RS256', 'eddsa', 'Ed25519', '']) {
      forged.push(signedWith({ alg }));
    }
    for (const one of forged) expect(await withKey(one), one).toBe(401);
  });

  it('whose header points elsewhere are refused, and nobody is asked', async () => {
    const headers: object[] = [
      { jku: baitUrl },
      { x5u: baitUrl },
      { jku: baitUrl, kid: baitUrl },
      { x5c: ['AA=='] },
      { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } },
      { crit: ['exp'], exp: 1 },
      { crit: [] },
      { b64: false },
      { zip: 'DEF' },
      { cty: 'JWT' },
      { kid: baitUrl },
      { kid: '../../../etc/passwd' },
      { kid: join(dataDir, 'signing-key.pem') },
      { kid: "' OR true --" },
      { kid: '__proto__' },
      { kid: '' },
      { kid: null },
      { kid: 7 },
      { kid: ['x'] },
    ];
    for (const header of headers) expect(await withKey(signedWith(header)), JSON.stringify(header)).toBe(401);
    expect(visits).toBe(0);
  });

  it('with other claims are refused', async () => {
    const claims = decode(parts()[1]);
    const now = Math.floor(Date.now() / 1000);
    for (const change of [
      { iss: 'another' },
      { exp: now - 1 },
      { nbf: now + 60 },
      { jti: undefined },
      { jti: 'nobody' },
      { jti: "x' OR true --" },
      { jti: 'a\0b' },
      { sub: undefined },
      { iat: 'now' },
    ])
      expect(await withKey(signedWith({}, { ...claims, ...change })), JSON.stringify(change)).toBe(401);
  });

  it('that are encrypted, re-spelled, padded, spaced, cut or joined are refused', async () => {
    const [header, claims, signature] = parts();
    const bytes = Buffer.from(signature, 'base64url');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const respelled = [...alphabet]
      .map((last) => signature.slice(0, -1) + last)
      .filter((other) => other !== signature && Buffer.from(other, 'base64url').equals(bytes));
    expect(respelled).toHaveLength(15);
    const altered = [
      ...respelled.map((other) => `${header}.${claims}.${other}`),
      `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`,
      `${header}.${header}.${claims}.${claims}.${signature}`,
      `${token}=`,
      `${token}==`,
      `${header}=.${claims}.${signature}`,
      `${header}. ${claims}.${signature}`,
      `${header}.${claims}\t.${signature}`,
      `"${token}"`,
      `Bearer ${token}`,
      `${token},${token}`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      token.slice(0, -1),
      token.toLowerCase(),
      '.',
      '..',
      'null',
    ];
    for (const one of altered) expect(await withKey(one), one).toBe(401);
    for (const one of [
      `${token}%00`,
      `${token}%20`,
      `%20${token}`,
      `${token}%0A`,
      `${token}=`,
      `${token}%3D`,
      '',
    ])
      expect(await inUrl(one), one).toBe(401);
  });

  it('given twice are refused, alike or not', async () => {
    const again = signedWith({ typ: 'JWT' });
    expect(await statusOf([`X-API-Key: ${token}`, `X-API-Key: ${token}`])).toBe(401);
    expect(await statusOf([`X-API-Key: ${token}`, `x-api-key: ${again}`])).toBe(401);
    expect(await statusOf(['X-API-Key:', `X-API-Key: ${token}`])).toBe(401);
    expect(await statusOf([], `/api/v1/mre?api_key=${token}&api_key=${token}`)).toBe(401);
    expect(await statusOf([], `/api/v1/mre?api_key=${token}&api%5Fkey=x`)).toBe(401);
    // The header wins: a good one in the URL does not make up for it.
    expect(await statusOf(['X-API-Key: x'], `/api/v1/mre?api_key=${token}`)).toBe(401);
    expect(await statusOf([`X-API-Key: ${token}`], '/api/v1/mre?api_key=x')).toBe(200);
  });

  it('that are too long are refused before anything is made of them', async () => {
    const claims = decode(parts()[1]);
    const long = signedWith({}, { ...claims, note: 'x'.repeat(2_000) });
    expect(long.length).toBeGreaterThan(2_048);
    expect(await withKey(long)).toBe(401);
    expect(await withKey('x'.repeat(10_000))).toBe(401);
    expect(await inUrl('x'.repeat(10_000))).toBe(401);
    expect(await withKey('x'.repeat(5_000_000))).toBe(431);
    expect(await inUrl('x'.repeat(5_000_000))).toBe(431);
    expect(await withKey(token)).toBe(200);
  });

  it('never reach the log, while what is done to keys does', async () => {
    const operator = await server.issue('free', 'admin');
    const call = async (method: string, path: string, body?: string) => {
      const response = await fetch(`${server.url}/api/admin/keys${path}`, {
        method,
        headers: { 'x-api-key': operator, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body } : {}),
      });
      return (await response.json()) as { token: string; key: { id: string } };
    };
    const made = await call('POST', '', '{"tier": "pro"}');
    await call('PATCH', `/${made.key.id}`, '{"tier": "plus"}');
    const next = await call('POST', `/${made.key.id}/rotate`);
    await call('DELETE', `/${next.key.id}`);
    const by = JSON.parse(Buffer.from(operator.split('.')[1] ?? '', 'base64url').toString()).jti as string;
    const audited = () => server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit');
    await expect.poll(audited).toMatchObject([
      { action: 'keys.create', by, key: { id: made.key.id, tier: 'pro', scope: 'read' } },
      { action: 'keys.update', by, key: { id: made.key.id, tier: 'plus' } },
      { action: 'keys.rotate', by, key: { id: made.key.id, successor: next.key.id } },
      { action: 'keys.revoke', by, key: { id: next.key.id } },
    ]);
    const log = server.log.join('\n');
    for (const one of [token, operator, made.token, next.token]) {
      expect(log).not.toContain(one);
      expect(log).not.toContain(one.split('.')[2]);
    }
  });
});
