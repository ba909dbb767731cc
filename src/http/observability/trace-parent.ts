import type { IncomingHttpHeaders } from 'node:http';

/** The span of the caller that a request belongs to. Source: W3C Trace Context, level 1. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the caller records its spans. */
  readonly isSampled: boolean;
  /** Header `tracestate`, of the caller's tracing systems. */
  readonly state: string | undefined;
}

/** Version, trace id, span id, flags; later versions may add fields behind a dash. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Null without a header, and for a header that the standard calls invalid: then the trace begins with this request. */
export function traceParentOf(headers: IncomingHttpHeaders): TraceParent | null {
  const { traceparent, tracestate } = headers;
  const match = typeof traceparent === 'string' ? FORM.exec(traceparent) : null;
  if (match === null) return null;
  const [, version, traceId = '', spanId = '', flags = '', rest] = match;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0,
    state: typeof tracestate === 'string' ? tracestate : undefined,
  };
}
