import { type ByteSource, readBytes } from '../../../core/byte-source.ts';
import { FormatError } from '../../../core/failure.ts';

/** Microsoft's compound file: a small file system in a file. Source: [MS-CFB], version 3 and 4. */

export const CFB_SIGNATURE = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const END_OF_CHAIN = 0xfffffffe;
const NO_STREAM = 0xffffffff;
const HEADER_SIZE = 512;
const ENTRY_SIZE = 128;
/** Most sectors of a file; 2^22 sectors of 512 bytes are 2 GiB. */
const MOST_SECTORS = 2 ** 22;
const MOST_ENTRIES = 100_000;
const DEEPEST = 64;
/** Bytes of a name with its zero at the end. */
const LONGEST_NAME = 64;
/** Kinds of entries of the directory. */
const [UNUSED, FOLDER, STREAM, ROOT] = [0, 1, 2, 5];

/** A stream of the file, found by its path. */
export interface CompoundStream {
  /** Names from the root down, joined by `/`. */
  readonly path: string;
  readonly size: number;
  readonly first: number;
}

const damaged = (found: string, offset?: number): FormatError => new FormatError('cfb-damaged', { found }, offset);

/** The streams of a compound file, or of a folder in it. */
export type StreamFolder = Pick<CompoundFile, 'streams' | 'find' | 'read'>;

/** Opens a compound file and reads its streams; every chain of sectors is bounded. */
export class CompoundFile {
  readonly streams: readonly CompoundStream[];
  /** What of its directory is damaged, so that streams may be missing; undefined if nothing is. */
  readonly damage: string | undefined;
  readonly #source: ByteSource;
  readonly #sectorSize: number;
  readonly #miniCutoff: number;
  readonly #fat: Uint32Array;
  readonly #miniFat: Uint32Array;
  readonly #mini: Uint8Array;

  /** @throws FormatError `cfb-damaged` */
  constructor(source: ByteSource) {
    const header = readBytes(source, 0, HEADER_SIZE);
    const view = new DataView(header.buffer);
    if (CFB_SIGNATURE.some((byte, i) => header[i] !== byte)) throw damaged('it does not begin with the signature', 0);
    const shift = view.getUint16(30, true);
    if (shift !== 9 && shift !== 12) throw damaged(`its sector size is 2^${shift}`, 30);
    this.#source = source;
    this.#sectorSize = 1 << shift;
    this.#miniCutoff = view.getUint32(56, true);
    this.#fat = this.#readFat(view);
    const entries = this.#chain(view.getUint32(48, true), MOST_ENTRIES * ENTRY_SIZE, 'directory');
    const { streams, root, damage } = readDirectory(entries);
    this.streams = streams;
    this.damage = damage;
    this.#mini = this.#chain(root.first, root.size, 'mini stream').subarray(0, root.size);
    const miniFat = this.#chain(view.getUint32(60, true), view.getUint32(64, true) * this.#sectorSize, 'mini table');
    this.#miniFat = words(miniFat);
  }

  /** The stream at a path. */
  find(path: string): CompoundStream | undefined {
    return this.streams.find((stream) => stream.path === path);
  }

  /** A folder as if it were a file of its own. @param folder its path */
  within(folder: string): StreamFolder {
    const inside = `${folder}/`;
    const streams = this.streams
      .filter(({ path }) => path.startsWith(inside))
      .map((stream) => ({ ...stream, path: stream.path.slice(folder.length) }));
    return {
      streams,
      find: (path) => streams.find((stream) => stream.path === path),
      read: (stream) => this.read(stream),
    };
  }

