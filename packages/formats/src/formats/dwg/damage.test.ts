import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { FormatError } from '../../core/failure.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { openDrawing } from './file/drawing-file.ts';
import { readMaps2007, wide } from './file/maps-2007.ts';
import { dwg } from './format.ts';
import { DwgObject } from './object/dwg-object.ts';
import { fileOf } from './testing/file-of.ts';
import { NO_FAULTS } from './testing/no-faults.ts';
import { dwgRelease } from './version.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const sample = (release: string): Uint8Array =>
  Uint8Array.from(readFileSync(join(CORPUS, 'dwg', `sample_${release}.dwg`)));

const LINE = 19;

const read = (bytes: Uint8Array): Promise<ReadResult> => readWith(dwg, bytes);

test('flipped bits inside a drawing: it is read, or refused with a code', async () => {
  const releases = ['AC1014', 'AC1015', 'AC1021', 'AC1027', 'AC1032'];
  const flips = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(7)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...releases), flips, async (release, places) => {
      const bytes = sample(release);
      for (const [share, bit] of places) bytes[Math.floor(share * bytes.length)]! ^= 1 << bit;
      try {
        const { tally } = await read(bytes);
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    }),
    { numRuns: 12 },
  );
});

test('a page of 2007 or 2018 that cannot be unpacked is lost and reported, the others are read', async () => {
  // For each packing method a byte that makes a length grow.
  for (const [release, byte] of [
    ['AC1021', 0xff],
    ['AC1032', 0],
  ] as const) {
    const whole = await read(sample(release));
    let lost = 0;
    for (const at of [0.08, 0.32, 0.68]) {
      const bytes = sample(release);
      bytes.fill(byte, Math.floor(at * bytes.length), Math.floor(at * bytes.length) + 3000);
      const { job, issues } = await read(bytes);
      lost += issues.count('dwg-page-lost');
      assert.ok(job.lines.length > whole.job.lines.length / 3, `${release} ${at}: ${job.lines.length}`);
    }
    assert.ok(lost > 0, release);
  }
});

/** The pages of a drawing of 2007 that consist of encoded blocks, in the order of their sections. */
function encodedPages(bytes: Uint8Array): { start: number; blocks: number }[] {
  const { pages, sections } = readMaps2007(bytes, DEFAULT_LIMITS, NO_FAULTS, () => {});
  const found: { start: number; blocks: number }[] = [];
  for (let at = 0; at < sections.byteLength; ) {
    const isEncoded = wide(sections, at + 48) === 4;
    const end = at + 64 + wide(sections, at + 32) + 56 * wide(sections, at + 56);
    for (let page = end - 56 * wide(sections, at + 56); page < end; page += 56) {
      const { start } = pages.get(wide(sections, page + 16))!;
      if (isEncoded) found.push({ start, blocks: Math.ceil((Math.ceil(wide(sections, page + 32) / 8) * 8) / 251) });
    }
    at = end;
  }
  return found;
}

/** Changes so many bytes of each block of a page, at places that differ from block to block. */
function spoil(bytes: Uint8Array, { start, blocks }: { start: number; blocks: number }, wrong: number): void {
  for (let block = 0; block < blocks; block++)
    for (let i = 0; i < wrong; i++) {
      const place = (31 * block + Math.floor((255 * i) / wrong)) % 255;
      bytes[start + block + place * blocks]! ^= 1 + ((7 * block + i) % 255);
    }
}

test('2007: as many wrong bytes in every block as its code repairs: all is read, and it is reported', async () => {
  const bytes = sample('AC1021');
  const whole = await read(bytes);
  spoil(bytes, { start: 0x80, blocks: 3 }, 8);
  for (const page of encodedPages(bytes)) spoil(bytes, page, 2);
  const found = await read(bytes);
  assert.deepEqual(counts(found), counts(whole));
  const codes = found.issues.summary().map(({ code }) => code);
  assert.deepEqual(
    codes.filter((code) => code.startsWith('dwg')),
    ['dwg-bytes-repaired'],
  );
  const [repaired] = found.issues.places().filter(({ code }) => code === 'dwg-bytes-repaired');
  assert.ok(Number(repaired?.parameters?.['count']) > 7000, JSON.stringify(repaired));
});

test('2007: beyond that a page is lost with its objects; the model is read although its block was there', async () => {
  const bytes = sample('AC1021');
  const whole = counts(await read(bytes));
  // The first page of the objects.
  const page = encodedPages(bytes).find(({ blocks }) => blocks > 80)!;
  spoil(bytes, page, 3);
  const { issues, ...found } = await read(bytes);
  assert.equal(issues.count('dwg-page-lost'), 1);
  const lost = issues.places().filter(({ code }) => code === 'dwg-object-lost' || code === 'dwg-entity-lost');
  assert.ok(lost.every(({ parameters = {}, handle }) => parameters['type'] !== undefined && handle !== undefined));
  // Most of the others are on the other pages; what blocks show is lost with them.
  const [points = 0, lines = 0, areas = 0, texts = 0] = counts({ issues, ...found });
  assert.deepEqual([points, lines > 60, areas > 30, texts > 40], [whole[0], true, true, true]);
  assert.ok(issues.count('dwg-object-lost') > 200);
});

