import { library } from '../library.ts';
import { type Container, type Findings, viewOf, wideAt } from './findings.ts';
import { isBlockWhole, mirrored64, normal64, seed1, seed2, sumOf2007 } from './sums.ts';

/** 5.13: polynomials and check bytes of the blocks of the header and maps, and of pages. */
const SYSTEM = { polynomial: 0x169, checks: 16 };
const DATA = { polynomial: 0x11d, checks: 4 };
const FIRST = 0x480;

/** Verifies header, maps and pages of 2007 (Open Design Specification, section 5). */
export function container2007(bytes: Uint8Array, findings: Findings): Container {
  const header = headerOf(bytes, findings);
  const [maps, lengths] = [
    { first: header(7), second: header(5), packed: header(10), size: header(11), repeats: header(3) },
    { packed: header(22), size: header(25), repeats: header(27) },
  ];
  const pageMap = mapAt(bytes, { ...maps, at: maps.first, sums: [header.big(16), header.big(2)] }, findings);
  const copy = mapAt(bytes, { ...maps, at: maps.second, sums: [header.big(16), header.big(2)] }, findings);
  findings.expect(Buffer.compare(pageMap, copy) === 0, 'the second page map differs');
  const pages = new Map<number, { at: number; size: number }>();
  const view = viewOf(pageMap);
  let place = 0;
  for (let at = 0; at < view.byteLength; at += 16) {
    const [size, number] = [Number(view.getBigInt64(at, true)), Number(view.getBigInt64(at + 8, true))];
    findings.expect(!pages.has(Math.abs(number)), `two pages have the number ${number}`);
    findings.same(size % 0x20, 0, `size of page ${number}`);
    pages.set(Math.abs(number), { at: place, size });
    place += size;
  }
  findings.same(header(12), pages.size, 'number of pages');
  findings.same(header(13), Math.max(...pages.keys()), 'number of the last page');
  findings.same(header(9), place, 'place of the second header');
  findings.same(pages.get(header(8))?.at, maps.first, 'place of the page map');
  findings.same(pages.get(header(6))?.at, maps.second, 'place of the second page map');
  const sums = [header.big(21), header.big(26)] as const;
  const [first, second] = [24, 23].map((field) =>
    mapAt(bytes, { ...lengths, at: pages.get(header(field))?.at ?? -1, sums }, findings),
  );
  findings.expect(Buffer.compare(first!, second!) === 0, 'the second section map differs');

  const map = viewOf(first!);
  const sections = new Map<string, Uint8Array>();
  let count = 0;
  for (let at = 0; at < map.byteLength; count++) {
    const [size, length, encoding, ends] = [0, 32, 48, 56].map((field) => wideAt(map, at + field));
    const name = Buffer.from(map.buffer, map.byteOffset + at + 64, length)
      .toString('utf16le')
      .replace(/\0$/, '');
    at += 64 + length!;
    const content = new Uint8Array(size!);
    let filled = 0;
    for (let i = 0; i < ends!; i++, at += 56) {
      const [start, room, number, unpacked, packed, sum] = [0, 8, 16, 24, 32, 40].map((field) =>
        wideAt(map, at + field),
      ) as [number, number, number, number, number, number];
      findings.same(start, filled, `start of a page of ${name}`);
      findings.expect(unpacked <= room, `a page of ${name} is larger than its room`);
      filled += unpacked;
      const page = pages.get(number);
      if (!findings.expect(page !== undefined, `a page of ${name} is not in the page map`)) continue;
      const raw = bytes.subarray(FIRST + page!.at, FIRST + page!.at + page!.size);
      const whole = 8 * Math.ceil(packed / 8);
      const data =
        encoding === 4 ? interleaved(raw, whole, DATA, `a page of ${name}`, findings) : raw.subarray(0, packed);
      const packedSum = map.getBigUint64(at + 48, true);
      findings.require(mirrored64(data.slice(0, packed)) === packedSum, `sum of a page of ${name}`);
      const target = content.subarray(start, start + unpacked);
      if (packed === unpacked) target.set(data.subarray(0, packed));
      else library.DwgLZ77AC21Decompressor.decompress(data, 0, packed, target);
      findings.same(sumOf2007(target), sum, `sum of an unpacked page of ${name}`);
      if (packed !== unpacked) findings.expect(encoding === 4, `${name} is packed`);
    }
    findings.same(filled, size, `size of ${name}`);
    sections.set(name, content);
  }
  findings.same(header(20), count, 'number of sections');
  const section = (name: string): Uint8Array => {
    findings.expect(sections.has(name), `there is no ${name}`);
    return sections.get(name) ?? new Uint8Array(0);
  };
  // Those that nothing is read of, and the end of the map.
  const others = ['SummaryInfo', 'Preview', 'AppInfoHistory', 'Template', 'AuxHeader'];
  for (const name of [...others.map((other) => `AcDb:${other}`), '']) section(name);
  return {
    header: section('AcDb:Header'),
    classes: section('AcDb:Classes'),
    map: section('AcDb:Handles'),
    objects: section('AcDb:AcDbObjects'),
  };
}

