import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawTables } from '../../src/formats/machine/raw.ts';
import { FormatError, MemorySource } from '../../src/index.ts';
import { type ReadResult, readWith, writeWith } from '../../testing/machine/support.ts';
import { walk } from '../../testing/machine/walker.ts';
import { jobWith } from '../../testing/traits.ts';

const KINDS = ['tp3', 'pt3', 'ln3', 'tn3', 'rd3', 'gc3', 'pl3'] as const;
const profile = [
  { station: 0, elevation: 50, curve: 'none', length: 0, radius: Number.NaN },
  { station: 50, elevation: 52, curve: 'parabola', length: 20, radius: Number.NaN },
] as const;
const file = async (id: string): Promise<Buffer> =>
  (await writeWith(id, jobWith({ alignment: { vertical: profile } }), { experimental: true })).bytes;

/** The result of reading, or the code of the refusal; other errors are rethrown. */
async function outcome(id: string, bytes: Uint8Array): Promise<ReadResult | string> {
  try {
    return await readWith(id, bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.code;
  }
}
const sizeOf = ({ job }: ReadResult): number =>
  job.points.length +
  job.lines.length +
  job.texts.length +
  job.surfaces.length +
  job.planes.length +
  job.controlPoints.length +
  job.alignments.reduce((sum, { horizontal, vertical }) => sum + 1 + horizontal.length + vertical.length, 0);

describe('a file truncated at each of its bytes', () => {
  for (const id of KINDS) {
    it(`${id}: is refused within its header, and later read up to the end with an error`, async () => {
      const whole = await file(id);
      const all = (await readWith(id, whole)) satisfies ReadResult;
      const directory = id === 'tp3' ? 0xc0 : 0x60;
      // Between directory and first page the header is all zeros: one cut in a dozen bytes is enough there.
      const firstPage = walkFirst(whole);
      let before = 0;
      for (
        let length = 0;
        length < whole.length;
        length += length > directory + 40 && length < firstPage - 20 ? 13 : 1
      ) {
        const found = await outcome(id, whole.subarray(0, length));
        if (typeof found === 'string') {
          const expected =
            length < 10 ? ['not-machine-file'] : ['unexpected-end', 'directory-missing', 'layout-not-known'];
          assert.ok(expected.includes(found), `${length}: ${found}`);
          assert.ok(length < firstPage + 18, `${length} of ${whole.length} bytes are refused: ${found}`);
          continue;
        }
        assert.ok(found.issues.has('error'), `a file cut at ${length} of ${whole.length} is not reported`);
        assert.ok(sizeOf(found) <= sizeOf(all), `${length}`);
        for (const row of found.tally.rows()) assert.equal(row.found, row.read + row.skipped, `${length} ${row.type}`);
        // These kinds need all tables for their objects: the longer the file, the more there is.
        if (id === 'gc3' || id === 'pl3') assert.ok(sizeOf(found) >= before);
        before = sizeOf(found);
      }
    });
  }
});

/** Offset of the first page of a file, or of the node before it. */
function walkFirst(bytes: Buffer): number {
  const at = bytes.toString('latin1', 7, 10) === 'TP3' ? 0xc2 : 0x62;
  const pages: number[] = [];
  for (let entry = at; bytes.readUInt16LE(entry) !== 0; entry += 10) pages.push(bytes.readUInt32LE(entry + 6));
  return Math.min(...pages);
}

/** Extreme values of an unsigned number of `size` bytes in a file of `length` bytes. */
const extremes = (size: 2 | 4, length: number): number[] =>
  size === 2
    ? [0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff]
    : [0, 1, 2, length - 1, length, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

describe('an impossible number in each numeric field', () => {
  for (const id of KINDS) {
    it(`${id}: in header, directory, pages and records gives a result with no more data than the file has`, async () => {
      const whole = await file(id);
      const most = sizeOf(await readWith(id, whole));
      const directory = id === 'tp3' ? 0xc0 : 0x60;
      const wide = id === 'tn3';
      const places: (readonly [what: string, at: number, size: 2 | 4])[] = [
        ...[0x10, 0x14].map((at) => ['version', at, 4] as const),
        ['capacity of the name', 0x1c, 2],
        ['places of the directory', directory, 2],
      ];
      for (let entry = directory + 2; whole.readUInt16LE(entry) !== 0; entry += 10) {
        const table = whole.readUInt16LE(entry);
        const page = whole.readUInt32LE(entry + 6);
        places.push(
          [`number of table ${table}`, entry, 2],
          [`page header of table ${table}`, entry + 2, 4],
          [`first page of table ${table}`, entry + 6, 4],
        );
        const fields = wide
          ? ([
              [0, 2],
              [2, 4],
              [6, 4],
              [10, 4],
              [14, 4],
              [18, 4],
            ] as const)
          : ([
              [0, 2],
              [2, 2],
              [4, 2],
              [6, 2],
              [8, 2],
              [10, 4],
              [14, 4],
            ] as const);
        for (const [at, size] of fields) places.push([`page of table ${table} at ${at}`, page + at, size]);
      }
      for (const [what, at, size] of places) {
        for (const value of extremes(size, whole.length)) {
          const bytes = Buffer.from(whole);
          if (size === 2) bytes.writeUInt16LE(value, at);
          else bytes.writeUInt32LE(value, at);
          const found = await outcome(id, bytes);
          if (typeof found === 'string')
            assert.match(found, /^(directory-missing|layout-not-known)$/, `${what} = ${value}`);
          else {
            assert.ok(sizeOf(found) <= most + 130, `${what} = ${value}: ${sizeOf(found)} things`);
            for (const row of found.tally.rows())
              assert.equal(row.found, row.read + row.skipped, `${what} = ${value} ${row.type}`);
          }
        }
      }
    });
  }

  it('tp3: in records with references', async () => {
    const whole = await file('tp3');
    const { tables } = walk(whole);
    const references: Readonly<Record<number, readonly number[]>> = {
      1: [0, 2, 4, 6, 8, 10, 12],
      5: [0, 2, 4, 6, 8, 10, 12, 14, 16],
      12: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
      17: [0, 2, 4, 6, 8, 10, 12, 14, 16],
      19: [2, 4, 8, 10, 14, 16, 20, 22],
      21: [0, 2, 4, 6, 8, 10, 12],
      11: [0],
    };
    for (const [table, fields] of Object.entries(references)) {
      const base = tables.get(Number(table))!.records[0]!.byteOffset - whole.byteOffset;
      for (const at of fields) {
        for (const value of extremes(2, whole.length)) {
          const bytes = Buffer.from(whole);
          bytes.writeUInt16LE(value, base + at);
          const found = await outcome('tp3', bytes);
          assert.ok(typeof found === 'object', `table ${table} @${at} = ${value}`);
          assert.deepEqual(
            [found.job.controlPoints.length, found.job.planes.length],
            [1, 1],
            'independent data is kept',
          );
          await rawTables(new MemorySource(bytes));
        }
      }
    }
  });
});

describe('infinity and NaN in each double of each record', () => {
  it('tp3: neither becomes a position', async () => {
    const whole = await file('tp3');
    const { tables } = walk(whole);
    const doubles: Readonly<Record<number, readonly number[]>> = {
      2: [0, 8, 16],
      11: [138, 146],
      15: [196, 204, 212, 220, 228, 236, 244, 252],
      17: [160, 168],
      20: [140, 148, 156, 164, 172, 180, 188, 196],
    };
    for (const [table, fields] of Object.entries(doubles)) {
      for (const record of tables.get(Number(table))!.records) {
        for (const at of fields) {
          for (const value of [Number.NaN, Infinity, -Infinity, 1e308, -5e-324, 2e-308]) {
            const bytes = Buffer.from(whole);
            bytes.writeDoubleLE(value, record.byteOffset - whole.byteOffset + at);
            const { job } = await readWith('tp3', bytes);
            const numbers = [
              ...job.points.coordinates.view(),
              ...job.lines.coordinates.view(),
              ...job.texts.coordinates.view(),
              ...job.surfaces.flatMap(({ vertices }) => [...vertices]),
              ...job.planes.flatMap((plane) => Object.values(plane)),
              ...job.controlPoints.flatMap((point) => Object.values(point)),
            ];
            const endless = numbers.filter((one) => one === Infinity || one === -Infinity);
            assert.deepEqual(endless, [], `table ${table} @${at} = ${value}`);
            for (let row = 0; row < job.points.length; row++)
              assert.ok(Number.isFinite(job.points.easting(row) + job.points.northing(row)));
          }
        }
      }
    }
  });
});