/** Features of a job by kind. */
const counts = ({ job }: ReadResult): number[] => [
  job.points.length,
  job.lines.length,
  job.areas.length,
  job.texts.length,
];

describe('a drawing whose list of objects is gone has all of them, found by their checksums', () => {
  for (const release of ['AC1014', 'AC1015'])
    test(JSON.stringify(release), async () => {
      const bytes = sample(release);
      const whole = counts(await read(bytes));
      // The third record of the section table is the list of objects.
      const view = new DataView(bytes.buffer);
      bytes.fill(0, view.getUint32(0x19 + 2 * 9 + 1, true), view.getUint32(0x19 + 2 * 9 + 1, true) + 40);
      const found = await read(bytes);
      assert.deepEqual(counts(found), whole);
      assert.ok(found.issues.count('dwg-map-rebuilt') > 500);
    });
});

describe('one wrong byte in the list of objects: all of them are found, and it is reported', () => {
  for (const release of ['AC1014', 'AC1015'])
    test(JSON.stringify(release), async () => {
      const bytes = sample(release);
      const whole = counts(await read(bytes));
      const view = new DataView(bytes.buffer);
      // A handle is one more than it was, so all that follow it in its block are wrong.
      bytes[view.getUint32(0x19 + 2 * 9 + 1, true) + 40]! ^= 1;
      const found = await read(bytes);
      assert.deepEqual(counts(found), whole);
      assert.equal(found.issues.summary().filter(({ code }) => code === 'dwg-map-rebuilt').length, 1);
    });
});

describe('a wrong byte in the section of header variables or of classes is reported with its place', () => {
  for (const release of ['AC1014', 'AC1015'])
    for (const record of [0, 1])
      test(JSON.stringify([release, record]), async () => {
        const bytes = sample(release);
        const start = new DataView(bytes.buffer).getUint32(0x19 + record * 9 + 1, true);
        // The last byte before the checksum and the mark at the end.
        const last = start + new DataView(bytes.buffer).getUint32(start + 16, true) + 19;
        bytes[last]! ^= 1;
        const places = (await read(bytes)).issues.places().filter(({ code }) => code === 'dwg-page-altered');
        assert.deepEqual(
          places.map(({ offset }) => offset),
          [start],
        );
      });
});

/** The index in the object map of the first object of a type. */
function firstOf(bytes: Uint8Array, type: number): { index: number; offset: number; handle: string } {
  const file = openDrawing(fileOf(bytes), dwgRelease(bytes)!, DEFAULT_LIMITS, NO_FAULTS);
  const object = new DwgObject(file);
  const index = file.map.offsets.findIndex((offset) => object.typeAt(offset) === type);
  return { index, offset: file.map.offsets[index]!, handle: file.map.handles[index]!.toString(16).toUpperCase() };
}

describe('an object that is not what its owner expects is reported with its kind and handle', () => {
  const [LAYER, ATTRIBUTE, APPLICATION] = [51, 2, 67];
  for (const [type, kind, code] of [
    [LAYER, 'LAYER', 'dwg-object-lost'],
    [APPLICATION, 'APPID', 'dwg-object-lost'],
    [LINE, 'UNKNOWN', 'dwg-entity-lost'],
    [ATTRIBUTE, 'UNKNOWN', 'dwg-entity-lost'],
  ] as const)
    test(JSON.stringify(kind), async () => {
      const bytes = sample('AC1015');
      const { offset, handle } = firstOf(bytes, type);
      // After the size: the type as two bits 00 and two bytes, or 01 and one byte. It becomes that of a dictionary.
      const bit = 8 * (offset + 2) + 2;
      for (let i = 0; i < 8; i++) {
        const mask = 0x80 >> ((bit + i) & 7);
        if (((42 << i) & 128) !== 0) bytes[(bit + i) >> 3]! |= mask;
        else bytes[(bit + i) >> 3]! &= ~mask;
      }
      const lost = (await read(bytes)).issues.places().filter((issue) => issue.code === code);
      assert.deepEqual(
        lost.map(({ parameters = {}, handle }) => [parameters['type'], handle]),
        [[kind, handle]],
      );
    });
});

describe('an object that says it has a gigabyte is lost and reported with its handle, the others are read', () => {
  for (const release of ['AC1014', 'AC1015'])
    test(JSON.stringify(release), async () => {
      const bytes = sample(release);
      const whole = await read(bytes);
      const { offset, handle } = firstOf(bytes, LINE);
      bytes.set([0xff, 0xff, 0xff, 0x7f], offset);
      const { job, issues } = await read(bytes);
      const lost = issues.places().filter(({ code }) => code === 'dwg-entity-lost');
      assert.deepEqual([lost.map(({ handle }) => handle), job.lines.length], [[handle], whole.job.lines.length - 1]);
    });
});

