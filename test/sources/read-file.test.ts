import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../src/sources/format.ts';
import { openStream, readText } from '../../src/sources/read-file.ts';
import { tempFile } from './congress/reading.ts';

const bytesOf = async (file: string): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of openStream(file)) chunks.push(chunk as Buffer); // openStream is a stream of bytes
  return Buffer.concat(chunks).toString('utf8');
};

describe('readText and openStream', () => {
  it('give back any text, gzipped or not, with or without byte order mark', async () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => !/^(?:\ufeff|\s*<)/.test(value));
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), fc.boolean(), async (value, isMarked, isPacked) => {
        const bytes = Buffer.from((isMarked ? '\ufeff' : '') + value);
        const file = await tempFile('any.json', isPacked ? gzipSync(bytes) : bytes);
        expect(await readText(file)).toBe(value);
        expect(await bytesOf(file)).toBe(value);
      }),
      { numRuns: 50 },
    );
  });

  it('joins characters that chunks cut in two', async () => {
    const text = `${'é€😀'.repeat(40_000)}\n${'ü'.repeat(40_000)}`;
    expect(await readText(await tempFile('long.txt', text))).toBe(text);
  });

  it('unpacks by content, not by name', async () => {
    expect(await readText(await tempFile('plain.gz', 'plain'))).toBe('plain');
    expect(await readText(await tempFile('packed.txt', gzipSync('packed')))).toBe('packed');
    expect(await readText(await tempFile('empty.gz', ''))).toBe('');
  });

  it('takes a line that is not UTF-8 as Latin-1 and leaves the others alone', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Muñoz\n'),
      Buffer.from('Mu\xf1oz\n', 'latin1'),
      Buffer.from('é'),
    ]);
    expect(await readText(await tempFile('mixed.txt', bytes))).toBe('Muñoz\nMuñoz\né');
  });

  it('reads Latin-1 where the caller or the XML declaration says so', async () => {
    // In Latin-1 these bytes are Ã©; as UTF-8 they would be é.
    const bytes = Buffer.from([0xc3, 0xa9]);
    expect(await readText(await tempFile('a.txt', bytes), { encoding: 'latin1' })).toBe('Ã©');
    const declaration = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    const file = await tempFile('a.xml', Buffer.concat([Buffer.from(declaration), bytes]));
    expect(await readText(file)).toBe(`${declaration}Ã©`);
  });

  it.each([
    [
      'doctype',
      '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title>',
      / \(its title: 502 Bad Gateway\)$/,
    ],
    ['element', '\ufeff\n <html lang="en"><body>', /is an HTML page, not data$/],
    ['xhtml', '<?xml version="1.0"?><!-- error --><!doctype html>', /is an HTML page/],
  ])('refuses an HTML page (%s) and names the file', async (_, page, message) => {
    for (const content of [page, gzipSync(page)]) {
      const file = await tempFile('page.json', content);
      await expect(readText(file)).rejects.toThrow(SourceError);
      await expect(readText(file)).rejects.toThrow(message);
      await expect(bytesOf(file)).rejects.toThrow(file);
    }
  });

  it('refuses damaged gzip, UTF-16 and what is no file', async () => {
    const packed = gzipSync('some text that is long enough to be cut in the middle');
    const cut = await tempFile('cut.json.gz', packed.subarray(0, -12));
    await expect(readText(cut)).rejects.toThrow(`${cut}: the gzip ends too early; the file is truncated`);
    await expect(bytesOf(cut)).rejects.toThrow(SourceError);
    const damaged = await tempFile('bad.gz', Buffer.concat([packed.subarray(0, 10), Buffer.alloc(30, 0xff)]));
    await expect(readText(damaged)).rejects.toThrow(/the gzip is damaged/);
    const wide = await tempFile('wide.txt', Buffer.from('\ufeffwide', 'utf16le'));
    await expect(readText(wide)).rejects.toThrow(/is UTF-16/);
    await expect(readText('/nowhere/at/all.json')).rejects.toThrow(/no such file/);
    await expect(readText('/')).rejects.toThrow(/is a directory/);
  });
});