  /** The bytes of a stream. @throws FormatError `cfb-damaged` when its chain is broken */
  read(stream: CompoundStream): Uint8Array {
    if (stream.size > this.#source.size) throw damaged(`the stream ${stream.path} says it has ${stream.size} bytes`);
    if (stream.size >= this.#miniCutoff) {
      const joined = this.#chain(stream.first, stream.size, stream.path);
      if (joined.length < stream.size)
        throw damaged(`the stream ${stream.path} ends after ${joined.length} of ${stream.size} bytes`);
      return joined.subarray(0, stream.size);
    }
    const bytes = new Uint8Array(stream.size);
    let sector = stream.first;
    for (let at = 0; at < stream.size; at += 64) {
      if ((sector + 1) * 64 > this.#mini.length + 63 || sector >= this.#miniFat.length)
        throw damaged(`the stream ${stream.path} leaves the mini stream`);
      bytes.set(this.#mini.subarray(sector * 64, sector * 64 + Math.min(64, stream.size - at)), at);
      sector = this.#miniFat[sector]!;
    }
    return bytes;
  }

  #sector(index: number): Uint8Array {
    const at = (index + 1) * this.#sectorSize;
    const size = Math.min(this.#sectorSize, this.#source.size - at);
    if (index >= MOST_SECTORS || size <= 0) throw damaged(`sector ${index} lies outside the file`);
    const bytes = new Uint8Array(this.#sectorSize);
    // The last sector of a file may be truncated; the rest counts as zeros.
    bytes.set(readBytes(this.#source, at, size));
    return bytes;
  }

  /** Joins a chain of sectors up to `most` bytes. */
  #chain(first: number, most: number, what: string): Uint8Array {
    const parts: Uint8Array[] = [];
    const limit = Math.min(Math.ceil(most / this.#sectorSize), this.#fat.length);
    for (let sector = first; sector !== END_OF_CHAIN && sector !== NO_STREAM && parts.length < limit; ) {
      if (sector >= this.#fat.length) throw damaged(`the chain of the ${what} leads to sector ${sector}`);
      parts.push(this.#sector(sector));
      sector = this.#fat[sector]!;
    }
    const joined = new Uint8Array(parts.length * this.#sectorSize);
    for (const [i, part] of parts.entries()) joined.set(part, i * this.#sectorSize);
    return joined;
  }

  #readFat(header: DataView): Uint32Array {
    const count = header.getUint32(44, true);
    const perSector = this.#sectorSize / 4;
    if (count * perSector > MOST_SECTORS || count * this.#sectorSize > this.#source.size)
      throw damaged(`it says it has ${count} table sectors`, 44);
    const places: number[] = [];
    for (let i = 0; i < Math.min(count, 109); i++) places.push(header.getUint32(76 + 4 * i, true));
    let next = header.getUint32(68, true);
    while (places.length < count && next < MOST_SECTORS) {
      const sector = words(this.#sector(next));
      for (let i = 0; i < perSector - 1 && places.length < count; i++) places.push(sector[i]!);
      next = sector[perSector - 1]!;
    }
    const fat = new Uint32Array(places.length * perSector);
    for (const [i, place] of places.entries()) fat.set(words(this.#sector(place)), i * perSector);
    return fat;
  }
}

function words(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, i) => view.getUint32(4 * i, true));
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly first: number;
  readonly size: number;
}

interface Directory {
  readonly streams: CompoundStream[];
  readonly root: Entry;
  readonly damage: string | undefined;
}

function readDirectory(bytes: Uint8Array): Directory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder('utf-16le');
  const entries: Entry[] = [];
  let wrong = 0;
  for (let at = 0; at + ENTRY_SIZE <= bytes.length; at += ENTRY_SIZE) {
    const stated = view.getUint16(at + 64, true);
    const length = Math.max(0, Math.min(LONGEST_NAME, stated) - 2);
    const type = bytes[at + 66]!;
    if (type !== UNUSED && (type > ROOT || stated < 2 || stated > LONGEST_NAME || stated % 2 !== 0)) wrong++;
    entries.push({
      name: decoder.decode(bytes.subarray(at, at + length)),
      type,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      first: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  const [root] = entries;
  if (root?.type !== ROOT) throw damaged('its directory has no root');
  const streams: CompoundStream[] = [];
  const seen = new Set<number>();
  const pending: [number, string, number][] = [[root.child, '', 0]];
  while (pending.length > 0) {
    const [index, folder, depth] = pending.pop()!;
    const entry = entries[index];
    if (index === NO_STREAM) continue;
    if (entry === undefined || entry.type === UNUSED || seen.has(index)) {
      wrong++;
      continue;
    }
    seen.add(index);
    const path = `${folder}/${entry.name}`;
    if (entry.type === STREAM) streams.push({ path, size: entry.size, first: entry.first });
    if (entry.type === FOLDER && depth < DEEPEST) pending.push([entry.child, path, depth + 1]);
    pending.push([entry.left, folder, depth], [entry.right, folder, depth]);
  }
  const lost = entries.reduce((sum, { type }, i) => sum + (type !== UNUSED && i > 0 && !seen.has(i) ? 1 : 0), 0);
  const damage =
    wrong > 0
      ? `damaged entries of its directory: ${wrong}`
      : lost > 0
        ? `entries of its directory that are in no folder: ${lost}`
        : undefined;
  return { streams, root, damage };
}