test('an entity that ends too early is lost and reported with its handle, the others are read', async () => {
  const bytes = sample('AC1015');
  const whole = await read(bytes);
  const file = openDrawing(fileOf(bytes), '2000', DEFAULT_LIMITS, NO_FAULTS);
  const object = new DwgObject(file);
  const LWPOLYLINE = 77;
  const index = file.map.offsets.findIndex((offset) => object.typeAt(offset) === LWPOLYLINE);
  // Its size and type, then the length of its data in bits: now 64.
  const bit = 8 * (file.map.offsets[index]! + 2) + 10;
  for (let i = 0; i < 32; i++) {
    const mask = 0x80 >> ((bit + i) & 7);
    if (i === 1) bytes[(bit + i) >> 3]! |= mask;
    else bytes[(bit + i) >> 3]! &= ~mask;
  }
  const damaged = await read(bytes);
  assert.equal(damaged.issues.count('dwg-entity-lost'), 1);
  const [lost] = damaged.issues.places().filter(({ code }) => code === 'dwg-entity-lost');
  assert.equal(lost?.handle, file.map.handles[index]!.toString(16).toUpperCase());
  assert.ok(damaged.job.lines.length >= whole.job.lines.length - 1);
});

describe('a bit that changed is reported with its place: by the checksum of its page, else of its object', () => {
  const altered = async (bytes: Uint8Array): Promise<string[]> =>
    (await read(bytes)).issues
      .places()
      .filter(({ code }) => code === 'dwg-page-altered' || code === 'dwg-object-altered')
      .map(({ code, offset, handle }) => `${code} ${offset === undefined ? handle : 'at'}`);
  for (const release of ['AC1014', 'AC1015', 'AC1021'])
    test(JSON.stringify(release), async () => {
      const bytes = sample(release);
      assert.deepEqual(await altered(bytes), []);
      // Wrong bytes of 2007 are repaired first.
      if (release === 'AC1021') return;
      const file = openDrawing(fileOf(bytes), dwgRelease(bytes)!, DEFAULT_LIMITS, NO_FAULTS);
      const object = new DwgObject(file);
      const index = file.map.offsets.findIndex((offset) => object.typeAt(offset) === LINE);
      const offset = file.map.offsets[index]!;
      // The last byte of its references; its size is in two bytes.
      bytes[offset + 1 + (bytes[offset]! | (bytes[offset + 1]! << 8))]! ^= 1;
      const handle = file.map.handles[index]!.toString(16).toUpperCase();
      assert.deepEqual(await altered(bytes), [`dwg-object-altered ${handle}`]);
    });
  for (const release of ['AC1027', 'AC1032'])
    test(JSON.stringify(release), async () => {
      const bytes = sample(release);
      assert.deepEqual(await altered(bytes), []);
      bytes[bytes.length >> 1]! ^= 4;
      const found = await altered(bytes).catch((error: unknown) => assert.fail(String(error)));
      assert.ok(found.includes('dwg-page-altered at'), found.join());
    });
});

describe('a drawing cut off at any tenth: what is there is read, and what is lost is reported', () => {
  for (const release of ['AC1014', 'AC1015'])
    test(JSON.stringify(release), async () => {
      const bytes = sample(release);
      const whole = counts(await read(bytes));
      for (let tenth = 1; tenth < 10; tenth++) {
        const { job, issues, ...rest } = await read(bytes.subarray(0, Math.floor((bytes.length * tenth) / 10)));
        // The entities are in the first fifth.
        if (tenth > 1) assert.deepEqual(counts({ job, issues, ...rest }), whole, String(tenth));
        else assert.ok(job.lines.length > 100 && issues.count('dwg-entity-lost') > 0);
        const [lost] = issues.places().filter(({ code }) => code === 'dwg-page-lost');
        assert.match(String(lost?.parameters?.['reason']), /section 2 ends at byte/);
        assert.equal(issues.summary().filter(({ code }) => code === 'dwg-map-rebuilt').length, 1);
      }
    });
  // Since 2004 the names of declared kinds are at the end of the file, so that those entities are lost.
  for (const [release, objects, lines, lost] of [
    ['AC1021', 293, 69, 24],
    ['AC1032', 633, 110, 22],
  ] as const)
    test(JSON.stringify(release), async () => {
      const bytes = sample(release);
      let before: number = objects;
      for (let tenth = 1; tenth < 10; tenth++) {
        const { job, issues, tally } = await read(bytes.subarray(0, Math.floor((bytes.length * tenth) / 10)));
        const found = issues.count('dwg-map-rebuilt');
        assert.ok(
          found >= before && job.lines.length >= lines,
          `${tenth}: ${found} objects, ${job.lines.length} lines`,
        );
        before = found;
        assert.equal(issues.count('dwg-page-lost'), 1);
        assert.ok(issues.count('dwg-entity-lost') >= lost);
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
      }
    });
});
