import {
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Clock } from '../../core/ports.ts';
import type { TraceParent } from './trace-parent.ts';
import type { RequestSpan, Tracing } from './tracing.ts';

/**
 * Sends spans by OTLP over HTTP, as JSON. Names and attributes follow OpenTelemetry's conventions for HTTP servers. The SDK reads
 * `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` by itself.
 * @param endpoint of the collector, e.g. `http://127.0.0.1:4318`; spans go to `/v1/traces` below it.
 * @param ratio of the traces recorded that begin here, from 0 to 1; of others the caller decides.
 */
export function startTracing(settings: {
  readonly endpoint: string;
  readonly ratio: number;
  readonly version: string;
  readonly clock: Clock;
}): Tracing {
  const { endpoint, ratio, version, clock } = settings;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const service = resourceFromAttributes({ 'service.name': 'alpha-data', 'service.version': version });
  const provider = new TracerProvider({
    resource: service.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('alpha-data', version);

  return {
    begin({ method, route, traceParent, startedAt }) {
      // One origin for all spans of a request: the SDK would take one for each, and they differ by up to a millisecond.
      const origin = clock.now().getTime() - performance.now();
      const time = () => origin + performance.now();
      const span = tracer.startSpan(
        `${method} ${route}`,
        { kind: SpanKind.SERVER, startTime: origin + startedAt },
        parentOf(traceParent),
      );
      const within = trace.setSpan(ROOT_CONTEXT, span);
      let stage: { readonly name: string; readonly startTime: number } | null = null;
      const endStage = (endTime: number): void => {
        if (stage) tracer.startSpan(stage.name, { startTime: stage.startTime }, within).end(endTime);
        stage = null;
      };
      return {
        traceId: span.spanContext().traceId,
        stage(next) {
          if (!span.isRecording()) return;
          const now = time();
          endStage(now);
          stage = { name: next, startTime: now };
        },
        end(status, attributes) {
          const now = time();
          endStage(now);
          span.setAttributes({ 'http.request.method': method, 'http.route': route, ...attributes });
          if (status === 'aborted') span.addEvent('aborted by the client', now);
          else span.setAttribute('http.response.status_code', status);
          if (typeof status === 'number' && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end(now);
        },
      } satisfies RequestSpan;
    },
    close: () => provider.shutdown(),
  };
}

function parentOf(parent: TraceParent | null): Context {
  if (parent === null) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled, state } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    isRemote: true,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    ...(state === undefined ? {} : { traceState: createTraceState(state) }),
  });
}
