import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { makeZip } from '../../support/make-zip.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { collect } from './collect.ts';
import { tableSet } from './tables.ts';
import { temporaryFiles } from './temporary-files.ts';

/** The files of a folder as the SEC packs them. */
function zipOf(folder: string): Buffer {
  const tables = readdirSync(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name.replace(/\.gz$/, ''), name.endsWith('.gz') ? gunzipSync(bytes) : bytes] as const;
  });
  return makeZip(Object.fromEntries(tables));
}

async function zipFile(bytes: Uint8Array, name = '2024q3_form345.zip'): Promise<string> {
  return join(await temporaryFiles({ [name]: bytes }), name);
}

describe('a set in a zip', () => {
  it('is read as its folder is', async () => {
    const folder = await tableSet();
    const file = await zipFile(zipOf(folder));
    const { records } = await collect(secTsv, [file]);
    expect(records).toHaveLength(2);
    expect(records).toEqual((await collect(secTsv, [folder])).records);
  });

  it('names its tables where they are at fault', async () => {
    const folder = await tableSet({ 'NONDERIV_TRANS.tsv': 'ACCESSION_NUMBER\n' });
    const file = await zipFile(zipOf(folder));
    await expect(collect(secTsv, [file])).rejects.toThrow(`${file}/NONDERIV_TRANS.tsv: has no column`);
  });

  it('that is cut off is refused alone, and rejected among others', async () => {
    const folder = await tableSet();
    const zip = zipOf(folder);
    const cut = await zipFile(zip.subarray(0, -30));
    await expect(collect(secTsv, [cut])).rejects.toThrow(/the zip cannot be read/);
    const { records, rejections } = await collect(secTsv, [cut, folder]);
    expect(records).toHaveLength(2);
    expect(rejections).toMatchObject([{ file: cut, reason: 'unreadable file' }]);
  });

  it('without a table is refused, and so is one that is not there', async () => {
    await expect(collect(secTsv, [await zipFile(makeZip({ 'a.txt': 'a' }))])).rejects.toThrow(/no table of/);
    const folder = await temporaryFiles({});
    await expect(collect(secTsv, [join(folder, 'none.zip')])).rejects.toThrow(
      /none\.zip: the zip cannot be read/,
    );
  });
});

describeWithSharedData('the set of 2024 Q3', 'insider/sec-form345-dataset-2024q3', (folder) => {
  it('is the same from the zip as from the folder', async () => {
    const { records } = await collect(secTsv, [await zipFile(zipOf(folder))]);
    expect(records).toHaveLength(3_989);
    expect(records).toEqual((await collect(secTsv, [folder])).records);
  });
});
