import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive, written whatever a reader thinks of it. */
export interface ArchiveEntry {
  readonly name: string;
  readonly data: Buffer;
  readonly deflate?: boolean;
  /** The unpacked size that the directory claims; by default the true one. */
  readonly claims?: number;
  /** External attributes: mode and kind of the file in the upper half. */
  readonly attributes?: number;
}

const UNIX = 0x031e;

/** A ZIP archive byte by byte, for what no tool writes. */
export function archive(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, deflate = false, claims = data.length, attributes = 0 } of entries) {
    const title = Buffer.from(name);
    const packed = deflate ? deflateRawSync(data) : data;
    // The fields shared by local header and directory: method, time, checksum, sizes, length of the name.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(deflate ? 8 : 0, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, packed]);
    const head = Buffer.alloc(6);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(UNIX, 4);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(attributes >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([head, common, tail, title]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
