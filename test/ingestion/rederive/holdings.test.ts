import { expect, it } from 'vitest';
import { runFormat } from '../../../src/app/import.ts';
import type { Services } from '../../../src/app/services.ts';
import { rederive } from '../../../src/ingestion/rederive/rederive.ts';
import type { Format } from '../../../src/sources/format.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { ownershipDocument, submission, transaction } from '../../sources/sec/ownership-document.ts';
import { accession, table, tableSet, transactionRow } from '../../sources/sec/tables.ts';
import { temporaryFiles } from '../../sources/sec/temporary-files.ts';
import { contentOf, openWholeStore } from './whole-store.ts';

const importFrom = (services: Services, format: Format, path: string) =>
  runFormat(services, format, [path], { reject: async () => undefined, onProgress: () => undefined });

const HELD = `<nonDerivativeHolding><securityTitle><value>Common Stock</value></securityTitle>
  <postTransactionAmounts><sharesOwnedFollowingTransaction><value>10.1234</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
  <ownershipNature><directOrIndirectOwnership><value>I</value></directOrIndirectOwnership>
    <natureOfOwnership><value>By Trust</value></natureOfOwnership></ownershipNature></nonDerivativeHolding>`;

const documents = async () => {
  const nonDerivative = `${transaction('nonDerivative', {})}${HELD}`;
  const folder = await temporaryFiles({
    'form.txt': submission(ownershipDocument({ nonDerivative }), { accession: accession(1) }),
  });
  return `${folder}/form.txt`;
};

/** The same filing, rounded to two decimals, by day and under another row first. */
const tables = () =>
  tableSet({
    'NONDERIV_TRANS.tsv': table(transactionRow('NONDERIV', 1, 11)),
    'DERIV_TRANS.tsv': null,
    'NONDERIV_HOLDING.tsv': table({
      ACCESSION_NUMBER: accession(1),
      NONDERIV_HOLDING_SK: '31',
      SECURITY_TITLE: 'Common Stock',
      SHRS_OWND_FOLWNG_TRANS: '10.12',
      DIRECT_INDIRECT_OWNERSHIP: 'I',
      NATURE_OF_OWNERSHIP: 'By Trust',
    }),
  });

it('a holding of the document and of the tables is one, with the amount of the document', async () => {
  const [document, set] = [await documents(), await tables()];
  await using one = await openWholeStore();
  await importFrom(one, secOwnership, document);
  await importFrom(one, secTsv, set);
  await using other = await openWholeStore();
  await importFrom(other, secTsv, set);
  await importFrom(other, secOwnership, document);
  const [held] = (await contentOf(one)).input ?? [];
  expect(JSON.parse(held ?? '')).toMatchObject({
    kind: 'holding',
    series: accession(1),
    key: 'nd1',
    data: { shares: 10.1234, known_precision: 'EXACT', insider_slug: 'cik-0000000007' },
  });
  expect(await contentOf(other)).toEqual(await contentOf(one));
});

it('forms that were read when holdings were skipped have theirs when they are read again', async () => {
  const [document, set] = [await documents(), await tables()];
  await using anew = await openWholeStore();
  await using before = await openWholeStore();
  for (const [format, path] of [
    [secOwnership, document],
    [secTsv, set],
  ] as const) {
    await importFrom(anew, format, path);
    await importFrom(before, skipping(format), path);
  }
  expect((await contentOf(before)).input).toEqual([]);
  expect(await rederive(before)).toMatchObject({ isDone: true, entries: 2 });
  expect(await contentOf(before)).toEqual(await contentOf(anew));
  expect((await contentOf(before)).input).toHaveLength(1);
});

/** A format as the version before read it. */
const skipping = (format: Format): Format => ({
  ...format,
  async *read(files, options) {
    for await (const item of format.read(files, options)) {
      if (item.kind === 'input') yield { kind: 'skipped', reason: 'holding' };
      else if (item.kind !== 'capture') yield item;
      else yield { ...item, parser: { ...item.parser, version: item.parser.version - 1 } };
    }
  },
});
