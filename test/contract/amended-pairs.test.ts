import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIngest } from '../../src/core/ingest/ingest.ts';
import { registry } from '../../src/feeds/index.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { reconciledFilings } from '../../src/feeds/insider/reconciled-filings.ts';
import { secTsv } from '../../src/sources/sec/sec-tsv.ts';
import { collect } from '../sources/sec/collect.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { type FilingsStore, openFilings } from './filings-store.ts';

/**
 * What each of the 38 amendments does to the Table II lines of the form it amends, as a reader of both forms finds it:
 * `2>1` line 2 of the original is line 1 of the amendment now, `+1` line 1 of the amendment is added, and every other
 * line stands.
 */
const PAIRS: readonly (readonly [original: string, amendment: string, does: string])[] = [
  // GE: 10,799 units that vested are 10,779.
  ['0000040545-24-000182', '0000040545-24-000184', '1>1'],
  // KTCC: 11,086 units granted are 5,543.
  ['0000719733-24-000077', '0000719733-24-000091', '1>1'],
  // IONS: the option over 10,111 shares stands; the 4,079 units were left out. Another director's form of that day has both.
  ['0000874015-24-000167', '0000874015-24-000169', '+1'],
  // DAKT, three officers: the option's exercise price of 5.98 is 11.87; the units of the second line stand.
  ['0000915779-24-000099', '0000915779-24-000126', '1>1'],
  ['0000915779-24-000107', '0000915779-24-000127', '1>1'],
  ['0000915779-24-000100', '0000915779-24-000128', '1>1'],
  // ALTG: five put options sold stand; 3,450 that expired worthless were left out.
  ['0000950170-24-085716', '0000950170-24-086919', '+1'],
  // HLIO, three officers: 2,243 options are 5,342; the units of the first line stand.
  ['0000950170-24-106393', '0000950170-24-106539', '2>1'],
  ['0000950170-24-106403', '0000950170-24-106545', '2>1'],
  ['0000950170-24-106405', '0000950170-24-106547', '2>1'],
  // OPK: the notes held behind it, and shares instead of a value underlying them.
  ['0000950170-24-109683', '0000950170-24-110093', '1>1'],
  // QTI: 26,592 warrants are 25,115.
  ['0001062993-24-013243', '0001062993-24-013809', '1>1'],
  // ROKU: of two options of one key the first, 707 are 848; the 7,920 stand.
  ['0001062993-24-014641', '0001062993-24-014683', '1>1'],
  // APPF: "amends and restates", with the number of underlying shares.
  ['0001415889-24-022973', '0001415889-24-022978', '1>1'],
  // CWAN: 1,784,316 shares converted are 1,754,969.
  ['0001493152-24-034199', '0001493152-24-037975', '1>1'],
  // PTN: the exercise price of 183.0 is 1.83.
  ['0001654954-24-009001', '0001654954-24-009045', '1>1'],
  // VPLM: 40,000,000 warrants are 50,000,000; for the second insider the code changed as well, A to S.
  ['0001966381-24-000005', '0001966381-24-000006', '1>1'],
  ['0002027963-24-000002', '0002027963-24-000003', '1>1'],
  // ASH, QTI twice, CHD, CMI, VPLM, TWFG: amend Table I or holdings and leave Table II out.
  ['0000950170-24-104041', '0000950170-24-105165', ''],
  ['0001062993-24-013607', '0001062993-24-013815', ''],
  ['0001062993-24-013605', '0001062993-24-013817', ''],
  ['0001127602-24-020241', '0001127602-24-020348', ''],
  ['0001225208-24-008258', '0001225208-24-008692', ''],
  ['0001934737-24-000040', '0001934737-24-000041', ''],
  ['0001628280-24-032369', '0002028275-24-000003', ''],
  // STRR, CELC, SMLR, CRM, EZFL, CWAN, ACI: repeat all that there is in Table II.
  ['0000707388-24-000130', '0000707388-24-000145', '1>1'],
  ['0001062993-24-015558', '0001062993-24-015670', '1>1'],
  ['0001104659-24-093474', '0001104659-24-097761', '1>1'],
  ['0001127602-24-022031', '0001127602-24-022191', '1>1'],
  ['0001493152-24-033346', '0001493152-24-034416', '1>1'],
  ['0001562180-24-005763', '0001562180-24-005781', '1>1 2>2'],
  ['0001646972-24-000167', '0001646972-24-000219', '1>1'],
  // CTSH: repeats the 5,991 units of two lines of one key; the 4,884 stand.
  ['0001058290-24-000306', '0001058290-24-000314', '1>1'],
  // DTST, three directors: repeat the option; the units that vested stand.
  ['0001731122-24-001076', '0001731122-24-001163', '2>1'],
  ['0001731122-24-001075', '0001731122-24-001173', '2>1'],
  ['0001731122-24-001074', '0001731122-24-001175', '2>1'],
  // CRVL: five exercises in another order, the price of one corrected.
  ['0001754499-24-000012', '0000950170-24-099532', '1>2 2>3 3>1 4>4 5>5'],
  // FCCN: the exercise price of 0.04 is 0.43; the second line is repeated.
  ['0001096906-24-001747', '0001096906-24-001755', '1>1 2>2'],
];

