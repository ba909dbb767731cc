import { crc32, deflateRawSync } from 'node:zlib';

/** What of a file in a zip may be stated otherwise than it is. */
interface Stated {
  readonly content: string | Buffer;
  readonly crc?: number;
  readonly size?: number;
}

/** A zip of deflated files by name (PKWARE APPNOTE.TXT 4.3), as any tool makes it. */
export function makeZip(files: Readonly<Record<string, string | Buffer | Stated>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(files)) {
    const stated: Stated = typeof given === 'string' || Buffer.isBuffer(given) ? { content: given } : given;
    const content = Buffer.from(stated.content);
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0); // version needed: deflate
    fields.writeUInt16LE(8, 4); // deflated
    fields.writeUInt16LE(0x21, 8); // 1980-01-01
    fields.writeUInt32LE(stated.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(stated.size ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed];
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name));
    locals.push(...local);
    offset += Buffer.concat(local).length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
