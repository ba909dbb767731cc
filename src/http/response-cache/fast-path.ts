import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { callerOf } from '../../core/access/access.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { Tier } from '../../core/access/tiers.ts';
import type { Clock, KeyRecord } from '../../core/ports.ts';
import type { Quota } from '../../core/quota/quota.ts';
import type { Windows } from '../../core/quota/usage.ts';
import type { Authentication } from '../authentication/authentication.ts';
import { clientIp } from '../connection/client-ip.ts';
import { whenOver } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { IpLimit } from '../quota/ip-limit.ts';
import { pushRateHeaders } from '../quota/rate-headers.ts';
import type { Refusals } from '../quota/refusals.ts';
import { requestIdOf } from '../request-id.ts';
import { matchingTag } from '../response/etag.ts';
import type { BegunRequests } from './begun.ts';
import type { Question, Questions } from './cache-lookup.ts';
import { type Asked, type Keeping, keyOfForm } from './cached-response.ts';
import { createAnswerAhead } from './fast-miss.ts';
import type { KeptAnswer, KeptAnswers } from './response-cache.ts';

export interface ShortcutDeps {
  readonly kept: KeptAnswers;
  readonly keeping: Keeping;
  readonly questions: Questions;
  readonly authentication: Authentication;
  readonly tiers: readonly Tier[];
  readonly quota: Quota;
  readonly refusals: Refusals;
  readonly begun: BegunRequests;
  readonly ipLimit: IpLimit;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly trustProxyHops: number;
  readonly isDraining: () => boolean;
}

type Listener = (raw: IncomingMessage, response: ServerResponse) => void;

/** Who asks what. */
interface Asking {
  readonly caller: Caller;
  readonly asked: Asked;
}

/** Units that were taken; no windows where nobody pays. */
interface Payment {
  readonly windows: Windows | null;
  readonly units: number;
}

/**
 * Answers ahead of any routing, from memory what was answered before, and else what its surface can: after authentication
 * and charge, with the status, headers, log line and metrics the pipeline would have. Nothing is refused here: what is
 * unusual (an unknown key, a quota used up) goes to the pipeline.
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
  const write = (line: object) => logger.info(line, 'request');
  const report = (err: unknown) => logger.error({ err }, 'shortcut failed');
  const answerAhead = createAnswerAhead({ ...deps, write, report });

  /** Before anything is waited for: a request whose body is read to its end is over a moment later. */
  const putBack = (raw: IncomingMessage, question: Question): void => {
    if (question.taken !== null) raw.unshift(question.taken);
    question.taken = null;
  };

  /** Null for whom the pipeline has something to say to. */
  const callerOfKey = (key: KeyRecord | null, now: Date): Caller | null => {
    const caller = key && callerOf(key, tiers, now);
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
      const { granted } = await ipLimit.take(clientIp(raw, deps.trustProxyHops));
      return granted ? { windows: null, units: 0 } : null;
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
    kept.counts.hits += 1;
    const { status, body, route, operation, ending } = answer;
    const requestId = requestIdOf(raw);
    const method = raw.method ?? 'GET';
    whenOver(raw, response, {
      metrics,
      startedAt,
      endOf: () => ({
        requestId,
        method,
        route,
        status,
        caller,
        facts: { ...(operation === undefined ? {} : { operation }), cost: units, cacheHit: true },
        ip: clientIp(raw, deps.trustProxyHops),
      }),
      write,
    });
    const headers = ['x-request-id', requestId, ...answer.headers];
    if (windows) pushRateHeaders(headers, windows);
    if (deps.isDraining()) headers.push('connection', 'close');
    if (status === 304) {
      headers.push('etag', matchingTag(raw.headers['if-none-match'], answer.etag ?? '') ?? '');
      response.writeHead(status, headers).end();
      return;
    }
    const end = ending && windows && body.end ? body.end(ending.of(windows)) : null;
    headers.push('content-length', String(body.length + (end?.length ?? 0)));
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

  /** Null where there is nothing to look for. */
  const askingOf = (
    raw: IncomingMessage,
    question: Question,
    key: KeyRecord | null,
    now: Date,
  ): Asking | null => {
    const caller = question.access === 'open' ? callerOf(null, tiers, now) : callerOfKey(key, now);
    const asked = caller && questions.asked(raw, question, caller.tier.id);
    return asked && { caller, asked };
  };

  /** Whether it was answered with what this process holds in memory: the answer, the key and units of its quota. */
  const answerAtOnce = (
    raw: IncomingMessage,
    response: ServerResponse,
    { caller, asked }: Asking,
    now: Date,
    startedAt: number,
  ): boolean => {
    const answer = caller.key && find(raw, asked, caller);
    if (!answer || !caller.key) return false;
    const windows = quota.spendHeld({ key: caller.key, tier: caller.tier }, answer.units, now);
    if (windows === null) return false;
    send(raw, response, caller, answer, { windows, units: answer.units.actual }, startedAt);
    return true;
  };

  const answerOrPass = async (
    raw: IncomingMessage,
    response: ServerResponse,
    question: Question,
    { caller, asked }: Asking,
    startedAt: number,
  ): Promise<void> => {
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
    kept.counts.misses += 1;
    if (isHead) return pipeline(raw, response);
    const making = keeping.begin(asked);
    const { key } = caller;
    try {
      if (key !== null && question.meanings !== null) {
        const request = { question, caller: { ...caller, key }, asked, making, startedAt };
        if (await answerAhead(raw, response, request)) return making.end(false);
      }
    } catch (error) {
      making.end(false);
      throw error;
    }
    keeping.expect(raw, response, asked, making);
    pipeline(raw, response);
  };

  const answerLater = async (
    raw: IncomingMessage,
    response: ServerResponse,
    question: Question,
    known: Asking | null,
    startedAt: number,
  ): Promise<void> => {
    if (known) return answerOrPass(raw, response, question, known, startedAt);
    if (question.access === 'open') return pipeline(raw, response);
    const key = await authentication.of(raw).catch(() => null);
    const asking = askingOf(raw, question, key, clock.now());
    putBack(raw, question);
    if (asking) await answerOrPass(raw, response, question, asking, startedAt);
    else pipeline(raw, response);
  };

  return (raw, response) => {
    const question = deps.isDraining() ? null : questions.read(raw);
    if (!question) return pipeline(raw, response);
    const startedAt = performance.now();
    const answer = (): void => {
      const now = clock.now();
      const asking = askingOf(raw, question, authentication.recall(raw, now), now);
      if (asking && answerAtOnce(raw, response, asking, now, startedAt)) return;
      putBack(raw, question);
      answerLater(raw, response, question, asking, startedAt).catch((err: unknown) => {
        report(err);
        response.destroy();
      });
    };
    // A body that came with the headers is there a moment later.
    if (raw.method === 'POST') queueMicrotask(answer);
    else answer();
  };
}
