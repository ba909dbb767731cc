import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Created extends Answer {
  readonly token: string;
  readonly id: string;
}

let app: TestApp;
let adminKey: string;
let adminId: string;

beforeAll(async () => {
  app = await startApp();
  const { token, key } = await app.services.keyAdmin.create({
    tier: 'free',
    scope: 'admin',
    name: 'operator',
    expiresInMs: null,
  });
  adminKey = token;
  adminId = key.id;
});
afterAll(() => app.stop());

async function call(method: string, path = '', body?: unknown, key = adminKey): Promise<Answer> {
  const response = await fetch(`${app.url}/api/admin/keys${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

async function create(body: object = { tier: 'pro' }): Promise<Created> {
  const answer = await call('POST', '', body);
  expect(answer.status).toBe(201);
  const { token, key } = answer.body as { token: string; key: { id: string } };
  return { ...answer, token, id: key.id };
}

const usage = (key: string) =>
  fetch(`${app.url}/api/v1/insider-alpha/usage`, { headers: { 'x-api-key': key } });

describe('/api/admin/keys', () => {
  it('issues a key that works, whose token is in this answer alone', async () => {
    const made = await create({ tier: 'plus', scope: 'ingest', name: ' Robot ', expires_in_seconds: 3600 });
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.headers.get('location')).toBe(`/api/admin/keys/${made.id}`);
    const shown = await call('GET', `/${made.id}`);
    expect(shown).toMatchObject({ status: 200, body: made.body.key });
    expect(shown.body).toMatchObject({
      name: 'Robot',
      tier: 'plus',
      scope: 'ingest',
      state: 'valid',
      last4: made.token.slice(-4),
      revoked_at: null,
      last_used_at: null,
    });
    const { created_at, expires_at } = shown.body as { created_at: string; expires_at: string };
    expect((Date.parse(expires_at) - Date.parse(created_at)) / 1000).toBeCloseTo(3600, -1);
    expect(JSON.stringify(shown.body)).not.toContain(made.token);
    expect(await (await usage(made.token)).json()).toMatchObject({ tier: 'plus' });
    await app.services.keys.flush();
    expect((await call('GET', `/${made.id}`)).body.last_used_at).not.toBeNull();
    expect((await create()).body.key).toMatchObject({ name: 'unnamed', scope: 'read', expires_at: null });
  });

  it('moves a key to another tier and name, and counts it from the next request on', async () => {
    const { id, token } = await create();
    expect(await (await usage(token)).json()).toMatchObject({ tier: 'pro' });
    const changed = await call('PATCH', `/${id}`, { tier: 'quant', name: 'Desk' });
    expect(changed).toMatchObject({ status: 200, body: { tier: 'quant', name: 'Desk' } });
    expect(await (await usage(token)).json()).toMatchObject({ tier: 'quant' });
    expect((await call('PATCH', `/${id}`, { name: 'Desk 2' })).body).toMatchObject({ tier: 'quant' });
  });

  it('revokes a key once and for all, but not the one that calls', async () => {
    const { id, token } = await create();
    expect((await usage(token)).status).toBe(200);
    const revoked = await call('DELETE', `/${id}`);
    expect(revoked).toMatchObject({ status: 200, body: { state: 'revoked' } });
    expect((await usage(token)).status).toBe(403);
    expect((await call('DELETE', `/${id}`)).body).toEqual(revoked.body);
    expect(await call('DELETE', `/${adminId}`)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await call('GET')).status).toBe(200);
  });

  it('rotates a key, itself too', async () => {
    const { id, token } = await create({ tier: 'premium', scope: 'admin', name: 'Desk' });
    const next = await call('POST', `/${id}/rotate`, undefined, token);
    expect(next).toMatchObject({
      status: 201,
      body: { key: { tier: 'premium', scope: 'admin', name: 'Desk', expires_at: null } },
    });
    expect(next.headers.get('cache-control')).toBe('no-store');
    const { token: nextToken, key } = next.body as { token: string; key: { id: string } };
    expect([(await usage(token)).status, (await usage(nextToken)).status]).toEqual([200, 200]);
    const old = (await call('GET', `/${id}`)).body as { replaced_by: string; expires_at: string };
    expect(old.replaced_by).toBe(key.id);
    expect((Date.parse(old.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    expect((await call('POST', `/${id}/rotate`)).status).toBe(409);
    await call('POST', `/${key.id}/rotate`, { overlap_seconds: 0 });
    expect((await usage(nextToken)).status).toBe(401);
  });

  it('lists every key once, newest first, page by page', async () => {
    for (let n = 0; n < 3; n += 1) await create();
    const seen: string[] = [];
    let path: string | undefined = '/api/admin/keys?limit=2';
    while (path !== undefined) {
      const response: Response = await fetch(app.url + path, { headers: { 'x-api-key': adminKey } });
      const { keys, has_more } = (await response.json()) as { keys: { id: string }[]; has_more: boolean };
      expect(keys.length).toBeLessThanOrEqual(2);
      seen.push(...keys.map(({ id }) => id));
      path = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      expect(has_more).toBe(path !== undefined);
    }
    const all = await app.services.keyStore.list({ limit: 1_000 });
    expect(seen).toEqual(all.map(({ id }) => id));
    const clamped = await call('GET', '?limit=500&nonsense=1');
    expect(clamped.headers.get('x-limit-clamped')).toBe('100');
    expect(clamped.headers.get('x-unknown-params')).toBe('nonsense');
    for (const [query, param] of [
      ['limit=0', 'limit'],
      ['cursor=abc', 'cursor'],
      [`cursor=${Buffer.from('["2026-01-01T00:00:00Z","\\u0000"]').toString('base64url')}`, 'cursor'],
    ])
      expect(await call('GET', `?${query}`)).toMatchObject({ status: 400, body: { param } });
  });

  it('names what is wrong, and what is allowed', async () => {
    const { id } = await create();
    const refused = async (method: string, path: string, body: unknown) => {
      const answer = await call(method, path, body);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      return [answer.status, answer.body.param ?? answer.body.code, String(answer.body.detail)];
    };
    const tiers = expect.stringContaining('one of free, plus, pro, premium, pro_api, quant');
    const any = expect.any(String);
    expect(await refused('POST', '', { tier: 'gold' })).toEqual([400, 'tier', tiers]);
    expect(await refused('POST', '', {})).toEqual([400, 'tier', tiers]);
    expect(await refused('POST', '', { tier: 7 })).toEqual([400, 'tier', any]);
    expect(await refused('POST', '', { tier: 'pro', scope: 'root' })).toEqual([
      400,
      'scope',
      expect.stringContaining('read, ingest, admin'),
    ]);
    expect(await refused('POST', '', { tier: 'pro', name: 'x'.repeat(101) })).toEqual([400, 'name', any]);
    expect(await refused('POST', '', { tier: 'pro', expires_in: 60 })).toEqual([400, 'expires_in', any]);
    for (const value of [0, 1.5, -1, '60', 1e12])
      expect(await refused('POST', '', { tier: 'pro', expires_in_seconds: value })).toEqual([
        400,
        'expires_in_seconds',
        any,
      ]);
    expect(await refused('PATCH', `/${id}`, { tier: 'gold' })).toEqual([400, 'tier', tiers]);
    expect(await refused('PATCH', `/${id}`, { scope: 'admin' })).toEqual([400, 'scope', any]);
    expect(await refused('PATCH', `/${id}`, {})).toEqual([400, 'BAD_REQUEST', any]);
    expect(await refused('POST', `/${id}/rotate`, { overlap_seconds: -1 })).toEqual([
      400,
      'overlap_seconds',
      any,
    ]);
    expect(await refused('POST', '', '{"tier":')).toEqual([400, 'BAD_REQUEST', any]);
    expect(await refused('POST', '', '[]')).toEqual([400, 'BAD_REQUEST', any]);
    expect(await refused('POST', '', { tier: 'x'.repeat(20_000) })).toEqual([413, any, any]);
    for (const [method, path] of [
      ['GET', '/nobody'],
      ['PATCH', '/nobody'],
      ['DELETE', '/a%00b'],
      ['POST', '/nobody/rotate'],
    ] as const)
      expect(await refused(method, path, method === 'PATCH' ? '{' : undefined)).toEqual([
        404,
        'NOT_FOUND',
        any,
      ]);
  });

  it('is for admin keys alone, and costs them nothing', async () => {
    for (const path of ['', '/x', '/x/y/z']) {
      const answer = await fetch(`${app.url}/api/admin/keys${path}`);
      expect(answer.status, path).toBe(401);
    }
    for (const scope of ['read', 'ingest'] as const) {
      const key = await app.issue('quant', scope);
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${adminId}`],
        ['DELETE', `/${adminId}`],
        ['POST', `/${adminId}/rotate`],
        ['GET', '/nobody'],
      ] as const)
        expect(await call(method, path, undefined, key)).toMatchObject({
          status: 403,
          body: { code: 'SCOPE_MISSING' },
        });
    }
    for (let n = 0; n < 10; n += 1) expect((await call('GET')).status).toBe(200); // more than free has in a minute
    expect((await call('PUT', '', {})).status).toBe(405);
  });
});
