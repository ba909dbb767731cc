import { createServer, type RequestListener, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { FOREIGN_HOST, type OwnHost, requireHost } from '../connection/host.ts';

/** Prometheus metrics of one server, in a registry of their own. */
export interface Metrics {
  readonly registry: Registry;
  /** Those of the process, too, as text. */
  expose(): Promise<string>;
  started(): void;
  finished(request: MeasuredRequest, ms: number): void;
  /** A connection refused before there was a request: malformed, too slow, headers too large. */
  refused(status: number): void;
}

export interface MeasuredRequest {
  readonly method: string;
  /** Template, so that the number of series stays bounded. */
  readonly route: string;
  readonly status: number | 'aborted';
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(): Metrics {
  const ofProcess = metricsOfProcess();
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests being answered.',
    registers: [registry],
  });
  const refused = new Counter({
    name: 'http_connections_refused_total',
    help: 'Connections refused before there was a request.',
    labelNames: ['status'],
    registers: [registry],
  });
  /** Collecting takes milliseconds: requests that overlap share one text. */
  let exposing: Promise<string> | null = null;
  return {
    registry,
    expose() {
      if (exposing === null) {
        exposing = Registry.merge([ofProcess, registry])
          .metrics()
          .finally(() => {
            exposing = null;
          });
      }
      return exposing;
    },
    started: () => inFlight.inc(),
    finished({ method, route, status }, ms) {
      inFlight.dec();
      duration.observe({ method, route, status }, ms / 1000);
    },
    refused: (status) => refused.inc({ status }),
  };
}

let processRegistry: Registry | null = null;

/** One for all servers of a process, which counts from the first of them on: what observes it has no end. */
function metricsOfProcess(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** A figure that is read when the metrics are collected. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** `/metrics` on a port of its own, to be kept off the internet. */
export function createMetricsServer(metrics: Metrics, isOwnHost: OwnHost): Server {
  const listener: RequestListener = (request, response) => {
    response.setHeaders(NOT_FOR_OTHERS);
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    if (!isOwnHost(request)) {
      response.writeHead(403).end(FOREIGN_HOST);
      return;
    }
    metrics.expose().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
  return createServer({ requireHostHeader: false }, requireHost(listener, metrics));
}

const NOT_FOR_OTHERS = new Map([
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
]);
