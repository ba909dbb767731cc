import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import type { Format } from '../../src/sources/format.ts';
import { secOwnership } from '../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../src/sources/sec/sec-tsv.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { UNMETERED } from '../support/tiers.ts';

/** Forms 4 of Jen-Hsun Huang, of 6 March, 17 March and 23 June 2023; the last two hours before midnight UTC. */
const [MARCH, VESTED, JUNE] = [33, 60, 126].map(
  (number) => `sec-full-submissions-2023/NVDA/0001045810-23-${String(number).padStart(6, '0')}.txt`,
) as [string, string, string];
const HUANG = 'cik-0001197649';
/** Form 3 of Mark Garrett, bare XML. */
const FORM_3 = 'sec-ownership/form3_SNOW_2020-09-15.xml';
const GARRETT = 'cik-0001246215';

const TIERS = [
  UNMETERED,
  { ...UNMETERED, id: 'late', insiderLagHours: 24 },
  { ...UNMETERED, id: 'short', historyDays: 60 },
];

interface Held {
  readonly ownershipNature: string | null;
  readonly shares: number;
  readonly accession: string;
}

interface Holder {
  readonly holdings: { readonly nodes: readonly Held[] };
}

interface Answer {
  readonly insider: Holder | null;
  readonly early: unknown;
  readonly at: { readonly insider: Holder };
  readonly insiderFilings: { readonly nodes: readonly { readonly holdings: readonly Held[] }[] };
}

