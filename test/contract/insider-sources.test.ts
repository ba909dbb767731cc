import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIngest } from '../../src/core/ingest/ingest.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { secOwnership } from '../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../src/sources/sec/sec-tsv.ts';
import { collect } from '../sources/sec/collect.ts';
import { ISSUER, ownershipDocument, submission, transaction } from '../sources/sec/ownership-document.ts';
import { accession, ownerRow, submissionRow, table, tableSet } from '../sources/sec/tables.ts';
import { temporaryFiles } from '../sources/sec/temporary-files.ts';
import { type FilingsStore, openFilings } from './filings-store.ts';

let store: FilingsStore;
beforeAll(async () => {
  store = await openFilings();
});
afterAll(() => store[Symbol.asyncDispose]());

const NOW = new Date('2024-10-01T12:00:00Z');
const ID = `${accession(1)}-nd1`;

/** What is stored of the first transaction after these writes, each a transaction of its own; without its signatures. */
async function stored(...writes: readonly (readonly AnyRecord[])[]): Promise<InsiderFiling | undefined> {
  const ingest = createIngest({ feeds: registry, writer: store.writer, clock: { now: () => NOW } });
  for (const records of writes) await ingest.write(insiderFilings, records);
  const row = (await store.takeRows(NOW)).find(({ id }) => id === ID);
  return row && { ...row, signed_by: null };
}

/** The submission of the filing that `tableSet` has. */
async function fromDocument(header: Parameters<typeof submission>[1], owner = OWNER) {
  const document = ownershipDocument({
    issuer: ISSUER,
    owner,
    nonDerivative: transaction('nonDerivative', { date: '2024-09-27' }),
  });
  const text = submission(document, { filed: '20240930', accession: accession(1), ...header });
  const folder = await temporaryFiles({ 'a.txt': text });
  return (await collect(secOwnership, [join(folder, 'a.txt')])).records;
}

const OWNER = `<reportingOwner><reportingOwnerId><rptOwnerCik>7</rptOwnerCik><rptOwnerName>DOE JANE</rptOwnerName>
  </reportingOwnerId><reportingOwnerRelationship><isDirector>true</isDirector><isOfficer>1</isOfficer>
  <officerTitle>CEO</officerTitle></reportingOwnerRelationship></reportingOwner>`;

const fromTables = async (tables: Parameters<typeof tableSet>[0] = {}) =>
  (await collect(secTsv, [await tableSet(tables)])).records;

describe('a transaction that several sources tell of', () => {
  it('is the same whichever comes first, and nothing known of it is lost', async () => {
    const document = await fromDocument({ accepted: '20240930190500' });
    const full = await fromTables();
    const { ISSUERTRADINGSYMBOL: _, ...cutSubmission } = submissionRow(1);
    const { RPTOWNER_TITLE: __, ...cutOwner } = ownerRow(1);
    const cutColumns = await fromTables({
      'SUBMISSION.tsv': table(cutSubmission),
      'REPORTINGOWNER.tsv': table(cutOwner),
    });
    const signed = { ACCESSION_NUMBER: accession(1), OWNERSIGNATURENAME: '/s/ Jane Doe' };
    const cutTables = await fromTables({
      'REPORTINGOWNER.tsv': null,
      'OWNER_SIGNATURE.tsv': table(signed),
    });
    const unnamed = await fromTables({ 'REPORTINGOWNER.tsv': null });

    const best = await stored(document);
    expect(best).toMatchObject({ ticker: 'ACME', insider_name: 'DOE JANE', insider_title: 'CEO' });
    expect(best?.filing_date).toEqual(new Date('2024-09-30T23:05:00Z'));
    for (const poorer of [full, cutColumns, cutTables, unnamed]) {
      expect(await stored(document, poorer)).toEqual(best);
      expect(await stored(poorer, document)).toEqual(best);
    }
    const bestTables = await stored(full);
    for (const poorer of [cutColumns, cutTables, unnamed]) {
      expect(await stored(full, poorer)).toEqual(bestTables);
      expect(await stored(poorer, full)).toEqual(bestTables);
      expect(await stored([...full, ...poorer])).toEqual(bestTables); // in one batch
    }
  });

  it('has the owner of the document, not a mixture, where the tables begin with another', async () => {
    const document = await fromDocument({}, OWNER.replace(/<officerTitle>.*<\/officerTitle>/, ''));
    const tables = await fromTables({
      'REPORTINGOWNER.tsv': table(ownerRow(1, { RPTOWNERCIK: '8', RPTOWNERNAME: 'FUND LP' })),
    });
    const expected = { owner_cik: '0000000007', insider_name: 'DOE JANE', insider_slug: 'cik-0000000007' };
    const one = await stored(document, tables);
    expect(one).toMatchObject({ ...expected, insider_title: '' });
    expect(await stored(tables, document)).toEqual(one);
  });

  it('takes a day from the document and the moment from wherever it is known', async () => {
    const dated = await fromDocument({ accepted: '' });
    const accepted = await fromDocument({ accepted: '20240930190500' });
    const one = await stored(dated, accepted);
    expect(one?.known_from).toEqual(new Date('2024-09-30T23:05:00Z'));
    expect(await stored(accepted, dated)).toEqual(one);
  });

  it('is corrected by a later set of the same kind, and replaced by a record of another origin', async () => {
    const full = await fromTables();
    const corrected = full.map((record) => ({ ...record, shares: 7 }));
    expect(await stored(full, corrected)).toMatchObject({ shares: 7, insider_name: 'DOE JANE' });
    const ingested = full.map((record) => ({ ...record, insider_name: null, owner_cik: null, origin: null }));
    expect(await stored(full, ingested)).toMatchObject({ insider_name: null, insider_slug: null });
  });
});
