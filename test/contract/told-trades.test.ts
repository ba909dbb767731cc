import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullView } from '../../src/core/access/view.ts';
import { createIngest } from '../../src/core/ingest/ingest.ts';
import { registry } from '../../src/feeds/index.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { secOwnership } from '../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../src/sources/sec/sec-tsv.ts';
import { collect } from '../sources/sec/collect.ts';
import { temporaryFiles } from '../sources/sec/temporary-files.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { type OpenedStore, openStore } from '../support/store.ts';

const NOW = new Date('2023-08-01T12:00:00Z');
const FULL = fullView(NOW);

async function formsIn(folder: string) {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const { records } = await collect(secOwnership, files);
  return [...Map.groupBy(records, ({ accession }) => accession).values()];
}

const ingestOf = ({ writer }: OpenedStore) =>
  createIngest({ feeds: registry, writer, clock: { now: () => NOW } });

async function write(opened: OpenedStore, forms: readonly (readonly InsiderFiling[])[]) {
  const ingest = ingestOf(opened);
  for (const form of forms) await ingest.write(insiderFilings, form);
  return opened.rows<InsiderFiling>(insiderFilings);
}

const isRecord = ({ superseded_at }: InsiderFiling): boolean => superseded_at === null;

/** Records by ticker with the lines that are part of each. */
function recordsOf(rows: readonly InsiderFiling[], ticker: string) {
  const own = rows.filter((row) => row.ticker === ticker);
  return own
    .filter(isRecord)
    .map(({ id, trade }) => [
      id,
      ...own.flatMap((row) => (trade !== null && row.trade === trade && !isRecord(row) ? row.id : [])),
    ]);
}

describeWithSharedData(
  'trades that several forms tell',
  'insider/sec-full-submissions-2023/joint',
  (folder) => {
    let opened: OpenedStore;
    let forms: readonly (readonly InsiderFiling[])[];
    let rows: readonly InsiderFiling[];
    beforeAll(async () => {
      opened = await openStore();
      forms = await formsIn(folder);
      rows = await write(opened, forms);
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    it('are one record with all their owners, under the first', () => {
      const foa = recordsOf(rows, 'FOA');
      expect(foa).toHaveLength(10);
      expect(foa[0]).toEqual(['444', '448', '452', '456'].map((number) => `0000899243-23-010${number}-d1`));
      const purchase = rows.find(({ id }) => id === '0000899243-23-010444-nd1');
      expect(purchase).toMatchObject({
        insider_name: 'Blackstone Tactical Opportunities Fund - U - NQ L.L.C.',
      });
      expect(purchase?.trade_owners).toHaveLength(6 + 7 + 9 + 10);
      expect(purchase?.trade_owners?.at(-1)).toMatchObject({ name: 'SCHWARZMAN STEPHEN A' });
      expect(purchase?.trade_forms?.map(({ accession }) => accession)).toEqual([
        '0000899243-23-010444',
        '0000899243-23-010448',
        '0000899243-23-010452',
        '0000899243-23-010456',
      ]);
    });

    it('are found by an owner in common, and by a holder whom the other form names', () => {
      expect(recordsOf(rows, 'CSSE')).toEqual([['0001104659-23-014665-nd1', '0001104659-23-014668-nd1']]);
      expect(recordsOf(rows, 'PET')).toEqual([
        ['0001209191-23-020024-nd1', '0001209191-23-020030-nd1'],
        ['0001209191-23-020024-nd2', '0001209191-23-020030-nd2'],
      ]);
      expect(recordsOf(rows, 'CHTR')).toEqual([
        ['0001839882-23-007218-d1', '0001839882-23-007220-d1'],
        ['0001839882-23-007218-d2', '0001839882-23-007220-d2'],
      ]);
      // Seven funds of one manager sold; two of them as many of as many, each for itself.
      expect(recordsOf(rows, 'LLAP').flat()).toHaveLength(7);
      expect(recordsOf(rows, 'LLAP')).toHaveLength(7);
    });

    it('count once in sums, and for one insider', async () => {
      const [flow] = await opened.insiders.flows(['stock:FOA'], 365, FULL);
      expect(flow?.buy_value).toBeCloseTo((7_717_103 + 3_109_235 + 43_228) * 1.38, 2);
      const query = { daysBack: 365, minInsiders: 1, assets: ['stock:FOA', 'stock:PET'], limit: 10 };
      const { items } = await opened.insiders.clusters(query, FULL);
      expect(items.map(({ ticker, insider_count }) => [ticker, insider_count])).toEqual([
        ['FOA', 1],
        ['PET', 1],
      ]);
      const { total } = await opened.insiders.directory({ sort: 'name', direction: 'asc', limit: 100 }, FULL);
      expect(total).toBe(new Set(rows.filter(isRecord).map((row) => row.insider_slug)).size);
    });

    it('are the same in whatever order the forms come', async () => {
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([...forms], { minLength: forms.length }), async (shuffled) => {
          await using other = await openStore();
          expect(await write(other, shuffled)).toEqual(rows);
        }),
        { numRuns: fuzzRuns(3) },
      );
    });

    it('make no event for a line that is part of a record, and one for the record', async () => {
      await using other = await openStore();
      const [first = [], second = []] = forms;
      await write(other, [first, second]);
      const events = await other.events('insider');
      expect(events.filter(({ kind }) => kind === 'REMOVED')).toEqual([]);
      expect(events.filter(({ kind }) => kind === 'CREATED')).toHaveLength(first.length + second.length);
      expect(events.filter(({ kind }) => kind === 'UPDATED').map(({ key }) => key)).toEqual(
        first.map(({ id }) => id),
      );
    });

    it('are removed as a whole, by whichever id', async () => {
      await using other = await openStore();
      await write(other, forms);
      const ids = ['444', '448', '452', '456'].map((number) => `0000899243-23-010${number}-nd1`);
      const gone = await ingestOf(other).remove('insider', ids[2] ?? '');
      expect([...gone].sort()).toEqual(ids);
      const left = await other.rows<InsiderFiling>(insiderFilings);
      expect(left).toHaveLength(rows.length - 4);
      expect(recordsOf(left, 'FOA')).toHaveLength(9);
    });
  },
);

