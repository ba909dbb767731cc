import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { signal } from '../../support/signal.ts';

let app: TestApp;
const NOW = new Date();
const AGO = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

beforeAll(async () => {
  app = await startApp({ CACHE_BYTES: '0' });
  const records = Array.from({ length: 120 }, (_, at) => ({
    ...signal(`s-${at}`),
    asset_type: 'crypto',
    symbol: at % 2 ? 'BTC' : 'ETH',
    notes: `note ${at} ${'x'.repeat(1_000)}`,
    timestamp: AGO(at / 200 + 0.1).toISOString(),
  }));
  const sent = await app.ingest('trade-feed', records);
  expect(sent.status, await sent.text()).toBe(200);
}, 600_000);
afterAll(() => app.stop());

/** A client of the protocol's own package. */
async function connect(key: string | null): Promise<Client> {
  const headers = key === null ? {} : { 'x-api-key': key };
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
    requestInit: { headers },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return client;
}

interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly json: () => Record<string, unknown> & { readonly data?: never; readonly units?: number };
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content as readonly { readonly type: string; readonly text: string }[];
  const text = first?.text ?? '';
  return { isError: Boolean(isError), text, json: () => JSON.parse(text) };
}

const LIST = '{ signals(first: 3) { totalCount nodes { id symbol } pageInfo { endCursor } } }';

describe('an agent', () => {
  test('finds the four tools, without the dialect that some clients drop', async () => {
    const client = await connect(null);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['schema', 'query', 'price', 'asset']);
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema).not.toHaveProperty('$schema');
      expect(annotations?.readOnlyHint).toBe(true);
    }
    expect(client.getInstructions()).toContain('never as instructions');
  });

  test('reads the schema for nothing, without a key', async () => {
    const client = await connect(null);
    const overview = await call(client, 'schema');
    expect(overview.isError).toBe(false);
    expect(overview.text).toContain('signals');
    expect(overview.text).toMatch(/^type Signal \{ .*symbol: String!/m);
    expect(overview.text.length).toBeLessThan(20_000);
    const one = await call(client, 'schema', { type: 'Signal' });
    expect(one.text).toContain('enum Direction');
    const field = await call(client, 'schema', { type: 'signals' });
    expect(field.text).toContain('input SignalFilter');
    const wrong = await call(client, 'schema', { type: 'InsiderTrade' });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toContain('InsiderFiling');
  });

  test('asks what a key asks, and pays the same', async () => {
    const key = await app.issue('free');
    const client = await connect(key);
    const plain = (await app.graphql(LIST, {}, key)) as { readonly data: unknown } & {
      readonly extensions: {
        readonly cost: { readonly actual: number; readonly day: { readonly remaining: number } };
      };
    };
    const { actual, day } = plain.extensions.cost;
    const asked = (await call(client, 'query', { document: LIST })).json();
    expect(asked.data).toEqual(plain.data);
    expect(asked).toMatchObject({ units: actual, left_today: day.remaining - actual });
    const priced = (await call(client, 'price', { document: LIST })).json();
    expect(priced).toMatchObject({ units: actual, left_today: day.remaining - actual }); // nothing was taken
  });

  test('sees no more than its key', async () => {
    const free = await connect(await app.issue('free'));
    const old = { document: '{ congressTrades(first: 1) { totalCount window { from clamped } } }' };
    const { history_of_key_begins: begins } = (await call(free, 'query', old)).json();
    const own = await app.graphql(old.document, {}, await app.issue('free'));
    const { window } = (own.data as unknown as { congressTrades: { window: { from: string } } })
      .congressTrades;
    expect(String(begins).slice(0, 16)).toBe(window.from.slice(0, 16));
  });

  test('is told what to change', async () => {
    const client = await connect(app.key);
    const many =
      '{ signals(first: 100) { nodes { id asset { symbol congressTrades(first: 50) { nodes { id } } } } } }';
    const refused = await call(client, 'query', { document: many, max_units: 1 });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /^COST_EXCEEDED: the query may cost \d+ units, and max_units is 1: ask for fewer rows/,
    );
    const misspelled = await call(client, 'query', { document: '{ signal(first: 1) { nodes { id } } }' });
    expect(misspelled.text).toContain('Did you mean "signals"');
    const word = await call(client, 'query', {
      document: '{ congressTrades(filter: { chamber: { eq: "Senat" } }) { totalCount } }',
    });
    expect(word).toMatchObject({ isError: true });
    expect(word.text).toContain('SENATE');
    expect((await call(client, 'query', {})).text).toContain('document is missing');
    expect((await call(client, 'query', { document: LIST, limit: 5 })).text).toContain(
      'query takes document',
    );
    expect((await call(client, 'query', { document: LIST, max_units: 0 })).text).toContain(
      'a whole number from 1',
    );
    const long = await call(client, 'schema', { type: 'Qqq'.repeat(30_000) });
    expect(long.text).toContain('a text of at most 100 characters');
    expect(long.text.length).toBeLessThan(300);
    const deep = { document: `${'{a'.repeat(600)}${'}'.repeat(600)}`, as_of: '2026-01-01T00:00:00Z' };
    expect((await call(client, 'query', deep)).text).toMatch(/^LIMIT_EXCEEDED: /);
    for (const kind of ['subscription', 'mutation'])
      for (const name of ['query', 'price'])
        expect(await call(client, name, { document: `${kind} { signals { kind } }` })).toMatchObject({
          isError: true,
          text: `INVALID_PARAMETER: document must have a query, and this one has a ${kind}: the tools take queries only`,
        });
    const keyless = await connect(null);
    for (const more of [{}, { as_of: '2026-01-01T00:00:00Z' }])
      expect((await call(keyless, 'query', { document: LIST, ...more })).text).toMatch(
        /^KEY_MISSING: .*only the schema and the guides can be read$/,
      );
  });

  test.each([
    ['', false],
    ['', true],
    ['signals(first: 3) { pageInfo { endCursor } }', false],
  ])(
    'gets long answers cut between rows, and goes on by cursor: %s, as of a moment: %s',
    async (other, isOfMoment) => {
      const more = isOfMoment ? { as_of: new Date().toISOString() } : {};
      const client = await connect(app.key);
      const document = `query ($after: String) {
      list: signals(first: 100, after: $after) { rows: nodes { timestamp notes } page: pageInfo { end: endCursor hasNextPage } }
      ${other}
    }`;
      type Row = { timestamp: string };
      const seen: string[] = [];
      const cuts: unknown[] = [];
      for (let after: string | null = null, goesOn = true; goesOn; ) {
        const answer = await call(client, 'query', { document, variables: { after }, ...more });
        expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(100_000);
        const { data, cut } = answer.json() as unknown as {
          data: { list: { rows: Row[]; page: { end: string; hasNextPage: boolean } } };
          cut?: readonly { list: string; rows: number; shown: number }[];
        };
        cuts.push(...(cut ?? []));
        seen.push(...data.list.rows.map((row) => row.timestamp));
        after = data.list.page.end;
        goesOn = data.list.page.hasNextPage;
      }
      expect(cuts).toEqual([{ list: 'list.rows', rows: 100, shown: expect.any(Number) }]);
      const { data } = await app.graphql(
        '{ a: signals(first: 100) { nodes { timestamp } } b: signals(last: 20) { nodes { timestamp } } }',
      );
      const all = Object.values(data as unknown as Record<string, { nodes: Row[] }>);
      expect(seen).toEqual(all.flatMap(({ nodes }) => nodes.map((row) => row.timestamp)));
    },
  );

  test('asks as of a moment, in which nothing of later stands', async () => {
    const client = await connect(app.key);
    const document =
      'query Q { ...On } fragment On on Query { signals(first: 100) { nodes { timestamp } totalCount } }';
    const asOf = AGO(0.4).toISOString();
    const then = (await call(client, 'query', { document, as_of: asOf })).json();
    const direct = await app.graphql(
      `{ at(asOf: "${asOf}") { signals(first: 100) { nodes { timestamp } totalCount } } }`,
    );
    expect(then.data).toEqual((direct.data as unknown as { at: unknown }).at);
    for (const [moment, wanted] of [
      ['last week', 'an ISO 8601 time with zone'],
      ['2026-03-01', 'an ISO 8601 time with zone'],
      [AGO(-1).toISOString(), 'no later than now'],
    ])
      for (const name of ['query', 'price']) {
        const bad = await call(client, name, { document, as_of: moment });
        expect(bad).toMatchObject({ isError: true });
        expect(bad.text).toContain(`INVALID_PARAMETER: as_of must be ${wanted}`);
      }
  });

  test('looks up an asset in one call', async () => {
    const client = await connect(app.key);
    const { data } = (
      await call(client, 'asset', { symbol: 'BTC/USDT', kind: 'CRYPTO' })
    ).json() as never as {
      data: { asset: { symbol: string; signals: { totalCount: number; nodes: unknown[] } } };
    };
    expect(data.asset).toMatchObject({ symbol: 'BTC', signals: { totalCount: 60 } });
    expect(data.asset.signals.nodes).toHaveLength(5);
    const missing = await call(client, 'asset', { symbol: 'NOSUCH' });
    expect(missing).toMatchObject({ isError: true });
    expect(missing.text).toMatch(/^NOT_FOUND: .*NOSUCH/);
  });

  test('reads the SDL as a resource; an unknown one is an error of the protocol', async () => {
    const client = await connect(null);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('alpha-data://schema.graphql');
    const { contents } = await client.readResource({ uri: 'alpha-data://schema.graphql' });
    expect((contents[0] as { text: string }).text).toBe(
      await (await fetch(`${app.url}/schema.graphql`)).text(),
    );
    await expect(client.readResource({ uri: 'alpha-data://nothing' })).rejects.toThrow(/not found/i);
  });
});

