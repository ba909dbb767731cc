import type { Address } from './calls.ts';
import type { Asked } from './load.ts';

/** What is asked: fifty rows, or nothing. */
export type Question = 'rest' | 'nothing' | 'graphql' | 'graphql miss' | 'postgraphile';

const selection = (id: string) => `{
    nodes { ${id} symbol direction status entryPrice pnlPct timestamp }
    pageInfo { hasNextPage endCursor }
  }`;

const HIT = JSON.stringify({
  query: `query Signals($first: Int!) {\n  signals(first: $first) ${selection('id')}\n}`,
  variables: { first: 50 },
});

const MISS = `query Signals($first: Int!, $since: DateTime!) {
  signals(first: $first, filter: { timestamp: { gte: $since } }) ${selection('id')}
}`;

/** Its own graph has other names; it keeps no answers, so it may be asked the same again. */
const POSTGRAPHILE = JSON.stringify({
  query: `query Signals($first: Int!) {\n  allSignals(first: $first, orderBy: [TIMESTAMP_DESC, PRIMARY_KEY_DESC]) ${selection('rowId')}\n}`,
  variables: { first: 50 },
});

/** A bound below every row, another one each time: a new question with the same answer. */
function missBody(): () => string {
  let sinceMs = Date.UTC(2000, 0, 1);
  return () => {
    sinceMs += 1;
    return JSON.stringify({
      query: MISS,
      variables: { first: 50, since: new Date(sinceMs).toISOString() },
    });
  };
}

/** The question as it is put to a server. */
export function ask(question: Question, { port, key }: Address): Asked {
  const headers = { 'x-api-key': key, accept: 'application/json' };
  const url = `http://127.0.0.1:${port}`;
  if (question === 'nothing') return { url: `${url}/api/v1/nothing`, headers };
  if (question === 'rest') return { url: `${url}/api/v1/trade-feed?limit=50`, headers };
  const bodies = { graphql: () => HIT, postgraphile: () => POSTGRAPHILE, 'graphql miss': missBody() };
  return {
    url: `${url}/graphql`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: bodies[question],
  };
}

/** An answer as it went out, for servers that repeat it. */
export interface Recorded {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Asks once. Throws when the answer is not what was asked for. */
export async function recordAnswer({ url, headers, body }: Asked): Promise<Recorded> {
  const response = await fetch(url, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body ? { method: 'POST', body: body() } : {}),
  });
  const answer = await response.text();
  const rows = answer.match(/"direction"/g)?.length;
  if (!response.ok || rows !== 50) throw new Error(`${url} answered ${response.status}: ${answer}`);
  const own = new Set(['date', 'connection', 'keep-alive']);
  return { headers: [...response.headers].filter(([name]) => !own.has(name)).flat(), body: answer };
}
