import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a hand-made archive; `claim` replaces the true values in its headers. */
export interface RawEntry {
  readonly name: string;
  readonly data?: Uint8Array;
  readonly deflate?: boolean;
  /** Unix mode with file type, 0 for none. */
  readonly mode?: number;
  readonly flags?: number;
  /** Compression method that the headers state, whatever the data is. */
  readonly method?: number;
  /** Name as bytes, without the UTF-8 flag, as old programs write names. */
  readonly rawName?: Uint8Array;
  /** Extra field of both headers. */
  readonly extra?: Uint8Array;
  readonly claim?: { readonly size?: number; readonly packed?: number; readonly offset?: number };
}

/** Builds an archive from entries, including false claims. Source: PKWARE APPNOTE 4.3.7, 4.3.12, 4.3.16. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, data = new Uint8Array(0), deflate = false, mode = 0, flags = 0, claim = {} } = entry;
    const { method = deflate ? 8 : 0, rawName } = entry;
    const extra = Buffer.from(entry.extra ?? []);
    const packed = deflate ? deflateRawSync(data) : Buffer.from(data);
    const title = Buffer.from(rawName ?? Buffer.from(name, 'utf8'));
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags | (rawName === undefined ? 0x800 : 0), 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(claim.packed ?? packed.length, 14);
    shared.writeUInt32LE(claim.size ?? data.length, 18);
    shared.writeUInt16LE(title.length, 22);
    shared.writeUInt16LE(extra.length, 24);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), shared, title, extra, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(claim.offset ?? offset, 10);
    const made = Buffer.from([20, 3]);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), made, shared, tail, title, extra);
    offset += 30 + title.length + extra.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}
