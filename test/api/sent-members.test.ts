import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { rederive } from '../../src/ingestion/rederive/rederive.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

interface Answer {
  readonly congressTrades: { readonly nodes: readonly { readonly id: string }[] };
}

const SPELLINGS = [
  { politician_name: 'Nancy Pelosi' },
  { politician_name: 'PELOSI, NANCY' },
  { politician_name: 'Hon. Nancy Pelosi', state: 'CA' },
  { politician_name: 'Rep. Nancy Pelosi (D-CA)', district: 'CA11' },
  { politician_name: 'Speaker', filer: 'Congresswoman Nancy Pelosi' },
  { politician_name: 'The Speaker', politician_id: 'P000197' },
];

describeWithSharedData('trades sent under the name of a member', 'congress', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  }, 600_000);
  afterAll(() => app.stop(), 600_000);

  const load = (name: string, file: string) => {
    const format = formats.find((one) => one.name === name) ?? expect.unreachable();
    const [reject, onProgress] = [async () => undefined, () => undefined];
    return runFormat(app.services, format, [join(folder, 'congress-legislators', file)], {
      reject,
      onProgress,
    });
  };
  const send = (trades: readonly object[]) =>
    app.ingest(
      'congress',
      trades.map((trade, n) => {
        const day = { transaction_date: '2026-01-16', filing_date: '2026-01-23' };
        return { id: `sent-${n}`, chamber: 'house', ticker: 'GOOGL', is_tradable: true, ...day, ...trade };
      }),
    );
  const pelosi = async () => {
    const { data, errors } = await app.graphql(
      '{ politicians(search: "pelosi") { totalCount nodes { slug totals { trades } } } }',
    );
    expect(errors).toBeUndefined();
    return data?.politicians;
  };
  const trades = async () => {
    const { data } = await app.graphql(
      '{ congressTrades { nodes { id politicianName politicianId filer party state } } }',
    );
    const { congressTrades } = data as unknown as Answer;
    return congressTrades.nodes.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  };

  it('are trades of that member once the directory is there, whichever came first', async () => {
    await send(SPELLINGS.slice(0, 3));
    await load('legislators', 'legislators-current.yaml.gz');
    await send(SPELLINGS);
    await load('legislators-historical', 'legislators-historical.csv.gz');
    expect(await pelosi()).toEqual({
      totalCount: 1,
      nodes: [{ slug: 'P000197', totals: { trades: SPELLINGS.length } }],
    });
    const shown = await trades();
    expect(shown).toMatchObject(
      SPELLINGS.map(({ politician_name, filer, politician_id }) => ({
        politicianId: 'P000197',
        ...(politician_id
          ? { politicianName: politician_name, filer: null }
          : { politicianName: 'Nancy Pelosi', filer: filer ?? politician_name, party: 'D', state: 'CA' }),
      })),
    );
    const again = (await (await send(SPELLINGS)).json()) as object;
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: SPELLINGS.length });
    expect((await rederive(app.services)).records).toMatchObject({ created: 0, removed: 0 });
    expect(await trades()).toEqual(shown);
  }, 600_000);

  it.each([
    ['of the other chamber', { chamber: 'senate' }],
    ['of another state', { state: 'TX' }],
    ['of a surname alone', { politician_name: 'Pelosi' }],
    ['of an initial', { politician_name: 'N. Pelosi' }],
    ['of a relative', { politician_name: 'Paul Pelosi' }],
  ])('stay as they were sent where the member is %s', async (_, over) => {
    const sent = { politician_name: 'Nancy Pelosi', ...over, id: 'another' };
    await send([sent]);
    const { data } = await app.graphql(
      '{ congressTrades(filter: { politicianId: { isNull: true } }) { nodes { politicianName filer } } }',
    );
    expect(data?.congressTrades).toEqual({
      nodes: [{ politicianName: sent.politician_name, filer: null }],
    });
  });
});
