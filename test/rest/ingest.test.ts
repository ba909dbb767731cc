import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toJsonRecord } from '../../src/feed/record.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type RestServer, startRest } from './rest-server.ts';

let server: RestServer;

beforeEach(async () => {
  server = await startRest();
});

afterEach(() => server.close());

const NDJSON = 'application/x-ndjson';
// Without days: by the clock of the server they may be days to come.
const records = sampleRecords(congress, 3).map((record) =>
  toJsonRecord(congress, { ...record, transaction_date: null, filing_date: null }),
);

async function post(payload: string | Buffer, type: string | undefined = NDJSON, module = 'congress') {
  const headers = type === '' ? {} : { 'content-type': type };
  const { status, body } = await server.request('POST', `/api/ingest/${module}`, headers, payload);
  return { status, body };
}

const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

describe('POST /api/ingest/{module}', () => {
  it('takes NDJSON, with empty lines, CRLF and a byte order mark, and a JSON array', async () => {
    const text = `\uFEFF${lines(records).replaceAll('\n', '\r\n\r\n')}\r\n`;
    expect(await post(text, 'application/x-ndjson; charset=utf-8')).toEqual({
      status: 200,
      body: { accepted: 3, created: 3, updated: 0, unchanged: 0 },
    });
    const again = await post(JSON.stringify(records), 'Application/JSON');
    expect(again.body).toMatchObject({ accepted: 3, created: 0 });
    expect((await server.get('/api/v1/congress')).headers['x-total-count']).toBe('3');
  });

  it('names the line and field of every problem and changes nothing', async () => {
    const bad = { ...records[1], is_tradable: 'yes', more: 1 };
    for (const [payload, type, line] of [
      [`\n\n${lines([records[0], bad])}`, NDJSON, 4],
      [JSON.stringify([records[0], bad]), 'application/json', 2],
    ] as const) {
      const answer = await post(payload, type);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_RECORDS' } });
      const errors = answer.body.errors as { line: number; field: string }[];
      expect(errors.map((error) => [error.line, error.field])).toEqual([
        [line, 'is_tradable'],
        [line, 'more'],
      ]);
    }
    expect((await server.get('/api/v1/congress')).headers['x-total-count']).toBe('0');
  });

  it('refuses what is not JSON, line by line', async () => {
    const answer = await post(`${lines(records)}\n{"id":\nnull x`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_RECORDS' } });
    expect((answer.body.errors as { line: number }[]).map(({ line }) => line)).toEqual([4, 5]);
    expect((await post('[1', 'application/json')).body.code).toBe('BAD_REQUEST');
    expect((await post('{}', 'application/json')).body.code).toBe('BAD_REQUEST');
    expect((await post(Buffer.from([0x22, 0xff, 0x22]))).body.detail).toContain('UTF-8');
  });

  it('refuses other content types, an empty body, and too many records', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
    ])
      expect((await post('x', type)).status, type).toBe(415);
    expect((await post('', '')).status).toBe(400);
    expect((await post('', 'application/json')).status).toBe(400);
    expect((await post('')).body).toMatchObject({ accepted: 0 });
    expect((await post('1\n'.repeat(5001))).body.code).toBe('PAYLOAD_TOO_LARGE');
    expect((await post(JSON.stringify(Array(5001).fill(1)), 'application/json')).status).toBe(413);
    expect((await post(Buffer.alloc(16 * 1024 * 1024 + 1, '\n'))).status).toBe(413);
    expect((await post(Buffer.alloc(16 * 1024 * 1024, '\n'))).body).toMatchObject({ accepted: 0 });
  });

  it('knows its modules before it looks at the body', async () => {
    const answer = await post('nonsense', NDJSON, 'nope');
    expect(answer.status).toBe(404);
    expect(answer.body.detail).toContain('congress');
    expect((await post(lines([{ scorecard: 'mrs' }]), NDJSON, 'ams')).status).toBe(400);
  });
});

describe('DELETE /api/ingest/{module}/{id}', () => {
  const remove = (path: string) => server.request('DELETE', `/api/ingest/${path}`);

  it('removes a record once', async () => {
    await post(lines([{ ...records[0], id: 'a/b c' }]));
    expect((await remove('congress/a%2Fb%20c')).status).toBe(204);
    expect((await remove('congress/a%2Fb%20c')).status).toBe(404);
  });

  it('knows neither an unknown module nor an impossible id', async () => {
    expect((await remove('congress/%00')).status).toBe(400);
    for (const path of ['nope/a', `congress/${'x'.repeat(500)}`])
      expect((await remove(path)).status, path).toBe(404);
  });
});
