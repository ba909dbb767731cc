import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/http/observability/log.ts';
import { traceParentOf } from '../../../src/http/observability/trace-parent.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { captureLog, type LogLine } from '../../support/capture-log.ts';
import { STAGES, WAYS } from '../../support/ways.ts';

/** A span in OTLP's JSON, as far as it is looked at. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface SentTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const spans: SentSpan[] = [];
const services = new Set<unknown>();
let collector: Server;
let app: TestApp;
const log = captureLog();
const lines = (): readonly LogLine[] =>
  log
    .text()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line): LogLine => JSON.parse(line));

const attribute = (attributes: SentSpan['attributes'], name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
const SERVER_KIND = 2;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    expect(`${request.method} ${request.url}`).toBe('POST /v1/traces');
    const { resourceSpans } = (await json(request)) as SentTraces;
    for (const { resource, scopeSpans } of resourceSpans) {
      services.add(attribute(resource.attributes, 'service.name'));
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  app = await startApp(
    { CACHE_BYTES: '10000000', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` },
    { logger: createLogger('info', log), liveTimes: { heartbeatMs: 20 } },
  );
}, 600_000);
afterAll(() => {
  collector.close();
});

/** A trace of a caller for each way, that the caller records; and one that the caller does not. */
const callers = WAYS.map((way) => ({
  way,
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
}));
const unrecorded = randomBytes(16).toString('hex');

describe('a collector of OpenTelemetry', () => {
  test('gets a span for every way of a request, below that of the caller, with a child for each stage', async () => {
    for (const { way, traceId, spanId } of callers) {
      await way.send(app, app.key); // so that a hit is one
      await way.send(app, app.key, { traceparent: `00-${traceId}-${spanId}-01` });
    }
    await app.get('/api/v1/mre', { traceparent: `00-${unrecorded}-00f067aa0ba902b7-00` });
    await app.get('/api/v1/mre?limit=none');
    const sent = 2 * WAYS.length + 2;
    await vi.waitFor(() => expect(lines()).toHaveLength(sent), { timeout: 300_000 });
    await app.stop(); // which sends what is left

    expect([...services]).toEqual(['alpha-data']);
    for (const { way, traceId, spanId } of callers) {
      const own = spans.filter((span) => span.traceId === traceId);
      const server = own.find(({ kind }) => kind === SERVER_KIND);
      expect(server, way.name).toBeDefined();
      if (!server) continue;
      const line = lines().find(({ trace_id }) => trace_id === traceId);
      expect(server.parentSpanId).toBe(spanId);
      expect(server.name).toBe(`${line?.method} ${line?.route}`);
      expect(attribute(server.attributes, 'alpha.request_id')).toBe(line?.request_id);
      expect(attribute(server.attributes, 'alpha.transport')).toBe(way.transport);
      expect(attribute(server.attributes, 'alpha.cache_hit')).toBe(way.last === 'serveCached');
      const stages = own.filter(({ parentSpanId }) => parentSpanId === server.spanId);
      expect(stages.map(({ name }) => name)).toEqual(STAGES.slice(0, STAGES.indexOf(way.last) + 1));
      expect(stages.at(-1)?.endTimeUnixNano).toBe(server.endTimeUnixNano);
      const starts = stages.map(({ startTimeUnixNano }) => BigInt(startTimeUnixNano));
      expect(starts).toEqual(starts.toSorted((a, b) => (a < b ? -1 : 1)));
    }
    const roots = spans.filter(({ kind, parentSpanId }) => kind === SERVER_KIND && !parentSpanId);
    expect(roots).toHaveLength(WAYS.length + 1);
    const refused = roots.find(
      ({ attributes }) => attribute(attributes, 'http.response.status_code') === 400,
    );
    expect(attribute(refused?.attributes ?? [], 'error.type')).toBe('INVALID_PARAMETER');
  });

  test('gets nothing of a trace that its caller does not record, whose id is in the line all the same', () => {
    expect(spans.filter(({ traceId }) => traceId === unrecorded)).toEqual([]);
    expect(lines().filter(({ trace_id }) => trace_id === unrecorded)).toHaveLength(1);
  });

  test('gets no key, and no URL with one', () => {
    const all = JSON.stringify(spans);
    expect(all).not.toContain(app.key);
    expect(all).not.toContain('limit=none');
  });
});

describe('traceparent', () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

  test.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`cc-${traceId}-${spanId}-03-of a later version`, true],
  ])('%s is read', (traceparent, isSampled) => {
    expect(traceParentOf({ traceparent })).toEqual({ traceId, spanId, isSampled, state: undefined });
  });

  test.each([
    '',
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
  ])('%j is no parent', (traceparent) => {
    expect(traceParentOf({ traceparent })).toBeNull();
  });

  test('brings the state of the tracing systems along', () => {
    const read = traceParentOf({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'a=1,b=2' });
    expect(read?.state).toBe('a=1,b=2');
  });
});
