import type { RequestContext } from '../request-context.ts';
import { matchingTag } from '../response/etag.ts';
import type { PushOwnHeaders } from '../response/headers.ts';
import type { ResponseCache } from './response-cache.ts';

/** The stage that answers from the response cache. Returns whether it did. */
export function createServeCached(deps: {
  readonly cache: ResponseCache;
  readonly pushOwnHeaders: PushOwnHeaders;
}): (context: RequestContext) => boolean {
  const { cache, pushOwnHeaders } = deps;
  return (context) => {
    const { cached, response, usage, method, raw, log } = context;
    if (cached === null || response === null || context.refusal !== null) return false;
    cache.counts.hits += 1;
    const { status, body, costSuffix } = cached;
    log.operation = cached.operation;
    log.cacheHit = true;
    const headers = [...cached.headers];
    pushOwnHeaders(headers, context, status);
    if (status === 304) {
      headers.push('etag', matchingTag(raw.headers['if-none-match'], cached.etag ?? '') ?? '');
      response.writeHead(status, headers).end();
      return true;
    }
    const { windows } = usage;
    const end = costSuffix && windows && body.end ? body.end(costSuffix.of(windows)) : null;
    headers.push('content-length', String(body.length + (end?.length ?? 0)));
    response.writeHead(status, headers);
    if (method === 'HEAD') response.end();
    else if (end === null) response.end(body.bytes);
    else {
      response.write(body.bytes);
      response.end(end);
    }
    return true;
  };
}