describeWithSharedData('what insiders hold', 'insider', (folder) => {
  let app: TestApp;
  let clock: TestClock;
  const read = async (format: Format, name: string, filedAt?: Date) => {
    const report = await runFormat(app.services, format, [join(folder, name)], {
      ...(filedAt && { filedAt }),
      reject: async () => undefined,
      onProgress: () => undefined,
    });
    const { created, updated, unchanged, references, inputs, skipped, rejected } = report;
    const left = [...Object.values(skipped), ...Object.values(rejected)].reduce((sum, n) => sum + n, 0);
    expect(created + updated + unchanged + references + inputs + left).toBe(report.read);
    return report;
  };

  beforeAll(async () => {
    clock = testClock('2023-06-24T00:00:00Z');
    app = await startApp({}, { clock, tiers: TIERS });
    await read(secOwnership, MARCH);
    await read(secOwnership, FORM_3, new Date('2020-09-16T01:00:00Z'));
  }, 600_000);
  afterAll(() => app?.stop(), 600_000);

  const data = async (query: string, as?: string): Promise<Answer> => {
    const answer = await app.graphql(query, {}, as);
    expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
    return answer.data as object as Answer; // tests read what they asked for
  };
  const HELD =
    'holdings { totalCount nodes { securityTitle ownershipForm ownershipNature shares accession } }';
  const linesOf = ({ holdings }: Holder) =>
    holdings.nodes.map(
      ({ ownershipNature, shares, accession }) =>
        `${ownershipNature ?? 'direct'}: ${shares} by ${accession.slice(-3)}`,
    );
  const heldBy = async (slug: string, as?: string) => {
    const { insider } = await data(`{ insider(slug: "${slug}") { ${HELD} } }`, as);
    return insider === null ? null : linesOf(insider).sort();
  };

  it('stand beside the transaction of a form', async () => {
    const { insiderFilings } =
      await data(`{ insiderFilings(filter: { accession: { eq: "0001045810-23-000033" } }) {
      nodes { sharesOwnedAfter holdings { ownershipNature shares form knownFrom filing { id } footnotes { field number text } } } } }`);
    const [filing] = insiderFilings.nodes;
    expect(filing).toMatchObject({ sharesOwnedAfter: 7_883_374 });
    expect(filing?.holdings).toHaveLength(6);
    expect(filing?.holdings[0]).toMatchObject({
      ownershipNature: 'By Trust',
      shares: 60_580_404,
      form: '4',
      knownFrom: '2023-03-07T00:43:58.000Z',
      filing: null,
      footnotes: [{ field: 'ownershipNature', number: 'F4', text: expect.stringContaining('Trust') }],
    });
  });

  it('are what each position was last reported as, at once with each form', async () => {
    expect(await heldBy(HUANG)).toEqual([
      'By Irrevocable Remainder Trust: 5007800 by 033',
      'By Irrevocable Trust: 2228000 by 033',
      'By Partnership: 4948956 by 033',
      'By Trust: 60580404 by 033',
      'The Jen-Hsun Huang 2016 Annuity Trust II Agreement: 2977840 by 033',
      'The Lori Lynn Huang 2016 Annuity Trust II Agreement: 2977840 by 033',
      'direct: 7883374 by 033',
    ]);
    const [before, after] = [await read(secOwnership, VESTED), await read(secOwnership, VESTED)];
    expect([before.changedInputs, after.changedInputs]).toEqual([6, 0]);
    expect((await heldBy(HUANG))?.at(-1)).toBe('direct: 7810555 by 060');
    await read(secOwnership, JUNE);
    expect(await heldBy(HUANG)).toEqual([
      'By Irrevocable Remainder Trust: 5007800 by 126',
      'By Irrevocable Trust: 2228000 by 126',
      'By Partnership: 4948956 by 126',
      'By Trust: 60596828 by 126',
      'The Jen-Hsun Huang 2016 Annuity Trust II Agreement: 2969628 by 126',
      'The Lori Lynn Huang 2016 Annuity Trust II Agreement: 2969628 by 126',
      'direct: 7800099 by 126',
    ]);
    const { insider } = await data(`{ insider(slug: "${HUANG}") { filingCount
      holdings(first: 2) { totalCount pageInfo { hasNextPage endCursor } nodes { filing { tradeDate shares } statedOn } } } }`);
    expect(insider).toMatchObject({
      filingCount: 6,
      holdings: {
        totalCount: 7,
        pageInfo: { hasNextPage: true },
        nodes: [{ statedOn: '2023-06-23' }, { statedOn: '2023-06-23' }],
      },
    });
  });

  it('of an insider with a form 3 alone are found by its number, as of any day since', async () => {
    const { insider, early } = await data(`{
      insider(slug: "${GARRETT}") { name filingCount holdings { nodes { securityTable shares underlyingShares exercisePrice form statedOn knownFrom } } }
      early: at(asOf: "2020-09-16T00:59:59Z") { insider(slug: "${GARRETT}") { name } }
    }`);
    expect(early).toEqual({ insider: null });
    expect(insider).toMatchObject({ name: 'GARRETT MARK', filingCount: 0 });
    const nodes = insider?.holdings.nodes;
    expect(nodes).toHaveLength(6);
    // A form 3 states options by the shares under them.
    expect(nodes).toContainEqual({
      securityTable: 'II',
      shares: null,
      underlyingShares: 95_898,
      exercisePrice: 3.74,
      form: '3',
      statedOn: '2020-09-15',
      knownFrom: '2020-09-16T01:00:00.000Z',
    });
  });

  it('are those of a moment, of the window of a key and of its lag', async () => {
    const { at } = await data(
      `{ at(asOf: "2023-03-10T00:00:00Z") { insider(slug: "${HUANG}") { ${HELD} } } }`,
    );
    const then = linesOf(at.insider);
    expect(then).toHaveLength(7);
    expect(then).toContain('direct: 7883374 by 033');
    const late = await heldBy(HUANG, await app.issue('late'));
    expect(late).toContain('direct: 7810555 by 060');
    expect(late).toContain('By Trust: 60580404 by 060');
    // What the key sees of its sixty days is the last form, and nothing of the form 3 of 2020.
    const short = await app.issue('short');
    expect(await heldBy(HUANG, short)).toHaveLength(7);
    expect(await heldBy(GARRETT, short)).toBeNull();
    clock.set('2023-08-23T00:00:00Z');
    expect(await heldBy(HUANG, short)).toBeNull();
    clock.set('2023-06-24T00:00:00Z');
  });

  it('cannot be asked for by a snapshot, and wrong arguments get an error', async () => {
    const held = await app.graphql(`{ at { insiderFilings(first: 1) { nodes { holdings { shares } } } } }`);
    expect(held.errors?.map(({ extensions }) => extensions.code)).toEqual(['SNAPSHOT_NOT_SUPPORTED']);
    const cursor = await app.graphql(`{ insider(slug: "${HUANG}") { holdings(after: "x") { totalCount } } }`);
    expect(cursor.errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_CURSOR']);
    const slug = await app.graphql('{ insider(slug: "a\\u0000b") { name } }');
    expect(slug.errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_PARAMETER']);
    expect(await data('{ insider(slug: "nobody") { name } }')).toEqual({ insider: null });
  });

  it('of a quarterly set without owners stand on their forms', async () => {
    clock.set('2025-01-01T00:00:00Z');
    const report = await read(secTsv, 'sec-form345-dataset-2024q3');
    expect(report.inputs).toBe(1_125 + 663);
    expect((await read(secTsv, 'sec-form345-dataset-2024q3')).changedInputs).toBe(0);
    const { insiderFilings } =
      await data(`{ insiderFilings(first: 1, filter: { accession: { eq: "0001140361-24-041498" } }) {
      nodes { holdings { securityTitle shares value exercisePrice exerciseDate expirationDate underlyingShares } } } }`);
    const [filing] = insiderFilings.nodes;
    expect(filing?.holdings).toContainEqual({
      securityTitle: 'Warrants to purchase Common Stock',
      shares: 80_454,
      value: null,
      exercisePrice: 11.5,
      exerciseDate: '2024-10-17',
      expirationDate: '2029-09-17',
      underlyingShares: 80_454,
    });
  }, 600_000);
});
