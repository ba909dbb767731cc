import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derive } from '../../src/ingestion/derive.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let secret: string;

beforeAll(async () => {
  app = await startApp();
  ({ secret } = await app.services.webhooks.create({
    slug: 'my-trend',
    symbol: 'BINANCE:BTCUSDT',
    timeframe: '4h',
  }));
});
afterAll(() => app.stop());

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(
  slug: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const response = await fetch(`${app.url}/api/webhooks/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: (await response.json()) as Sent['body'],
  };
}

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const send = (alert: object, headers?: Readonly<Record<string, string>>) =>
  post('my-trend', { secret, time: ago(5), ...alert }, headers);

async function signalsOf(slug: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const response = await app.get('/api/v1/trade-feed?page_size=100&sort_by=timestamp');
  const { signals } = (await response.json()) as { signals: Readonly<Record<string, unknown>>[] };
  return signals.filter((signal) => signal.source_detail === slug);
}

describe('POST /api/webhooks/{slug}', () => {
  it('opens a signal, takes the same alert once, and closes with the exit price', async () => {
    const open = { secret, action: 'buy', price: '100.5', time: ago(60), id: 'a1', comment: 'breakout' };
    expect(await post('my-trend', open)).toMatchObject({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: { accepted: true, duplicate: false, id: 'a1' },
    });
    expect(await signalsOf('my-trend')).toMatchObject([
      {
        source: 'mte',
        symbol: 'BTC/USDT',
        direction: 'LONG',
        entry_price: 100.5,
        current_price: 100.5,
        status: 'OPEN',
        pnl_pct: 0,
        timeframe: '4h',
        notes: 'breakout',
        timestamp: open.time,
      },
    ]);
    expect((await post('my-trend', { ...open, price: 999 })).body).toMatchObject({
      duplicate: true,
      id: 'a1',
    });
    expect(await signalsOf('my-trend')).toMatchObject([{ status: 'OPEN', entry_price: 100.5 }]);
    expect((await send({ action: 'sell', price: 90.45, id: 'a2' })).body).toMatchObject({ duplicate: false });
    const [closed, ...others] = await signalsOf('my-trend');
    expect(others).toEqual([]);
    expect(closed).toMatchObject({ status: 'CLOSED', current_price: 90.45 });
    expect(closed?.pnl_pct).toBeCloseTo(-10, 10);
  });

  it('knows an alert without id by its content, in whatever order its members come', async () => {
    const time = ago(30);
    const first = await post('my-trend', {
      secret,
      action: 'long',
      price: 5,
      time,
      ticker: 'BINANCE:ETHUSDT',
    });
    const again = await post('my-trend', {
      ticker: 'BINANCE:ETHUSDT',
      time,
      price: 5,
      action: 'long',
      secret,
    });
    expect(first.body.duplicate).toBe(false);
    expect(again.body).toEqual({ accepted: true, duplicate: true, id: first.body.id });
  });

  it('counts an alert once that comes many times at once', async () => {
    const alert = { secret, action: 'short', price: 7, time: ago(20), id: 'race', ticker: 'BINANCE:SOLUSDT' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('my-trend', alert)));
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect((await signalsOf('my-trend')).filter(({ symbol }) => symbol === 'SOL/USDT')).toHaveLength(1);
  });

  it('takes the secret in a header and JSON as JSON', async () => {
    const alert = { action: 'long', price: 1, time: ago(1), ticker: 'BINANCE:XRPUSDT' };
    const headers = { 'content-type': 'application/json', 'x-webhook-secret': secret };
    expect((await post('my-trend', alert, headers)).status).toBe(200);
  });

  it('follows prices that come by import', async () => {
    await send({ action: 'long', price: 10, ticker: 'BINANCE:ADAUSDT', time: ago(100) });
    const series = 'BINANCE:ADAUSDT|1m';
    const data = { o: 12, h: 12, l: 12, c: 12, v: 1 };
    await app.services.inputs.put([{ kind: 'bar', series, key: ago(40), data }]);
    await derive(app.services, [{ kind: 'bar', series }]);
    const found = (await signalsOf('my-trend')).find(({ symbol }) => symbol === 'ADA/USDT');
    expect(found).toMatchObject({ status: 'OPEN', current_price: 12, pnl_pct: 20 });
  });

  it('answers alike to an unknown slug, a wrong secret, none, and a revoked webhook', async () => {
    const { webhooks } = app.services;
    const revoked = await webhooks.create({ slug: 'old', symbol: null, timeframe: null });
    await webhooks.revoke('old');
    const alert = { action: 'buy', price: 1, time: ago(1) };
    const answers = [
      await post('nobody', { ...alert, secret }),
      await post('NOT a slug', { ...alert, secret }),
      await post('my-trend', { ...alert, secret: `${secret}x` }),
      await post('my-trend', { ...alert, secret: 7 }),
      await post('my-trend', alert),
      await post('my-trend', { nonsense: true }),
      await post('old', { ...alert, secret: revoked.secret }),
    ];
    const shown = answers.map(({ status, type, body }) => [status, type, { ...body, request_id: '' }]);
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, type: 'application/problem+json' });
  });

  it.each<[string, object]>([
    ['action', { action: 'hold' }],
    ['price', { price: 'NaN' }],
    ['price', { price: -1 }],
    ['ticker', { ticker: '***' }],
    ['time', { time: 'yesterday' }],
    ['time', { time: new Date(Date.now() - 11 * 60_000).toISOString() }],
    ['time', { time: new Date(Date.now() + 5 * 60_000).toISOString() }],
    ['time', { time: undefined }],
    ['interval', { interval: 'often' }],
    ['comment', { comment: 5 }],
    ['id', { id: '' }],
  ])('names a bad %s: %j', async (param, over) => {
    const sent = await send({ action: 'buy', price: 1, ...over });
    expect(sent).toMatchObject({ status: 400, type: 'application/problem+json', body: { param } });
    expect(JSON.stringify(sent.body)).not.toContain(secret);
  });

  it('refuses what is no JSON object, too large, or of another type', async () => {
    expect((await post('my-trend', 'BTC crossing 100')).body).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    });
    expect((await post('my-trend', '[]')).status).toBe(400);
    expect((await post('my-trend', { secret, comment: 'x'.repeat(17_000) })).status).toBe(413);
    expect(
      (await post('my-trend', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    const get = await fetch(`${app.url}/api/webhooks/my-trend`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('is in the OpenAPI document', async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      paths: Record<string, { post?: { security: unknown; responses: object } }>;
    };
    const post = document.paths['/api/webhooks/{slug}']?.post;
    expect(post?.security).toEqual([]);
    expect(Object.keys(post?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
  });
});

describe('webhooks of the operator', () => {
  it('are created once, listed without secret, revoked, and created anew with another secret', async () => {
    const { webhooks } = app.services;
    const plain = { slug: 'twice', symbol: null, timeframe: null };
    const first = await webhooks.create(plain);
    expect(first.secret).toMatch(/^whs_[\w-]{43}$/);
    await expect(webhooks.create(plain)).rejects.toThrow(/in use/);
    await expect(webhooks.create({ ...plain, slug: 'Not Good' })).rejects.toThrow(/slug must be/);
    const [found] = (await webhooks.list()).filter(({ slug }) => slug === 'twice');
    expect(JSON.stringify(found)).not.toContain(first.secret.slice(4));
    expect(await webhooks.revoke('twice')).toBe(true);
    expect(await webhooks.revoke('none')).toBe(false);
    const second = await webhooks.create(plain);
    const alert = { action: 'buy', ticker: 'BTCUSDT', price: 1, time: ago(1) };
    expect((await post('twice', { ...alert, secret: first.secret })).status).toBe(401);
    expect((await post('twice', { ...alert, secret: second.secret })).status).toBe(200);
  });
});

describe('keyless requests', () => {
  it('are limited by IP', async () => {
    const small = await startApp({ OPEN_FEEDS_PER_MINUTE: '2' });
    try {
      const ask = () => fetch(`${small.url}/api/webhooks/x`, { method: 'POST', body: '{}' });
      const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
      // A minute may end in between; then the third is the first of the next.
      expect(['401,401,429', '401,401,401']).toContain(statuses.join());
    } finally {
      await small.stop();
    }
  });
});
