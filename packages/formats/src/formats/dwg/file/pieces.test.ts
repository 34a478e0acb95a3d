import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FormatError, LimitError } from '../../../core/failure.ts';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { dwgRelease, isReadable } from '../version.ts';
import { checkSections as checkTable } from './locators.ts';
import { checkSections } from './section-map.ts';
import { UnpackedTotal } from './unpacked-total.ts';

const damaged = (run: () => unknown, what?: RegExp): void =>
  assert.throws(
    run,
    (error) => error instanceof FormatError && error.code === 'dwg-damaged' && (what?.test(error.message) ?? true),
  );
/** False if refused with a code; any other exception fails the test. */
const accepts = (run: () => unknown): boolean => {
  try {
    run();
    return true;
  } catch (error) {
    assert.ok(error instanceof FormatError, String(error));
    return false;
  }
};

describe('the table of sections of R13 to 2000', () => {
  const table = (...records: readonly (readonly [number: number, offset: number, size: number])[]): Uint8Array => {
    const view = new DataView(new ArrayBuffer(400));
    view.setUint32(0x15, records.length, true);
    for (const [i, [number, offset, size]] of records.entries()) {
      view.setUint8(0x19 + 9 * i, number);
      view.setUint32(0x1a + 9 * i, offset, true);
      view.setUint32(0x1e + 9 * i, size, true);
    }
    view.setUint16(300, 2);
    return new Uint8Array(view.buffer);
  };

  /** The reasons of losses that a table causes. */
  const lostBy = (bytes: Uint8Array): string[] => {
    const reasons: string[] = [];
    checkTable(bytes, { lost: (reason) => reasons.push(reason) });
    return reasons;
  };

  it('names places within the file; a section elsewhere is lost', () => {
    assert.deepEqual(lostBy(table([0, 100, 300], [1, 400, 0], [2, 300, 4])), []);
    assert.deepEqual(lostBy(table()), []);
    assert.deepEqual(lostBy(table([0, 100, 301], [1, 0, 1])), ['section 0 ends at byte 401, the file at 400']);
    assert.match(lostBy(table([5, 0xffffffff, 0xffffffff])).join(), /section 5/);
    const long = table();
    new DataView(long.buffer).setUint32(0x15, 17, true);
    damaged(() => lostBy(long), /table of sections/);
    for (const length of [0, 0x15, 0x18])
      damaged(() => lostBy(table([0, 1, 1]).subarray(0, length)), /table of sections/);
  });
});

