import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FormatError, LimitError } from '../../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../core/limits.ts';
import { fileOf } from '../testing/file-of.ts';
import { NO_FAULTS } from '../testing/no-faults.ts';
import { dwgRelease } from '../version.ts';
import { pack2004 } from '../writing/pack-2004.ts';
import { mostPacked } from '../writing/repeats.ts';
import { findDataPages } from './data-pages.ts';
import { type DrawingFile, openDrawing } from './drawing-file.ts';
import { readMaps2007, wide } from './maps-2007.ts';
import { readPageMap } from './page-map.ts';
import { type Faults, OVERLAPS } from './section.ts';
import { checkSections, readSectionMap } from './section-map.ts';
import { sections2004 } from './sections-2004.ts';
import { mappedSections } from './sections-2007.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const sample = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(CORPUS, 'dwg', name)));
const check = (bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): DrawingFile =>
  openDrawing(fileOf(bytes), dwgRelease(bytes) ?? '', limits, NO_FAULTS);
/** Bytes before the first section of a section map. */
const HEAD = 20;

function refuses(bytes: Uint8Array, what: RegExp): void {
  assert.throws(
    () => check(bytes),
    (error: unknown) => {
      assert.ok(error instanceof FormatError && error.code === 'dwg-damaged', String(error));
      assert.match(error.message, what);
      return true;
    },
  );
}

describe('every corpus drawing is complete, and damaged when its end is missing', () => {
  for (const release of ['AC1014', 'AC1015', 'AC1021', 'AC1027', 'AC1032'])
    test(JSON.stringify(release), () => {
      const bytes = sample(`sample_${release}.dwg`);
      check(bytes);
      for (const size of [7, 0x90, 0x200, 0x500]) refuses(bytes.subarray(0, size), /cut off or damaged/);
    });
});

describe('2004 and 2010 on: where a header or map is not whole, pages are found by their own headers', () => {
  for (const name of ['sample_AC1027.dwg', 'sample_AC1032.dwg'])
    for (const [what, change, found] of [
      // Two missing bytes shift everything after them.
      ['no page map', (bytes) => Uint8Array.from([...bytes.subarray(0, 5000), ...bytes.subarray(5002)]), 0],
      [
        'two bytes of objects',
        (bytes) => Uint8Array.from([...bytes.subarray(0, 5e5), ...bytes.subarray(500_002)]),
        100,
      ],
      ['its encrypted header', (bytes) => bytes.fill(0, 0x80, 0x81), 0],
      ['its section map', (bytes) => bytes.fill(0, bytes.length - 1500, bytes.length - 1300), 0],
    ] as const satisfies readonly (readonly [string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array, number])[])
      test(JSON.stringify([name, what]), () => {
        const whole = check(sample(name)).map.count;
        const lost: string[] = [];
        const bytes = change(sample(name));
        const file = openDrawing(fileOf(bytes), dwgRelease(bytes)!, DEFAULT_LIMITS, {
          ...NO_FAULTS,
          lost: (why) => lost.push(why),
        });
        assert.ok(whole - file.map.count <= found, `${file.map.count} of ${whole}`);
        assert.ok(lost.length > 0 && !file.isWhole && file.isMapRebuilt);
        assert.equal(file.classes.size, check(sample(name)).classes.size);
      });
});

test('2004 and 2010 on: a section map with endless counts and sizes', () => {
  const bytes = sample('sample_AC1032.dwg');
  const refusesMap = (change: (map: DataView) => void, what: RegExp): void => {
    const map = readSectionMap(fileOf(bytes), readPageMap(fileOf(bytes), NO_FAULTS), NO_FAULTS);
    change(map);
    assert.throws(() => checkSections(map, bytes.length, DEFAULT_LIMITS), { code: 'dwg-damaged', message: what });
  };
  const [pages, size, start] = [20 + 8, 20 + 12, 20 + 96 + 8];
  checkSections(
    readSectionMap(fileOf(bytes), readPageMap(fileOf(bytes), NO_FAULTS), NO_FAULTS),
    bytes.length,
    DEFAULT_LIMITS,
  );
  refusesMap((map) => map.setInt32(0, 0x7fffffff, true), /states that it has 2147483647 sections/);
  refusesMap((map) => map.setInt32(0, -1, true), /states that it has -1 sections/);
  refusesMap((map) => map.setInt32(pages, 0x7fffffff, true), /has 2147483647 pages of \d+ bytes/);
  // Pages without a size never fill the gap before the next one.
  for (const wrong of [0, -0x7400])
    refusesMap(
      (map) => {
        map.setInt32(pages, 1, true);
        map.setInt32(size, wrong, true);
      },
      new RegExp(`1 pages of ${wrong} bytes`),
    );
  refusesMap((map) => {
    map.setInt32(pages, 1, true);
    map.setUint32(start + 4, 0x7fffffff, true);
  }, /section ".*" has \d+ bytes/);
  assert.throws(() => check(bytes, { ...DEFAULT_LIMITS, unpackedBytes: 100_000 }), LimitError);
});