const NOW = new Date('2024-10-01T12:00:00Z');

describeWithSharedData(
  'the 38 amendments of a quarter',
  'insider/sec-form345-dataset-2024q3-amendments',
  (folder) => {
    let store: FilingsStore;
    let records: readonly InsiderFiling[];
    beforeAll(async () => {
      store = await openFilings();
      ({ records } = await collect(secTsv, [folder]));
    });
    afterAll(() => store[Symbol.asyncDispose]());

    /** The rows of the store after writes in this order. */
    async function rowsAfter(...batches: readonly (readonly InsiderFiling[])[]) {
      const ingest = createIngest({ feeds: registry, writer: store.writer, clock: { now: () => NOW } });
      for (const batch of batches) await ingest.write(insiderFilings, batch);
      return store.takeRows(NOW);
    }

    const found = (rows: readonly InsiderFiling[]) =>
      PAIRS.map(([original, amendment]) => {
        const linesOf = (accession: string) => rows.filter((row) => row.accession === accession);
        return [original, amendment, told(linesOf(original), linesOf(amendment))];
      });

    it('replace the lines they change, add others and leave the rest', async () => {
      const rows = await rowsAfter(records);
      expect(PAIRS).toHaveLength(38);
      expect(found(rows)).toEqual(PAIRS);
      expect(rows.filter(({ provisional, trade }) => provisional || trade)).toEqual([]);
      expect(rows).toHaveLength(98);
    });

    it('do the same among the other forms of the quarter, which attorneys signed for several', async () => {
      const quarter = await collect(secTsv, [folder.replace('-amendments', '')]);
      const lines = [...quarter.records, ...records];
      const distinct = [...new Map(lines.map((line) => [line.id, line])).values()];
      const standings = reconciledFilings.reconcile(distinct);
      expect(found(standings)).toEqual(PAIRS);
    });

    it('do the same in whatever order the forms come', async () => {
      const rows = await rowsAfter(records);
      const forms = [...Map.groupBy(records, ({ accession }) => accession).values()];
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray(forms, { minLength: forms.length }), async (shuffled) => {
          expect(await rowsAfter(...shuffled)).toEqual(rows);
        }),
        { numRuns: fuzzRuns(2) },
      );
    }, 600_000);
  },
);

/** In the words of `PAIRS`. */
function told(original: readonly InsiderFiling[], amendment: readonly InsiderFiling[]): string {
  const by = new Map(amendment.map((line) => [line.replaces, line]));
  const ended = original.filter(({ superseded_at }) => superseded_at !== null);
  const does = ended.map((line) => `${numberOf(line)}>${numberOf(by.get(line.id))}`);
  const added = amendment.flatMap((line) => (line.replaces ? [] : [`+${numberOf(line)}`]));
  return [...does.sort(), ...added.sort()].join(' ');
}

const numberOf = (line: InsiderFiling | undefined): string => line?.id.replace(/^.*-d/, '') ?? '?';