describe('the section map of 2004 and on', () => {
  interface Section {
    readonly name?: string;
    readonly size: number;
    readonly starts: readonly number[];
    /** The stated number of pages, if it is not the actual one. */
    readonly pages?: number;
  }
  const mapOf = (sections: readonly Section[], count = sections.length): DataView => {
    const view = new DataView(
      new ArrayBuffer(20 + sections.reduce((sum, { starts }) => sum + 96 + 16 * starts.length, 0)),
    );
    view.setInt32(0, count, true);
    let at = 20;
    for (const { name = 'AcDb:Test', size, starts, pages = starts.length } of sections) {
      view.setInt32(at + 8, pages, true);
      view.setInt32(at + 12, size, true);
      for (let i = 0; i < name.length; i++) view.setUint8(at + 32 + i, name.charCodeAt(i));
      at += 96;
      for (const start of starts) {
        view.setBigUint64(at + 8, BigInt(start), true);
        at += 16;
      }
    }
    return view;
  };
  const check = (map: DataView, fileSize = 10_000, limits = DEFAULT_LIMITS): void =>
    checkSections(map, fileSize, limits);

  it('may have no sections, sections without pages, and pages with gaps before them', () => {
    for (const sections of [
      [],
      [{ size: 0, starts: [] }],
      [{ size: 100, starts: [0, 100, 200] }],
      [
        { size: 100, starts: [500] },
        { size: 29696, starts: [0] },
      ],
    ])
      check(mapOf(sections));
  });

  it('is refused if it states more than it has', () => {
    for (const [map, what] of [
      [mapOf([], -1), /-1 sections/],
      [mapOf([], 1), /1 sections/],
      [mapOf([], 2 ** 31 - 1), /2147483647 sections/],
      [mapOf([{ size: 100, starts: [0], pages: 2 }]), /"AcDb:Test" has 2 pages of 100/],
      [mapOf([{ size: 100, starts: [], pages: -1 }]), /-1 pages/],
      [mapOf([{ size: 100, starts: [0], pages: 2 ** 31 - 1 }]), /2147483647 pages/],
      [mapOf([{ size: 0, starts: [0] }]), /1 pages of 0/],
      [mapOf([{ size: -5, starts: [0] }]), /1 pages of -5/],
      [mapOf([{ name: 'x'.repeat(64), size: 2 ** 31 - 1, starts: [0] }]), /"x{64}"/],
      [mapOf([{ size: 1, starts: [2 ** 50] }]), /bytes/],
    ] as const)
      damaged(() => check(map), what);
    damaged(() => check(new DataView(new ArrayBuffer(19))));
  });

  it('unpacks to at most what the file can hold and the limit allows', () => {
    const map = mapOf([{ size: 1_000_000, starts: [0, 1_000_000] }]);
    check(map, 10_000);
    damaged(() => check(map, 1000), /2000000 bytes/);
    assert.throws(
      () => check(map, 10_000, { ...DEFAULT_LIMITS, unpackedBytes: 1_999_999 }),
      (error) => error instanceof LimitError && error.limit === 'unpackedBytes',
    );
    check(map, 10_000, { ...DEFAULT_LIMITS, unpackedBytes: 2_000_000 });
    // Pages of 100 at 0 and 150: the gap between them is filled with a whole page.
    const gap = mapOf([{ size: 100, starts: [0, 150] }]);
    check(gap, 10, { ...DEFAULT_LIMITS, unpackedBytes: 300 });
    assert.throws(() => check(gap, 10, { ...DEFAULT_LIMITS, unpackedBytes: 299 }), LimitError);
    const total = new UnpackedTotal(0, DEFAULT_LIMITS);
    total.add(2 ** 20, 'all that an empty file may have');
    damaged(() => total.add(1, 'one more'), /one more/);
    damaged(() => new UnpackedTotal(10, DEFAULT_LIMITS).add(Number.NaN, 'none'));
    damaged(() => new UnpackedTotal(10, DEFAULT_LIMITS).add(-1, 'less'));
  });

  it('of arbitrary bytes is accepted or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 0, max: 3 }), (bytes, count) => {
        const map = new DataView(Uint8Array.from(bytes).buffer);
        if (bytes.length >= 4) map.setInt32(0, count, true);
        accepts(() => check(map));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the release of a file', () => {
  it('is recognised by its first six characters', () => {
    // autodesk.com and the Open Design Specification, 2.1.
    for (const [mark, release, readable] of [
      ['AC1.2', 'R1.2', false],
      ['AC1.40', 'R1.40', false],
      ['AC1.50', 'R2.05', false],
      ['AC2.10', 'R2.10', false],
      ['AC1009', 'R11/R12', false],
      ['AC1012', 'R13', true],
      ['AC1014', 'R14', true],
      ['AC1015', '2000', true],
      ['AC1018', '2004', true],
      ['AC1021', '2007', true],
      ['AC1024', '2010', true],
      ['AC1027', '2013', true],
      ['AC1032', '2018', true],
    ] as const) {
      assert.equal(dwgRelease(Buffer.from(`${mark}\0\0\0 and more`)), release, mark);
      assert.equal(isReadable(release), readable, mark);
    }
    for (const other of ['', 'AC', 'ac1015', 'AC9999', ' AC1015', '%PDF-1'])
      assert.equal(dwgRelease(Buffer.from(other)), undefined, other);
  });
});
