import type { TraceParent } from './trace-parent.ts';

/** Records a span for each request and each operation over a WebSocket, and sends them to a collector. */
export interface Tracing {
  /** A child of the caller's span where the request names one. */
  begin(request: TracedRequest): RequestSpan;
  /** Sends what is recorded, and stops. */
  close(): Promise<void>;
}

export interface TracedRequest {
  readonly method: string;
  /** Its template: raw URLs may hold secrets. */
  readonly route: string;
  readonly traceParent: TraceParent | null;
  /** By `performance.now()`. */
  readonly startedAt: number;
}

/** The span of one request, with a child for each stage that it passes. */
export interface RequestSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The stage before ends where the next one begins. */
  stage(name: string): void;
  /** Called once, when the line of the request is written. */
  end(
    status: number | 'aborted',
    attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  ): void;
}
