import { describe, expect, it } from 'vitest';
import { SourceError } from '../../src/sources/format.ts';
import { readText } from '../../src/sources/read-file.ts';
import { bytesInZip } from '../../src/sources/read-zip.ts';
import { makeZip } from '../support/make-zip.ts';
import { tempFile } from './congress/reading.ts';

const inZip = /^a\.txt$/;
const TEXT = 'a line of text\n'.repeat(1_000);
const ZIP = makeZip({ 'other.txt': 'another', 'a.txt': TEXT });

const read = async (bytes: Uint8Array) => readText(await tempFile('archive', bytes), { inZip });

async function expectRefused(bytes: Uint8Array, message: RegExp): Promise<void> {
  const reading = read(bytes);
  await expect(reading).rejects.toThrow(SourceError);
  await expect(reading).rejects.toThrow(message);
}

describe('a zip', () => {
  it('gives the file that is meant, whatever the archive is called', async () => {
    expect(await read(ZIP)).toBe(TEXT);
    expect(await read(makeZip({ 'a.txt': '' }))).toBe('');
  });

  it('is refused where no file of it is meant', async () => {
    await expect(readText(await tempFile('a.json', ZIP))).rejects.toThrow(/a\.json: is a zip archive/);
  });

  it('without the file is refused with what it holds', async () => {
    await expectRefused(makeZip({ 'b.txt': 'b', 'c.txt': 'c' }), /no file like .*, but b\.txt, c\.txt/);
    await expectRefused(makeZip({}), /but nothing/);
  });

  it('that is cut off anywhere is refused', async () => {
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      await expectRefused(
        ZIP.subarray(0, ZIP.length * share),
        /archive: the zip cannot be read \(.*truncated/,
      );
    }
  });

  it('whose content is damaged is refused', async () => {
    const damaged = Buffer.from(ZIP);
    const place = damaged.indexOf('a.txt') + 'a.txt'.length;
    damaged.fill(0xff, place, place + 10);
    await expectRefused(damaged, /the zip cannot be read/);
    await expectRefused(makeZip({ 'a.txt': { content: TEXT, crc: 1 } }), /another checksum than stated/);
  });

  it('that unpacks to more than it may, or than it says, is refused before it is unpacked', async () => {
    const bomb = await tempFile('bomb.zip', makeZip({ 'a.txt': Buffer.alloc(10_000_000) }));
    const taken: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of bytesInZip(bomb, inZip, 1_000_000)) taken.push(chunk);
    })();
    await expect(reading).rejects.toThrow(/a\.txt in it unpacks to more than 1000000 bytes/);
    expect(taken).toEqual([]);
    const lying = await tempFile(
      'lying.zip',
      makeZip({ 'a.txt': { content: Buffer.alloc(10_000_000), size: 5 } }),
    );
    await expect(readText(lying, { inZip })).rejects.toThrow(/too many bytes/);
  });
});
