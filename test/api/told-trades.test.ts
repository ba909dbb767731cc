import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { encodeGlobalId } from '../../src/graphql/schema/global-id.ts';
import { importTarget } from '../../src/ingestion/import-target.ts';
import { importItems } from '../../src/sources/import-run.ts';
import { secOwnership } from '../../src/sources/sec/sec-ownership.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { TEST_TIERS } from '../support/tiers.ts';

/** The purchase of FOA by its four forms, as they were accepted: 21:27:24, 21:31:43, 21:33:22 and 21:35:04 UTC. */
const [FIRST, SECOND, , FOURTH] = ['444', '448', '452', '456'].map(
  (end) => `0000899243-23-010${end}-nd1`,
) as [string, string, string, string];

interface Shown {
  readonly id: string;
  readonly reportingOwners: readonly unknown[];
  readonly forms: readonly { readonly lineId: string }[];
}

describeWithSharedData(
  'a trade that four forms tell',
  'insider/sec-full-submissions-2023/joint',
  (folder) => {
    const clock = testClock('2023-04-04T22:00:00Z');
    let app: TestApp;
    let free: string;
    beforeAll(async () => {
      const tiers = TEST_TIERS.map((tier) => ({ ...tier, requestsPerDay: 1e9, requestsPerMinute: 1e9 }));
      app = await startApp({}, { clock, tiers });
      free = await app.issue('free');
    }, 600_000);
    afterAll(() => app.stop(), 600_000);

    function importForms() {
      const files = readdirSync(folder).filter((name) => name.startsWith('0000899243'));
      const target = importTarget(app.services, 'test', async () => expect.unreachable());
      const items = secOwnership.read(
        files.toReversed().map((name) => join(folder, name)),
        {},
      );
      return importItems({ feed: insiderFilings }, items, { target, completions: [] });
    }

    const node = async (type: string, id: string, key = app.key) => {
      const query = `query N($id: ID!) { node(id: $id) { id ... on InsiderFiling {
      isUndecided replaces reportingOwners { name } forms { lineId accession } } ... on Signal { strategyName: sourceDetail } } }`;
      const { data } = await app.graphql(query, { id: encodeGlobalId(type, id) }, key);
      return (data as unknown as { node: Shown | null }).node;
    };
    const listed = async (path: string, wrapper: string, key = app.key) => {
      const body = (await (await app.get(path, { 'x-api-key': key })).json()) as Record<
        string,
        { id: string }[]
      >;
      return (body[wrapper] ?? []).map(({ id }) => id);
    };

    it('is told of in the report of the import', async () => {
      expect(await importForms()).toMatchObject({ created: 40, repeated: 30, superseded: 0, noted: {} });
      expect(await importForms()).toMatchObject({ unchanged: 40, repeated: 0 });
    });

    it('is one record, to which every id leads', async () => {
      const record = await node('InsiderFiling', FIRST);
      expect(record?.reportingOwners).toHaveLength(32);
      expect(record?.forms.map(({ lineId }) => lineId)).toContain(FOURTH);
      expect(await node('InsiderFiling', FOURTH)).toEqual(record);
      expect(await listed(`/api/v1/insider?id=${FOURTH}`, 'filings')).toEqual([FIRST]);
      expect(await listed(`/api/v1/insider-alpha/filings?id=${SECOND}`, 'filings')).toEqual([FIRST]);
      expect(await listed('/api/v1/insider?ticker=FOA&page_size=100', 'filings')).toHaveLength(10);
      const { data } = await app.graphql(
        `{ insiderFilings(filter: { id: { in: ["${encodeGlobalId('InsiderFiling', FOURTH)}"] } }) { totalCount } }`,
      );
      expect(data).toEqual({ insiderFilings: { totalCount: 1 } });
    });

    it('is found by the accession number of each form', async () => {
      for (const id of [FIRST, SECOND, FOURTH]) {
        const accession = id.replace(/-nd1$/, '');
        const found = await listed(`/api/v1/insider?accession=${accession}&page_size=100`, 'filings');
        expect(found, accession).toContain(FIRST);
        expect(found, accession).toHaveLength(10);
        const { data } = await app.graphql(
          `{ one: insiderFilings(filter: { accession: { eq: "${accession}" } }) { totalCount }
             some: insiderFilings(filter: { accession: { in: ["${accession}", "0"] } }) { totalCount }
             others: insiderFilings(filter: { accession: { ne: "${accession}" } }) { totalCount } }`,
        );
        const totalCount = (n: number) => ({ totalCount: n });
        expect(data).toEqual({ one: totalCount(10), some: totalCount(10), others: totalCount(0) });
      }
    });

    it('raises one signal, to which every id leads', async () => {
      const ids = await listed('/api/v1/trade-feed?source=insider&page_size=100', 'signals');
      expect(ids.filter((id) => id.endsWith('-nd1'))).toEqual([`insider-${FIRST}`]);
      expect(await listed(`/api/v1/trade-feed?id=insider-${FOURTH}`, 'signals')).toEqual([
        `insider-${FIRST}`,
      ]);
      expect(await node('Signal', `insider-${FOURTH}`)).toEqual(await node('Signal', `insider-${FIRST}`));
    });

    it('shows a key with a lag what it learns, form by form', async () => {
      clock.set('2023-04-05T21:29:30Z');
      expect((await node('InsiderFiling', FIRST, free))?.reportingOwners).toHaveLength(7);
      expect((await node('InsiderFiling', FIRST, free))?.forms).toHaveLength(1);
      expect(await node('InsiderFiling', SECOND, free)).toBeNull();
      expect(await listed(`/api/v1/insider?id=${SECOND}`, 'filings', free)).toEqual([]);
      clock.set('2023-04-05T21:32:30Z');
      expect((await node('InsiderFiling', SECOND, free))?.reportingOwners).toHaveLength(17);
      expect(await node('InsiderFiling', FOURTH, free)).toBeNull();
      expect(await listed('/api/v1/insider?accession=0000899243-23-010456', 'filings', free)).toEqual([]);
      expect(await listed('/api/v1/insider?accession=0000899243-23-010448', 'filings', free)).toContain(
        FIRST,
      );
      clock.set('2023-04-05T21:36:30Z');
      expect((await node('InsiderFiling', FOURTH, free))?.reportingOwners).toHaveLength(32);
    });

    it('is deleted with all of its forms by any of its ids', async () => {
      const key = await app.issue('quant', 'ingest');
      const remove = (id: string) =>
        fetch(`${app.url}/api/ingest/insider/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
      expect((await remove(FOURTH)).status).toBe(204);
      expect((await remove(FIRST)).status).toBe(404);
      for (const id of [FIRST, SECOND, FOURTH]) {
        expect(await node('InsiderFiling', id)).toBeNull();
        expect(await node('Signal', `insider-${id}`)).toBeNull();
      }
    });
  },
);