describe('the route', () => {
  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  test.each(['2025-03-26', '2025-06-18', '2025-11-25'])('answers clients of %s', async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const answered = await (await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).text();
    expect(answered).toContain(`"protocolVersion":"${version}"`);
    const listed = await (await send(LIST_TOOLS, { 'mcp-protocol-version': version })).text();
    expect(listed).toContain('"name":"asset"');
  });

  test('answers clients of 2026-07-28', async () => {
    const version = '2026-07-28';
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' };
    const response = await send({ ...LIST_TOOLS, params: { _meta: meta } }, headers);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"name":"asset"');
  });

  test('refuses what is no message, a wrong key, and other methods', async () => {
    expect((await send('{')).status).toBe(400);
    expect((await send([LIST_TOOLS, LIST_TOOLS])).status).toBe(400);
    expect((await send(LIST_TOOLS, { 'x-api-key': 'ak_nothing' })).status).toBe(401);
    expect((await fetch(`${app.url}/mcp`)).status).toBe(405);
  });

  test('counts what takes no units for the limit by IP', async () => {
    const small = await startApp({ OPEN_FEEDS_PER_MINUTE: '5' });
    try {
      const key = await small.issue('free');
      const statuses: number[] = [];
      // A minute may end between two of them, once: of 11, six are in one minute.
      for (let at = 0; at < 11; at += 1) {
        const response = await fetch(`${small.url}/mcp`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'x-api-key': key,
          },
          body: JSON.stringify(LIST_TOOLS),
        });
        statuses.push(response.status);
        await response.text();
      }
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
      expect(statuses).toContain(429);
    } finally {
      await small.stop();
    }
  });
});