describe('pages that overlap take no more time than the file is large, and are lost', () => {
  const [AC1021, AC1032] = ['sample_AC1021.dwg', 'sample_AC1032.dwg'];
  const take = (unpack: (faults: Faults) => unknown): string[] => {
    const lost: string[] = [];
    const spent = process.cpuUsage();
    unpack({ ...NO_FAULTS, lost: (why) => lost.push(why) });
    assert.ok(process.cpuUsage(spent).user < 2e6);
    return lost.filter((why) => why === OVERLAPS);
  };
  test(AC1032, () => {
    const bytes = sample(AC1032);
    const map = readPageMap(fileOf(bytes), NO_FAULTS);
    const sections = readSectionMap(fileOf(bytes), map, NO_FAULTS);
    // All pages of all sections are the largest one.
    const [largest] = [...map.pages].sort(([, a], [, b]) => b.size - a.size)[0]!;
    for (let at = HEAD; at < sections.byteLength; ) {
      const pages = sections.getInt32(at + 8, true);
      at += 96;
      for (let page = 0; page < pages; page++, at += 16) sections.setInt32(at, largest, true);
    }
    const packed = new Uint8Array(mostPacked(sections.byteLength));
    const size = pack2004(new Uint8Array(sections.buffer), 0, sections.byteLength, packed, 0);
    const { start } = map.pages.get(map.sectionMap)!;
    bytes.set(packed.subarray(0, size), start + 20);
    new DataView(bytes.buffer).setUint32(start + 8, size, true);
    // The others cannot be searched by their own headers, either.
    for (const page of findDataPages(bytes)) if (page.at !== map.pages.get(largest)!.start) bytes[page.at + 4]! ^= 1;
    assert.ok(take((faults) => sections2004(fileOf(bytes), DEFAULT_LIMITS, faults)).length > 0);
  });
  test(AC1021, () => {
    const bytes = sample(AC1021);
    const maps = readMaps2007(bytes, DEFAULT_LIMITS, NO_FAULTS, () => {});
    const [largest] = [...maps.pages].sort(([, a], [, b]) => b.size - a.size)[0]!;
    for (let at = 0; at < maps.sections.byteLength; ) {
      const pages = wide(maps.sections, at + 56);
      at += 64 + wide(maps.sections, at + 32);
      for (let page = 0; page < pages; page++, at += 56) maps.sections.setUint32(at + 16, largest, true);
    }
    assert.ok(take((faults) => mappedSections(bytes, maps, faults, () => {})).length > 0);
  });
});

test('2007: header, page map and section map are checked before they are walked', () => {
  const name = 'sample_AC1021.dwg';
  const bytes = sample(name);
  refuses(Uint8Array.from([...bytes.subarray(0, 5000), ...bytes.subarray(5002)]), /no objects/);
  // A wrong byte in the header or the maps after it is repaired; where too many are wrong, the file is read or refused.
  let refused = 0;
  for (let at = 0x80; at < 0x480; at += 41) {
    const repaired = sample(name);
    repaired[at]! ^= 0x41;
    check(repaired);
    const damaged = sample(name);
    for (let i = at; i < at + 60; i++) damaged[i]! ^= 0x41;
    try {
      check(damaged);
    } catch (error) {
      assert.ok(error instanceof FormatError && error.code === 'dwg-damaged', String(error));
      refused++;
    }
  }
  assert.ok(refused > 5, `${refused} were refused`);
});
