import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { fullView } from '../../src/core/access/view.ts';
import { isVisible } from '../../src/core/access/visible.ts';
import { follow } from '../../src/core/live/follow.ts';
import { defaultOrder } from '../../src/feed/query.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { encodeGlobalId } from '../../src/graphql/schema/global-id.ts';
import { formats } from '../../src/sources/index.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const HOUSE = ['house-transactions', 'capitol-watch/house_transactions.json'] as const;
const SENATE = ['senate-transactions', 'capitol-watch/senate_transactions.json'] as const;
const CLERK = ['house-clerk-fd', 'house-clerk-fd/2025FD.xml.gz'] as const;

describeWithSharedData('trades that several reports of Congress tell', 'congress', (folder) => {
  const clock = testClock('2026-09-01T12:00:00Z');
  let apps: readonly TestApp[];
  let app: TestApp;
  const load = async (into: TestApp, [name, file]: readonly [string, string]) => {
    const format = formats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    const [reject, onProgress] = [async () => undefined, () => undefined];
    return runFormat(into.services, format, [join(folder, file)], { reject, onProgress });
  };
  beforeAll(async () => {
    apps = await Promise.all([startApp({}, { clock }), startApp({}, { clock })]);
    app = apps[0] ?? expect.unreachable();
  }, 600_000);
  afterAll(() => Promise.all(apps.map((one) => one.stop())), 600_000);

  const contents = async ({ services }: TestApp) => {
    const query = { order: defaultOrder(congress), limit: 20_000 };
    const view = { ...fullView(clock.now()), replaced: true } as const;
    const rows = new Map<unknown, unknown>();
    for await (const batch of services.feeds.stream(congress, query, view))
      for (const row of batch) rows.set(row.id, row);
    return rows;
  };
  const trades = async (query: string) => {
    const answer = await app.get(`/api/v1/congress?${query}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { trades: Record<string, string>[]; total: number };
  };
  interface Trade {
    readonly id: string;
    readonly replaces: string | null;
    readonly transactionDate: string;
    readonly reports: readonly {
      readonly tradeId: string;
      readonly document: string;
      readonly filingDate: string;
    }[];
  }
  const graph = async (filter: string) => {
    const { data, errors } = await app.graphql(`{ congressTrades(filter: ${filter}) {
      totalCount nodes { id transactionDate replaces reports { tradeId document documentUrl filingDate } } } }`);
    expect(errors).toBeUndefined();
    return (data as unknown as { congressTrades: { totalCount: number; nodes: Trade[] } }).congressTrades;
  };
  const idOf = (id: string) => encodeGlobalId('CongressTrade', id);

  it('are the same records in whatever order reports and filing days come in', async () => {
    const [one, other] = apps as [TestApp, TestApp];
    expect(await load(one, SENATE)).toMatchObject({ created: 1797, repeated: 65, superseded: 0 });
    expect(await load(one, HOUSE)).toMatchObject({ created: 8050, repeated: 10, superseded: 0 });
    await load(one, CLERK);
    await load(other, CLERK);
    await load(other, HOUSE);
    await load(other, SENATE);
    const stored = await contents(one);
    expect(stored.size).toBe(8050 + 1797);
    expect(await contents(other)).toEqual(stored);
    expect(await load(one, SENATE)).toMatchObject({ created: 0, updated: 0, unchanged: 1797, repeated: 0 });
    expect((await graph('{}')).totalCount).toBe(stored.size - 75);
  }, 600_000);

  it('are one record each, to which the ids of all reports lead', async () => {
    const { nodes } = await graph(
      '{ filer: { contains: "McCormick" }, assetName: { contains: "PHILADELPHIA PA WTR" }, transactionDate: { eq: "2025-02-18T00:00:00" } }',
    );
    const [trade] = nodes;
    expect(nodes).toHaveLength(1);
    expect(trade).toMatchObject({
      transactionDate: '2025-02-18T00:00:00',
      reports: [{ filingDate: '2025-03-19' }, { filingDate: '2025-03-05' }],
    });
    const was = trade?.replaces ?? expect.unreachable();
    expect(trade?.reports[1]?.tradeId).toBe(was);
    const [own] = (await trades(`id=${was}`)).trades;
    expect(own?.transaction_date).toBe('2025-02-18T00:00:00');
    expect((await graph(`{ id: { eq: "${idOf(was)}" } }`)).nodes).toEqual([trade]);
    for (const { document } of trade?.reports ?? []) {
      expect((await trades(`document=${document}&limit=100`)).trades.map(({ id }) => id)).toContain(own?.id);
    }
    const { data } = await app.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: idOf(was) });
    expect(data).toEqual({ node: { id: trade?.id } });
  });

  it('are told of streams: a record that becomes part of another is removed', async () => {
    const [one] = apps as [TestApp];
    const [shown] = (await graph('{ ticker: { eq: "OGN" }, filer: { contains: "Hern" } }')).nodes;
    const ids = shown?.reports.map(({ tradeId }) => tradeId) ?? [];
    expect(ids).toHaveLength(2);
    const [first = '', again = ''] = ids;
    const before = (await one.services.feeds.heads([congress])).get('congress') ?? 0n;
    await one.services.ingest.removeRow(congress, first);
    expect((await graph(`{ id: { eq: "${idOf(again)}" } }`)).nodes).toMatchObject([
      { id: idOf(again), reports: [{ tradeId: again }] },
    ]);
    await load(one, HOUSE);
    const events = await one.services.eventLog.read(congress, before, 100);
    const seen = (row: object | null) =>
      row !== null && isVisible(congress, row as never, fullView(clock.now()));
    expect(events.map(({ key, before: was, after }) => [key, seen(was), seen(after)])).toEqual([
      [first, true, false],
      [again, false, true],
      [first, false, true],
      [again, true, false],
    ]);
    // Who follows the other id follows the record that it leads to.
    const followed = { feed: congress, filter: { op: 'eq', leaf: congress.key, value: again } } as const;
    const range = { from: { seq: before, held: null }, limit: 100 };
    const { changes } = await follow(one.services.eventLog, followed, fullView(clock.now()), range);
    expect(changes.map(({ kind, row }) => [kind, row.id])).toEqual([
      ['REMOVED', first],
      ['CREATED', again],
      ['CREATED', first],
      ['REMOVED', again],
    ]);
  });

  it('are removed whole by any of their ids, and nothing stands on their entries', async () => {
    const [one] = apps as [TestApp];
    const [shown] = (await graph('{ ticker: { eq: "OGN" }, filer: { contains: "Hern" } }')).nodes;
    const ids = shown?.reports.map(({ tradeId }) => tradeId) ?? [];
    expect(ids).toHaveLength(2);
    const standing = () =>
      one.services.db.run(
        sql`SELECT key FROM entry_outcome WHERE key IN (${ids[0]}, ${ids[1]}) AND superseded_at IS NULL`,
      );
    expect(await standing()).toHaveLength(2);
    const alias = ids.find((id) => idOf(id) !== shown?.id) ?? expect.unreachable();
    const headers = { 'x-api-key': await one.issue('quant', 'ingest') };
    const answer = await fetch(`${one.url}/api/ingest/congress/${alias}`, { method: 'DELETE', headers });
    expect(answer.status).toBe(204);
    expect(await standing()).toEqual([]);
    expect((await graph(`{ id: { in: ["${ids.map(idOf).join('", "')}"] } }`)).totalCount).toBe(0);
  });
});
