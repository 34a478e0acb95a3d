import { Bits } from './bits.ts';
import { type Container, type Findings, viewOf } from './findings.ts';
import { sum16 } from './sums.ts';

/** An object as far as all are alike, and what it refers to. */
export interface Found {
  readonly handle: number;
  readonly type: number;
  readonly isEntity: boolean;
  /** The handle of its owner; that of model space or paper space is stated by `space` alone. */
  readonly owner: number;
  readonly space: number;
  /** The entities before and after it in a chain, before 2004. */
  readonly neighbours: readonly [previous: number, next: number] | undefined;
  readonly extension: number;
  /** What else it refers to, in order. */
  readonly references: readonly number[];
}

const ENTITIES = new Set([...Array.from({ length: 41 }, (_, i) => i + 1), 43, 44, 45, 46, 47, 74, 77, 78]);

/** Verifies the object map and the objects at its places: sizes, sums, handles. */
export function objectsOf({ map, objects }: Container, release: number, findings: Findings): Map<number, Found> {
  const found = new Map<number, Found>();
  const ends: (readonly [start: number, end: number])[] = [];
  for (const [handle, offset] of placesIn(map, findings)) {
    findings.expect(!found.has(handle), `handle ${handle} is twice in the map`);
    const name = `object ${handle.toString(16)}`;
    if (!findings.expect(offset >= 0 && offset + 4 < objects.length, `${name} is not in its section`)) continue;
    let at = offset;
    let size = 0;
    for (let i = 0, more = true; more; i += 15, at += 2) {
      const word = objects[at]! | (objects[at + 1]! << 8);
      size += (word & 0x7fff) * 2 ** i;
      more = word > 0x7fff;
    }
    let references = 0;
    if (release >= 2010)
      for (let i = 0, more = true; more; i += 7, at++) {
        references += (objects[at]! & 127) * 2 ** i;
        more = objects[at]! > 127;
      }
    const end = at + size;
    if (!findings.expect(end + 2 <= objects.length, `${name} is cut`)) continue;
    const stated = objects[end]! | (objects[end + 1]! << 8);
    findings.same(sum16(objects.subarray(offset, end)), stated, `sum of ${name}`);
    ends.push([offset, end + 2]);
    const object = objectAt(objects.subarray(at, end), release, 8 * size - references, name, findings);
    findings.same(object.handle, handle, `handle of ${name}`);
    found.set(handle, object);
  }
  ends.sort(([a], [b]) => a - b);
  for (const [i, [, end]] of ends.entries())
    findings.expect(end <= (ends[i + 1]?.[0] ?? end), `objects overlap at ${end}`);
  return found;
}

/** Section 23: handles and offsets of the map, block by block. */
function* placesIn(map: Uint8Array, findings: Findings): Generator<readonly [handle: number, offset: number]> {
  const view = viewOf(map);
  for (let start = 0; ; ) {
    if (!findings.expect(start + 4 <= map.length, 'the object map has no end')) return;
    const size = view.getUint16(start);
    findings.expect(size <= 2035, `a block of the object map has ${size} bytes`);
    const end = start + size;
    if (!findings.expect(size >= 2 && end + 2 <= map.length, 'a block of the object map is cut')) return;
    findings.same(sum16(map.subarray(start, end)), view.getUint16(end), `sum of the block at ${start} of the map`);
    let [handle, offset, at] = [0, 0, start + 2];
    while (at < end) {
      let step = 0;
      for (let i = 1, more = true; more; i *= 128) {
        step += (map[at]! & 127) * i;
        more = map[at++]! > 127;
      }
      let move = 0;
      for (let i = 1, more = true; more; i *= 128) {
        const byte = map[at++]!;
        more = byte > 127;
        move += (byte & (more ? 127 : 63)) * i;
        if (!more && (byte & 64) !== 0) move = -move;
      }
      findings.expect(step > 0, `handles of the map do not grow at ${at}`);
      handle += step;
      offset += move;
      yield [handle, offset];
    }
    if (size === 2) {
      findings.same(end + 2, map.length, 'end of the object map');
      return;
    }
    start = end + 2;
  }
}

/** 20.1: what all objects begin with, and the references at their end. */
function objectAt(bytes: Uint8Array, release: number, until: number, name: string, findings: Findings): Found {
  const bits = new Bits(bytes);
  let type: number;
  let start = until;
  if (release < 2010) {
    type = bits.short(2);
    start = bits.bytes(4);
  } else {
    const code = bits.take(2);
    type = code === 0 ? bits.take(8) : code === 1 ? bits.take(8) + 0x1f0 : bits.bytes(2);
  }
  const { handle } = bits.handle();
  for (let size = bits.short(2); size > 0; size = bits.short(2)) {
    bits.handle();
    bits.bit += 8 * size;
  }
  const isEntity = ENTITIES.has(type);
  let space = 0;
  if (isEntity) {
    if (bits.take(1) === 1) bits.bit += 8 * (release >= 2010 ? longLong(bits) : bits.bytes(4));
    space = bits.take(2);
  }
  const reactors = bits.short(4);
  const hasExtension = release < 2004 || bits.take(1) === 0;
  if (release >= 2013) bits.take(1);
  const hasNeighbours = isEntity && release < 2004;
  const isNext = hasNeighbours && bits.take(1) === 1;
  findings.expect(bits.bit <= start && start <= 8 * bytes.length, `${name} has its references outside`);
  const all: number[] = [];
  for (const at = new Bits(bytes, start); 8 * bytes.length - at.bit >= 8; ) {
    const { code, handle: other } = at.handle();
    findings.expect(at.bit <= 8 * bytes.length, `a reference of ${name} is cut`);
    const step = { 6: 1, 8: -1, 10: other, 12: -other }[code];
    findings.expect(step !== undefined || (code >= 2 && code <= 5), `${name} has a reference of kind ${code}`);
    all.push(step === undefined ? other : handle + step);
  }
  const hasOwner = !isEntity || space === 0;
  const owner = hasOwner ? (all.shift() ?? 0) : 0;
  all.splice(0, reactors);
  const extension = hasExtension ? (all.shift() ?? 0) : 0;
  const neighbours = isNext ? ([handle - 1, handle + 1] as const) : hasNeighbours ? pairOf(all) : undefined;
  return { handle, type, isEntity, owner, space, neighbours, extension, references: all };
}

function pairOf(references: number[]): readonly [number, number] {
  const [previous = 0, next = 0] = references.splice(0, 2);
  return [previous, next];
}

/** BLL: its number of bytes in three bits. */
function longLong(bits: Bits): number {
  return bits.bytes(bits.take(3));
}