/** Reads a field of the header by its index. */
interface Fields {
  (index: number): number;
  readonly big: (index: number) => bigint;
}

/** 5.2: the header's page with its sums. */
function headerOf(bytes: Uint8Array, findings: Findings): Fields {
  const page = bytes.subarray(0x80, FIRST);
  const data = interleaved(page, 3 * 239, SYSTEM, 'the header', findings);
  const view = viewOf(data);
  const packed = view.getInt32(24, true);
  const content = data.slice(32, 32 + Math.abs(packed));
  const packedSum = view.getBigUint64(16, true);
  findings.require(packedSum === normal64(content, seed2(content.length)), 'sum of the packed header');
  const fields = new Uint8Array(0x110);
  if (packed < 0) fields.set(content);
  else library.DwgLZ77AC21Decompressor.decompress(content, 0, packed, fields);
  const field = viewOf(fields);
  const open = Uint8Array.from(fields).fill(0, 0x108);
  findings.same(field.getBigUint64(0x108, true), normal64(open, seed2(0x110)), 'sum of the header');
  const key = view.getBigUint64(8, true);
  findings.same(view.getBigUint64(0, true), normal64(wordsOf([key, turn(key, key)]), seed1(16)), 'sum of the key');
  const [normal, mirrored, a, b] = [0, 1, 2, 3].map((i) => viewOf(page).getBigUint64(0x3d8 + 8 * i, true)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const one: bigint[] = [turn(a, b)];
  one.push(turn(one[0]!, one[0]!));
  one.push(turn(b, one[1]!));
  one.push(turn(one[2]!, one[2]!));
  one.push(turn(a, one[3]!));
  for (let i = 4; i < 7; i++) one.push(turn(one[i]!, one[i]!));
  findings.same(normal, normal64(wordsOf(one), ~b & ONES), 'first sum at the end of the header');
  const two: bigint[] = [turn(a, b)];
  for (const value of [normal, b, normal, a, normal, b]) two.push(turn(value, two.at(-1)!));
  two.push(turn(two[6]!, two[6]!));
  findings.same(mirrored, mirrored64(wordsOf(two), ~a & ONES), 'second sum at the end of the header');
  const read = (index: number): number => wideAt(field, 8 * index);
  findings.same(read(1), bytes.length, 'size of the file');
  const copy = bytes.subarray(FIRST + read(9), FIRST + read(9) + 0x400);
  findings.expect(Buffer.compare(copy, page) === 0, 'the second header differs');
  return Object.assign(read, { big: (index: number): bigint => field.getBigUint64(8 * index, true) });
}

const ONES = 2n ** 64n - 1n;

/** 5.2.1.1.5. */
function turn(value: bigint, control: bigint): bigint {
  const shift = control % 32n;
  return ((value << shift) & ONES) | (value >> (64n - shift));
}

function wordsOf(values: readonly bigint[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(values).buffer);
}

/** 5.3: a map, repeated in its page. */
function mapAt(
  bytes: Uint8Array,
  map: {
    readonly at: number;
    readonly packed: number;
    readonly size: number;
    readonly repeats: number;
    readonly sums: readonly [plain: bigint, packed: bigint];
  },
  findings: Findings,
): Uint8Array {
  const { at, packed, size, repeats, sums } = map;
  const whole = 8 * Math.ceil(packed / 8);
  if (!findings.expect(at >= 0 && repeats > 0, 'a map is not in the page map')) return new Uint8Array(0);
  const data = interleaved(bytes.subarray(FIRST + at), repeats * whole, SYSTEM, `the map at ${at}`, findings);
  for (let i = 1; i < repeats; i++)
    findings.expect(
      Buffer.compare(data.subarray(0, packed), data.subarray(i * whole, i * whole + packed)) === 0,
      `the map at ${at} differs from its repetition ${i}`,
    );
  findings.require(mirrored64(data.slice(0, packed)) === sums[1], `sum of the packed map at ${at}`);
  const content = new Uint8Array(size);
  if (packed === size) content.set(data.subarray(0, size));
  else library.DwgLZ77AC21Decompressor.decompress(data, 0, packed, content);
  findings.same(mirrored64(content), sums[0], `sum of the map at ${at}`);
  return content;
}

/** 5.13.2: the data of interleaved blocks, each of which must be whole. */
function interleaved(
  raw: Uint8Array,
  size: number,
  { polynomial, checks }: { readonly polynomial: number; readonly checks: number },
  what: string,
  findings: Findings,
): Uint8Array {
  const perBlock = 255 - checks;
  const count = Math.ceil(size / perBlock);
  findings.expect(255 * count <= raw.length, `${what} has no room for ${count} blocks`);
  const data = new Uint8Array(count * perBlock);
  for (let number = 0; number < count; number++) {
    const block = new Uint8Array(255);
    for (let i = 0; i < 255; i++) block[i] = raw[number + i * count] ?? 0;
    findings.expect(isBlockWhole(block, polynomial, checks), `block ${number} of ${what} is not whole`);
    data.set(block.subarray(0, perBlock), number * perBlock);
  }
  return data;
}
