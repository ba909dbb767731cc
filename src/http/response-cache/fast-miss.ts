import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../core/access/caller.ts';
import type { Quota, Spender } from '../../core/quota/quota.ts';
import { clientIp } from '../connection/client-ip.ts';
import { type RequestEnd, whenOver } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { createCharge } from '../quota/charge.ts';
import { pushRateHeaders } from '../quota/rate-headers.ts';
import type { AheadAnswer } from '../request.ts';
import { requestIdOf } from '../request-id.ts';
import { encodeBytes, MIN_BYTES } from '../response/encode.ts';
import { TextBody } from '../response/encoded-body.ts';
import type { Encoding } from '../response/etag.ts';
import { type BegunRequests, Heard } from './begun.ts';
import { meaningOf, type Question } from './cache-lookup.ts';
import type { Asked, Keeping } from './cached-response.ts';
import type { Making } from './response-cache.ts';

export interface AnswerAheadDeps {
  readonly keeping: Keeping;
  readonly begun: BegunRequests;
  readonly quota: Quota;
  readonly metrics: Metrics;
  readonly write: (line: object) => void;
  readonly trustProxyHops: number;
  readonly isDraining: () => boolean;
  readonly report: (error: unknown) => void;
}

/** A question to be answered, and who asks it. */
export interface AheadRequest {
  readonly question: Question;
  readonly caller: Caller & Spender;
  readonly asked: Asked;
  /** Ended once the answer is made. */
  readonly making: Making;
  readonly startedAt: number;
}

/**
 * Makes answers ahead of any routing, where their surface can: with the headers the pipeline gave others of their kind.
 * Resolves to whether the request is over; when it is not, the pipeline goes on with what was begun.
 */
export type AnswerAhead = (
  raw: IncomingMessage,
  response: ServerResponse,
  request: AheadRequest,
) => Promise<boolean>;

export function createAnswerAhead(deps: AnswerAheadDeps): AnswerAhead {
  const { keeping, begun, quota, metrics, write, trustProxyHops, isDraining, report } = deps;
  return async (raw, response, { question, caller, asked, making, startedAt }) => {
    const form = keeping.formOf(asked);
    const meaning = form && meaningOf(question);
    if (!form || !meaning) return false;

    const requestId = requestIdOf(raw);
    const heard = new Heard();
    let operation: string | undefined;
    const onOperation = (name: string) => {
      operation = name;
    };
    const endOf = (): RequestEnd => ({
      requestId,
      method: raw.method ?? '',
      route: form.route,
      status: 200,
      caller,
      facts: { ...(operation === undefined ? {} : { operation }), cost: heard.units },
      ip: clientIp(raw, trustProxyHops),
    });
    const withdraw = whenOver(raw, response, { metrics, startedAt, endOf, write });
    const charge = createCharge(quota, caller, heard);
    const answer = await meaning.answer({ caller, charge, requestId, onOperation });
    if (answer === null) {
      if (response.closed) {
        // Nobody is there to be told what went wrong, and pays for it.
        await charge.giveBack().catch(report);
        return true;
      }
      withdraw();
      begun.set(raw, { startedAt, caller, charge, tell: (other) => heard.tell(other) });
      return false;
    }
    const { shared } = answer;
    const encoding = Buffer.byteLength(answer.text) < MIN_BYTES ? null : asked.encoding;
    const headers = encoding === null ? form.headers : [...form.headers, 'content-encoding', encoding];
    const { whole, length, body } = await packed(answer, encoding);
    const isKept = shared !== null && !isDraining() && keeping.wants(asked, length);
    if (isKept) {
      const { route } = form;
      keeping.keepDirect(asked, { ...shared, status: 200, headers, body: body(), route, operation });
    }
    making.end(isKept);
    if (response.closed) return true;
    const all = ['x-request-id', requestId, 'content-length', String(length), ...headers];
    if (heard.standing) pushRateHeaders(all, heard.standing);
    if (isDraining()) all.push('connection', 'close');
    response.writeHead(200, all).end(whole);
    return true;
  };
}

/** An answer as it goes out, and as it can be kept. */
async function packed({ text, shared }: AheadAnswer, encoding: Encoding | null) {
  const own = shared?.ending?.own;
  if (encoding !== null) {
    const { whole, body } = await encodeBytes(Buffer.from(text), own, encoding);
    return { whole, length: whole.length, body: () => body };
  }
  const open = own === undefined ? text : text.slice(0, -own.length);
  return {
    whole: text,
    length: Buffer.byteLength(text),
    body: () => new TextBody(open, own !== undefined),
  };
}
