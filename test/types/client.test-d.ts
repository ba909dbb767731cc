import { expectTypeOf } from 'vitest';
import {
  FilingsWalkDocument,
  LiveSignalsDocument,
  type LiveSignalsSubscription,
} from '../../schema/operations/generated/graphql.ts';
import {
  type AlphaError,
  type CongressTrade,
  createClient,
  type StreamEvent,
  type TypedDocument,
} from '../../src/client/client.ts';

// Checked by `npm run check`: what the client gives TypeScript.

const client = createClient({ url: 'http://127.0.0.1:4000' });

interface Page {
  readonly signals: {
    readonly nodes: readonly { readonly symbol: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}
declare const page: TypedDocument<Page, { readonly first: number; readonly after?: string | null }>;
declare const noAfter: TypedDocument<Page, { readonly first: number }>;

expectTypeOf((await client.query(page, { first: 5 })).data).toEqualTypeOf<Page>();
expectTypeOf((await client.query('{ tiers { id } }')).data).toEqualTypeOf<unknown>();
expectTypeOf((await client.query<Page>('{ … }', { first: 5 })).data).toEqualTypeOf<Page>();
// @ts-expect-error a variable is missing
await client.query(page, {});
// @ts-expect-error and one is no number
await client.query(page, { first: 'five' });
// @ts-expect-error prices have variables too
await client.price(page, {});

for await (const { nodes } of client.pages(page, { first: 5 }, ({ signals }) => signals))
  expectTypeOf(nodes).toEqualTypeOf<Page['signals']['nodes']>();
// @ts-expect-error a walk needs the variable `after`
client.pages(noAfter, { first: 5 }, ({ signals }) => signals);
// @ts-expect-error and what it picks is a connection
client.pages(page, { first: 5 }, ({ signals }) => signals.nodes);

interface SignalEvent extends StreamEvent {
  readonly node: { readonly symbol: string } | null;
}
declare const events: TypedDocument<
  { readonly signals: SignalEvent },
  { readonly after?: string | null; readonly filter?: string | null }
>;
declare const noCursor: TypedDocument<{ readonly signals: { readonly kind: 'CREATED' } }, { after?: string }>;
declare const noResume: TypedDocument<{ readonly signals: SignalEvent }, { readonly filter?: string }>;

for await (const event of client.subscribe(events, { filter: 'x' }))
  expectTypeOf(event).toEqualTypeOf<SignalEvent>();
// @ts-expect-error where to go on from is an option
client.subscribe(events, { after: 'x' });
// @ts-expect-error without a cursor there is no going on
client.subscribe(noCursor, {});
// @ts-expect-error nor without the variable
client.subscribe(noResume, {});

// What the code generator makes fits.
for await (const { nodes } of client.pages(FilingsWalkDocument, {}, ({ insiderFilings }) => insiderFilings))
  expectTypeOf(nodes?.[0]?.ticker).toEqualTypeOf<string | null | undefined>();
for await (const event of client.subscribe(LiveSignalsDocument, { filter: { symbol: { eq: 'NVDA' } } }))
  expectTypeOf(event).toEqualTypeOf<LiveSignalsSubscription['event']>();
// @ts-expect-error no field of the filter
client.subscribe(LiveSignalsDocument, { filter: { colour: { eq: 'red' } } });

expectTypeOf((await client.rest.listCongress()).trades).toEqualTypeOf<ReadonlyArray<CongressTrade>>();
expectTypeOf((await client.rest.exportScorecard({ scorecard: 'ams' })).length).toEqualTypeOf<number>();
// @ts-expect-error the path needs a value
await client.rest.getScorecardLatest();
// @ts-expect-error one of three
await client.rest.getScorecardLatest({ scorecard: 'xyz' });
// @ts-expect-error a number
await client.rest.listCongress({ page_size: 'ten' });
// @ts-expect-error no parameter of this list
await client.rest.listCongress({ entry_price_gte: 1 });
for await (const { trades } of client.rest.pages('listCongress', { ticker: 'NVDA' }))
  expectTypeOf(trades).toEqualTypeOf<ReadonlyArray<CongressTrade>>();
// @ts-expect-error a single answer has no pages
client.rest.pages('getUsage');

declare const error: AlphaError;
expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
// @ts-expect-error no such code
error.code === 'TEAPOT';