describeWithSharedData(
  'forms that were filed twice',
  'insider/sec-full-submissions-2023/refiled',
  (folder) => {
    it('are one record a line, that of the first', async () => {
      await using opened = await openStore();
      const rows = await write(opened, (await formsIn(folder)).toReversed());
      expect(recordsOf(rows, 'MRVL')).toHaveLength(13);
      expect(
        recordsOf(rows, 'MRVL').every(
          ([id, ...others]) => id?.startsWith('0001209191-23-042664') && others.length === 1,
        ),
      ).toBe(true);
      expect(recordsOf(rows, 'PYPL')).toEqual([['0001633917-23-000091-nd1', '0001633917-23-000092-nd1']]);
      expect(recordsOf(rows, 'REGN')).toEqual([
        ['0001883850-23-000014-d1', '0001883850-23-000015-d1'],
        ['0001883850-23-000014-nd1', '0001883850-23-000015-nd1'],
      ]);
      // Two forms, one of whose lines tells the grant of 2022 again; the others are of April and of July.
      expect(recordsOf(rows, 'AIMD')).toEqual([
        ['0001654954-23-005223-d1', '0001654954-23-008787-d1'],
        ['0001654954-23-005223-nd1'],
        ['0001654954-23-008787-d2'],
        ['0001654954-23-008787-nd1'],
      ]);
    });
  },
);

describeWithSharedData('a document without accession number', 'insider', (folder) => {
  it('and the row of its filing in the tables are one record, though the tables round its price', async () => {
    const submission = join(folder, 'sec-ownership/0001104659-25-030072.txt');
    const [document = ''] =
      /<ownershipDocument[\s\S]*<\/ownershipDocument>/.exec(await readFile(submission, 'utf8')) ?? [];
    const bare = await temporaryFiles({ 'oklo.xml': document });
    const filedAt = new Date('2025-03-31T20:30:00Z');
    const ofDocument = (await collect(secOwnership, [join(bare, 'oklo.xml')], { filedAt })).records;
    const tables = join(folder, 'sec-form345-dataset-2025q1-one-filing');
    const ofTables = (await collect(secTsv, [tables])).records;
    expect([ofDocument, ofTables].map(([line]) => line?.price_per_share)).toEqual([24.5686, 24.57]);
    for (const batches of [
      [ofDocument, ofTables],
      [ofTables, ofDocument],
    ]) {
      await using opened = await openStore();
      const rows = await write(opened, batches);
      expect(recordsOf(rows, 'OKLO')).toEqual([[ofDocument[0]?.id, '0001104659-25-030072-nd1']]);
      const [flow] = await opened.insiders.flows(
        ['stock:OKLO'],
        1000,
        fullView(new Date('2025-04-02T00:00:00Z')),
      );
      expect(flow?.buy_value).toBe(147_411.6);
    }
  });
});
