import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { callerOf } from '../core/access.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock, KeyRecord } from '../core/ports.ts';
import type { Quota } from '../core/quota.ts';
import type { Tier } from '../core/tiers.ts';
import type { Windows } from '../core/usage.ts';
import type { Authentication } from './authentication.ts';
import { clientIp } from './client-ip.ts';
import { matchingTag } from './etag.ts';
import type { IpLimit } from './ip-limit.ts';
import { type Asked, type Keeping, keyOfForm } from './keeping.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import { whenOver } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Question, Questions } from './question.ts';
import { rateHeaders } from './rate-headers.ts';
import type { Refusals } from './refusals.ts';
import { requestIdOf } from './request-id.ts';

export interface ShortcutDeps {
  readonly kept: KeptAnswers;
  readonly keeping: Keeping;
  readonly questions: Questions;
  readonly authentication: Authentication;
  readonly tiers: readonly Tier[];
  readonly quota: Quota;
  readonly refusals: Refusals;
  readonly ipLimit: IpLimit;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly trustProxyHops: number;
  readonly isDraining: () => boolean;
}

type Listener = (raw: IncomingMessage, response: ServerResponse) => void;

/** Units that were taken; no windows where nobody pays. */
interface Payment {
  readonly windows: Windows | null;
  readonly units: number;
}

/**
 * Answers from memory what the pipeline answered before, ahead of any routing: after authentication and charge, with the
 * status, headers, log line and metrics it would have. Nothing is refused here: what is unusual (an unknown key, a quota
 * used up) goes to the pipeline untouched.
 */
export function createShortcut(deps: ShortcutDeps, pipeline: Listener): Listener {
  const {
    kept,
    keeping,
    questions,
    authentication,
    tiers,
    quota,
    refusals,
    ipLimit,
    clock,
    metrics,
    logger,
  } = deps;

  /** Null for whom the pipeline has something to say to. */
  const callerOfKey = (key: KeyRecord | null): Caller | null => {
    const caller = key && callerOf(key, tiers, clock.now());
    return caller && caller.tier.id === key.tier ? caller : null;
  };

  const find = ({ headers }: IncomingMessage, { key, encoding }: Asked, { view }: Caller) => {
    const known = headers['if-none-match'];
    const full = kept.find(keyOfForm(key, encoding), view);
    if (known === undefined || full?.etag === null) return full;
    const unchanged = kept.find(keyOfForm(key, 'not modified'), view);
    if (unchanged && matchingTag(known, unchanged.etag ?? '') !== null) return unchanged;
    return full && matchingTag(known, full.etag) === null ? full : undefined;
  };

  /** Null: refused, or the ledger does not answer. */
  const pay = async (
    raw: IncomingMessage,
    { key, tier }: Caller,
    answer: KeptAnswer,
  ): Promise<Payment | null> => {
    if (key === null) {
      const { used, limit } = ipLimit.take(clientIp(raw, deps.trustProxyHops));
      return used > limit ? null : { windows: null, units: 0 };
    }
    const { requested, actual } = answer.units;
    const decision = await quota.reserve({ key, tier }, requested);
    if (!decision.granted) {
      refusals.set(raw, decision);
      return null;
    }
    const windows = actual < requested ? await decision.settle(actual) : decision.windows;
    return { windows, units: actual };
  };

  const send = (
    raw: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    answer: KeptAnswer,
    { windows, units }: Payment,
    startedAt: number,
  ): void => {
    const { status, body, route, operation, ending } = answer;
    const requestId = requestIdOf(raw);
    const method = raw.method ?? 'GET';
    whenOver(raw, response, {
      metrics,
      startedAt,
      endOf: () => ({
        method,
        route,
        status,
        caller,
        facts: { ...(operation === undefined ? {} : { operation }), cost: units, cacheHit: true },
        ip: clientIp(raw, deps.trustProxyHops),
      }),
      write: (line) => logger.info({ request_id: requestId, ...line }, 'request'),
    });
    const headers = ['x-request-id', requestId, ...answer.headers];
    if (windows) for (const pair of Object.entries(rateHeaders(windows))) headers.push(...pair);
    if (status === 304) {
      headers.push('etag', matchingTag(raw.headers['if-none-match'], answer.etag ?? '') ?? '');
      response.writeHead(status, headers).end();
      return;
    }
    const end = ending && windows && body.end ? body.end(ending.of(windows)) : null;
    headers.push('content-length', String(body.bytes.length + (end?.length ?? 0)));
    response.writeHead(status, headers);
    if (method === 'HEAD') {
      response.end();
      return;
    }
    if (end === null) {
      response.end(body.bytes);
      return;
    }
    response.write(body.bytes);
    response.end(end);
  };

  const answerOrPass = async (raw: IncomingMessage, response: ServerResponse, question: Question) => {
    const startedAt = performance.now();
    if (raw.method === 'POST') await null; // what came with the headers is there a moment later
    const caller =
      question.access === 'open'
        ? callerOf(null, tiers, clock.now())
        : callerOfKey(authentication.recall(raw) ?? (await authentication.of(raw).catch(() => null)));
    const asked = caller && questions.asked(raw, question, caller.tier.id);
    if (!caller || !asked) return pipeline(raw, response);
    const isHead = raw.method === 'HEAD';
    for (;;) {
      const answer = find(raw, asked, caller);
      if (answer) {
        // The pipeline words what the ledger said.
        const payment = await pay(raw, caller, answer).catch(() => null);
        return payment ? send(raw, response, caller, answer, payment, startedAt) : pipeline(raw, response);
      }
      const making = isHead ? undefined : kept.making(keyOfForm(asked.key, asked.encoding));
      if (!making) break;
      // The work is done once for all who ask meanwhile; what could not be kept they ask for themselves.
      if (!(await making)) return pipeline(raw, response);
    }
    if (!isHead) keeping.expect(raw, response, asked);
    pipeline(raw, response);
  };

  return (raw, response) => {
    const question = deps.isDraining() ? null : questions.read(raw);
    if (!question) return pipeline(raw, response);
    answerOrPass(raw, response, question).catch((err: unknown) => {
      logger.error({ err }, 'shortcut failed');
      response.destroy();
    });
  };
}
