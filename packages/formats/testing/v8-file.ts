import { deflateSync, inflateSync } from 'node:zlib';
import { MemorySource } from '../src/core/byte-source.ts';
import { CompoundFile } from '../src/formats/dgn/v8/compound-file.ts';
import { compoundOf } from './compound-file.ts';

/** Pages of a V8 design file: of its first model, and of what all models share. */
export const MODEL_PAGE = '/Dgn-Md/#000000/Dgn^G/$1';
export const SHARED_PAGE = '/Dgn^Nm/$1';
export const ATTACHED_PAGE = '/Dgn^NmA/$1';
/** What applications store with the elements of the first model, and with its settings. */
export const STORED_PAGE = '/Dgn-Md/#000000/Dgn^GA/$1';
export const STORED_SETTINGS_PAGE = '/Dgn-Md/#000000/Dgn^CA/$1';
const PAGE_HEADER = 16;

/** A change of one unpacked page. */
export type PageChange = (page: Buffer) => Uint8Array;

/** A copy of a V8 file in which pages are changed; everything is packed again as before, and what is not stays. */
export function withPages(file: Uint8Array, changes: Readonly<Record<string, PageChange>>): Uint8Array {
  const compound = new CompoundFile(new MemorySource(file));
  const streams = new Map<string, Uint8Array>();
  for (const stream of compound.streams) {
    const bytes = compound.read(stream);
    const change = changes[stream.path.replaceAll('\u001e', '^')];
    const page = change === undefined ? undefined : unpacked(bytes.subarray(PAGE_HEADER));
    if (change === undefined || page === undefined) streams.set(stream.path, bytes);
    else streams.set(stream.path, Buffer.concat([bytes.subarray(0, PAGE_HEADER), deflateSync(change(page))]));
  }
  return compoundOf(streams);
}

/** The content of a page; undefined for one that is not packed. */
function unpacked(page: Uint8Array): Buffer | undefined {
  try {
    return inflateSync(page);
  } catch {
    return undefined;
  }
}

/** A copy of a V8 file with other streams, by path, in place of its own or besides them. */
export function withStreams(file: Uint8Array, others: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const compound = new CompoundFile(new MemorySource(file));
  const streams = new Map(compound.streams.map((stream) => [stream.path, compound.read(stream)]));
  for (const [path, bytes] of Object.entries(others)) streams.set(path.replaceAll('^', '\u001e'), bytes);
  return compoundOf(streams);
}

/** A copy of a V8 file with another model: the header of the first, a name in the index, and one page. */
export function withModel(file: Uint8Array, number: number, name: string, page: Uint8Array): Uint8Array {
  const compound = new CompoundFile(new MemorySource(file));
  const streams = new Map(compound.streams.map((stream) => [stream.path, compound.read(stream)]));
  const storage = `/Dgn-Md/#${number.toString(16).padStart(6, '0')}`;
  for (const [path, bytes] of [...streams]) {
    const plain = path.replaceAll('\u001e', '^');
    if (plain === '/Dgn-Md/#000000/Dgn~Mh') streams.set(`${storage}/Dgn~Mh`, bytes);
    if (plain === MODEL_PAGE)
      streams.set(`${storage}/Dgn^G/$1`, Buffer.concat([bytes.subarray(0, PAGE_HEADER), deflateSync(page)]));
    if (plain === '/Dgn^Ix/Dgn~Mix') {
      const text = Buffer.from(name, 'utf16le');
      const entry = Buffer.alloc(32 + text.length);
      entry.writeUInt32LE(number, 4);
      entry.writeUInt16LE(entry.length, 0x10);
      entry.writeUInt16LE(text.length, 0x12);
      entry.set(text, 32);
      streams.set(path, deflateSync(Buffer.concat([inflateSync(bytes), entry])));
    }
  }
  return compoundOf(streams);
}

/** Parts of a graphic element; the rest of its header is that of the corpus sample's elements. */
export interface V8Parts {
  readonly type: number;
  readonly isComponent?: boolean;
  readonly is3d?: boolean;
  readonly isHole?: boolean;
  readonly isInvisible?: boolean;
  readonly level?: number;
  readonly colour?: number;
  readonly group?: number;
  /** The bytes after the common header. */
  readonly body: Uint8Array;
  /** Whether it lacks the part of the header that graphic elements share, like knots. */
  readonly isBare?: boolean;
  /** Name in a linkage. */
  readonly name?: string;
  /** Number of the element. */
  readonly id?: number;
  /** Further linkages. */
  readonly linkages?: Uint8Array;
}

/** An element with the prefix that pages put before it. */
export function v8Element({ type, level = 64, colour = 0, group = 0, body, ...parts }: V8Parts): Buffer {
  const header = Buffer.alloc(parts.isBare === true ? 0x20 : 0x68);
  const name = parts.name === undefined ? Buffer.alloc(0) : nameLinkage(parts.name);
  const linkage = Buffer.concat([name, parts.linkages ?? Buffer.alloc(0)]);
  const own = header.length + body.length;
  header.writeUInt32LE(type + (parts.isComponent === true ? 0x50000000 : 0x10000000), 0);
  header.writeUInt32LE((own + linkage.length) / 2, 4);
  header.writeUInt32LE(own / 2, 8);
  header.writeUInt32LE(level, 12);
  header.writeBigUInt64LE(BigInt(parts.id ?? 0), 0x10);
  if (parts.isBare === true) return Buffer.concat([Buffer.alloc(4), header, body, linkage]);
  header.writeUInt32LE(group, 0x20);
  const bits = [
    parts.is3d === true ? 0x800 : 0,
    parts.isHole === true ? 0x8000 : 0,
    parts.isInvisible === true ? 0x80 : 0,
  ];
  header.writeUInt32LE(bits[0]! + bits[1]! + bits[2]!, 0x28);
  header.writeUInt32LE(colour, 0x34);
  return Buffer.concat([Buffer.alloc(4), header, body, linkage]);
}

/** A linkage that makes an element depend on another. */
export function dependencyLinkage(application: number, id: number, kind = 2): Buffer {
  const linkage = Buffer.alloc(kind < 9 ? 24 : 32);
  linkage[0] = linkage.length / 2 - 1;
  linkage[1] = 0x10;
  linkage.writeUInt16LE(0x56d0, 2);
  linkage.writeUInt16LE(application, 4);
  linkage[9] = kind;
  linkage.writeUInt16LE(1, 10);
  linkage.writeBigUInt64LE(BigInt(id), kind < 9 ? 12 : 20);
  return linkage;
}

function nameLinkage(name: string): Buffer {
  const text = Buffer.concat([Buffer.of(0xff, 0xfd), Buffer.from(name, 'utf16le')]);
  const linkage = Buffer.alloc(Math.ceil((12 + text.length) / 8) * 8);
  linkage[0] = linkage.length / 2 - 1;
  linkage[1] = 0x10;
  linkage.writeUInt16LE(0x56d2, 2);
  linkage.writeUInt32LE(1, 4);
  linkage.writeUInt32LE(text.length, 8);
  linkage.set(text, 12);
  return linkage;
}

/** Doubles after words of 32 bits: the bodies of most elements. */
export function bodyOf(words: readonly number[], doubles: readonly number[]): Buffer {
  const body = Buffer.alloc(4 * words.length + 8 * doubles.length);
  for (const [i, word] of words.entries()) body.writeUInt32LE(word, 4 * i);
  for (const [i, value] of doubles.entries()) body.writeDoubleLE(value, 4 * words.length + 8 * i);
  return body;
}
