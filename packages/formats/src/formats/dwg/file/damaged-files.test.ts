import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FormatError, LimitError } from '../../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../core/limits.ts';
import { NO_FAULTS } from '../testing/no-faults.ts';
import { dwgRelease } from '../version.ts';
import { type DrawingFile, openDrawing } from './drawing-file.ts';
import { readPageMap } from './page-map.ts';
import { checkSections, readSectionMap } from './section-map.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const sample = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(CORPUS, 'dwg', name)));
const check = (bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): DrawingFile =>
  openDrawing(bytes, dwgRelease(bytes) ?? '', limits, NO_FAULTS);

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

describe('2004 and 2010 on: a header, page map or section map that is not where it should be', () => {
  for (const name of ['sample_AC1027.dwg', 'sample_AC1032.dwg'])
    test(JSON.stringify(name), () => {
      const bytes = sample(name);
      // Two missing bytes shift everything after them.
      refuses(Uint8Array.from([...bytes.subarray(0, 5000), ...bytes.subarray(5002)]), /page map/);
      refuses(bytes.subarray(0, 0x90), /ends inside its header/);
      bytes[0x80]! ^= 1;
      refuses(bytes, /encrypted header/);
    });
});

test('2004 and 2010 on: a section map with endless counts and sizes', () => {
  const bytes = sample('sample_AC1032.dwg');
  const refusesMap = (change: (map: DataView) => void, what: RegExp): void => {
    const map = readSectionMap(bytes, readPageMap(bytes, NO_FAULTS), NO_FAULTS);
    change(map);
    assert.throws(() => checkSections(map, bytes.length, DEFAULT_LIMITS), { code: 'dwg-damaged', message: what });
  };
  const [pages, size, start] = [20 + 8, 20 + 12, 20 + 96 + 8];
  checkSections(readSectionMap(bytes, readPageMap(bytes, NO_FAULTS), NO_FAULTS), bytes.length, DEFAULT_LIMITS);
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

test('2007: header, page map and section map are checked before they are walked', () => {
  const name = 'sample_AC1021.dwg';
  const bytes = sample(name);
  refuses(Uint8Array.from([...bytes.subarray(0, 5000), ...bytes.subarray(5002)]), /map/);
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
