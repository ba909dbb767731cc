import { publicLeaves } from '../../src/feed/feed.ts';
import { restName, toJsonRecord } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import type { TestApp } from '../support/app.ts';
import { sampleRecords } from '../support/records.ts';
import type { Place } from './place.ts';
import { outcomeOf } from './rest-places.ts';

export interface BodyKeys {
  readonly admin: string;
  /** Of the webhook `momentum`. */
  readonly webhookSecret: string;
}

/** Every member of every body that the server takes. */
export function bodyPlaces(app: TestApp, keys: BodyKeys): readonly Place[] {
  const post = (path: string, body: unknown, method = 'POST') =>
    outcomeOf(
      fetch(`${app.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-api-key': keys.admin, origin: app.url },
        body: JSON.stringify(body),
      }),
    );
  const members = (
    path: string,
    body: Readonly<Record<string, unknown>>,
    method?: string,
  ): readonly Place[] =>
    Object.keys(body).map((name) => ({
      name: `body of ${method ?? 'POST'} ${path}: ${name}`,
      argument: name,
      send: (text) => post(path, { ...body, [name]: text }, method),
    }));
  const unknown = (path: string, body: object): Place => ({
    name: `body of ${path}: a name of a member`,
    argument: null,
    send: (text) => post(path, { ...body, [text]: 1 }),
  });
  const alert = {
    secret: keys.webhookSecret,
    action: 'buy',
    ticker: 'BINANCE:BTCUSDT',
    price: 1,
    time: new Date().toISOString(),
    id: 'a',
    interval: '4h',
    comment: 'c',
  };
  const key = { tier: 'free', scope: 'read', name: 'n', expires_in_seconds: 60 };
  return [
    ...registry.flatMap(({ feed, ingestModules: takes }) => {
      const [sample = {}] = sampleRecords(feed, 1);
      const [module] = takes ?? [];
      // A module of several in a feed takes its own records alone.
      const record: Readonly<Record<string, unknown>> = {
        ...toJsonRecord(feed, sample),
        ...(module ? { scorecard: module.name } : {}),
      };
      const path = `/api/ingest/${module?.name ?? feed.module}`;
      return [
        ...publicLeaves(feed).map((leaf): Place => {
          const [outer, inner] = leaf.path;
          const field = feed.fields[outer];
          const name = field ? restName(outer, field) : outer;
          const change = (text: string) =>
            inner === undefined ? text : { ...(record[name] as object), [restName(inner, leaf.field)]: text };
          return {
            name: `body of POST ${path}: ${leaf.name}`,
            argument: name,
            send: (text) => post(path, [{ ...record, [name]: change(text) }]),
          };
        }),
        unknown(path, record),
      ];
    }),
    ...members('/api/webhooks/momentum', alert),
    unknown('/api/webhooks/momentum', alert),
    ...members('/api/admin/keys', key),
    unknown('/api/admin/keys', key),
    ...members('/api/admin/keys/x', { tier: 'free', name: 'n' }, 'PATCH'),
    ...members('/api/admin/keys/x/rotate', { overlap_seconds: 1 }),
    ...members('/account/api/sign-up', { name: 'somebody', password: 'a long password' }),
    ...members('/account/api/sign-in', { name: 'somebody', password: 'a long password' }),
    ...members('/graphql', {
      query: '{ __typename }',
      operationName: 'Q',
      variables: {},
      extensions: {},
    }).map((place) => ({ ...place, argument: null })),
    {
      name: 'body of POST /graphql: a persisted id',
      argument: null,
      send: (text) => post('/graphql', { extensions: { persistedQuery: { version: 1, sha256Hash: text } } }),
    },
    {
      name: 'body of POST /graphql: a name of a variable',
      argument: null,
      send: (text) =>
        post('/graphql', {
          query: 'query ($a: Int) { signals(first: $a) { totalCount } }',
          variables: { [text]: text },
        }),
    },
  ];
}
