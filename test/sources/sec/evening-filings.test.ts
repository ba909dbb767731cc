import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deriveFiling } from '../../../src/feeds/insider/derive.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { collect } from './collect.ts';
import { ISSUER, ownershipDocument, submission, transaction } from './ownership-document.ts';
import { submissionRow, table, tableSet } from './tables.ts';
import { temporaryFiles } from './temporary-files.ts';

const OWNER =
  '<reportingOwner><reportingOwnerId><rptOwnerCik>7</rptOwnerCik></reportingOwnerId></reportingOwner>';

async function accepted(time: string, filed: string, form: { documentType?: string; more?: string } = {}) {
  const document = ownershipDocument({
    issuer: ISSUER,
    owner: OWNER,
    nonDerivative: transaction('nonDerivative', { date: '2024-09-26' }),
    ...form,
  });
  const folder = await temporaryFiles({ 'a.txt': submission(document, { accepted: time, filed }) });
  const { records } = await collect(secOwnership, [join(folder, 'a.txt')]);
  return records[0] && deriveFiling(records[0]);
}

async function fromTables(day: string) {
  const folder = await tableSet({ 'SUBMISSION.tsv': table(submissionRow(1, { FILING_DATE: day })) });
  const { records } = await collect(secTsv, [folder]);
  return records[0] && deriveFiling(records[0]);
}

/** The day that an amendment has to name. */
const dayOf = (record: Awaited<ReturnType<typeof accepted>>) => String(record?.family).split('|').at(-1);

describe('a form accepted on Friday 2024-09-27', () => {
  it('at 21:00 New York is of Friday, and public from that moment', async () => {
    const record = await accepted('20240927210000', '20240927');
    const moment = new Date('2024-09-28T01:00:00Z');
    expect(record).toMatchObject({ filing_date: moment, known_from: moment });
    expect(dayOf(record)).toBe('2024-09-27');
    const tables = await fromTables('27-SEP-2024');
    expect(tables?.known_from).toEqual(new Date('2024-09-28T02:00:00Z')); // no earlier than the moment
    expect(tables?.family).toBe(record?.family);
  });

  it('at 22:30 is dated Monday by the SEC; an amendment that names Monday finds it', async () => {
    const record = await accepted('20240927223000', '20240930');
    const moment = new Date('2024-09-28T02:30:00Z');
    expect(record).toMatchObject({ filing_date: moment, known_from: moment });
    expect(dayOf(record)).toBe('2024-09-30');
    expect((await fromTables('30-SEP-2024'))?.family).toBe(record?.family);
    const amendment = await accepted('20241002160000', '20241002', {
      documentType: '4/A',
      more: '<dateOfOriginalSubmission>2024-09-30</dateOfOriginalSubmission>',
    });
    expect(amendment?.family).toBe(record?.family);
  });
});
