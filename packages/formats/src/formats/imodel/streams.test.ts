import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { FileSource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import type { Limits } from '../../core/limits.ts';
import { imodel } from './format.ts';
import { operatorName } from './geometry-stream.ts';
import { blob, doubles, instanceOf, modelWith, openLine, packed, SEED, table } from './testing/geometry.ts';

const folder = mkdtempSync(join(tmpdir(), 'imodel-streams-'));
after(() => rmSync(folder, { recursive: true }));
const read = (path: string, limits: Partial<Limits> = {}): Promise<ReadResult> =>
  readWith(imodel, new FileSource(path), { limits, workFolder: folder });
let files = 0;
/** Reads one element with these operators; it is at 100, 200, 300, rotated by 90° to the left. */
const drawn = (operators: [number, Uint8Array][], further?: ReadonlyMap<number, Uint8Array>): Promise<ReadResult> =>
  read(modelWith(join(folder, `${files++}.bim`), blob(...operators), undefined, further));
const round = (value: number): number => Math.round(value * 1e9) / 1e9 + 0;
const verticesOf = ({ job }: ReadResult, of: 'lines' | 'areas', row = 0): number[] => {
  const path = job[of].loadPath(row, new Path());
  return Array.from(path.coordinates.subarray(0, 3 * path.count), round);
};
/** Points with a boundary: 0 none, 1 open, 2 closed. */
const points = (boundary: number, coordinates: readonly number[], width = 3): Uint8Array => {
  const vector = Buffer.concat([
    Buffer.from(Uint32Array.of(4, coordinates.length / width).buffer),
    doubles(...coordinates),
  ]);
  return table([
    [1, Uint8Array.of(boundary)],
    [0, new Uint8Array(vector)],
  ]);
};
const symbology = (colour: number, weight = 0): Uint8Array =>
  table([
    [1, new Uint8Array(Uint32Array.of(colour).buffer)],
    [2, new Uint8Array(Uint32Array.of(weight).buffer)],
    [7, Uint8Array.of(1)],
    [8, Uint8Array.of(1)],
  ]);

describe('operators of a geometry stream, worked out by hand', () => {
  it('points are points, a line or an area, depending on their boundary, in two or three dimensions', async () => {
    // (e, n) of an element rotated by 90° to the left and moved to 100, 200: (100 − n, 200 + e).
    const result = await drawn([
      [5, points(0, [1, 0, 5, 0, 2, 6])],
      [5, points(1, [0, 0, 0, 10, 0, 1])],
      [5, points(2, [0, 0, 0, 10, 0, 0, 10, 10, 0])],
      [6, points(1, [1, 2, 3, 4], 2)],
      [6, points(0, [1, 1], 2)],
    ]);
    const { job, issues, tally } = result;
    assert.deepEqual(issues.places(), []);
    assert.deepEqual([job.points.length, job.lines.length, job.areas.length], [3, 2, 1]);
    assert.deepEqual(
      [0, 1, 2].map((row) => [job.points.easting(row), job.points.northing(row)].map(round)),
      [
        [100, 201],
        [98, 200],
        [99, 201],
      ],
    );
    assert.deepEqual([job.points.elevation(0), job.points.elevation(1)], [305, 306]);
    assert.deepEqual(verticesOf(result, 'lines'), [100, 200, 300, 100, 210, 301]);
    assert.deepEqual(verticesOf(result, 'areas'), [100, 200, 300, 100, 210, 300, 90, 210, 300]);
    assert.deepEqual(
      verticesOf(result, 'lines', 1).filter((_, i) => i % 3 < 2),
      [98, 201, 96, 203],
    );
    const [row] = tally.rows();
    // One element became six features.
    assert.deepEqual([row!.found, row!.read, row!.expanded, row!.skipped], [1, 1, 5, 0]);
  });

  it('colours and weights apply until the next ones, and those of a part end with it', async () => {
    const line = openLine(0, 0, 0, 1, 0, 0);
    const part = blob([5, line], [4, symbology(0xff0000, 9)], [5, line]);
    const { job } = await drawn(
      [
        [4, symbology(0x0000ff, 2)],
        [5, line],
        [3, instanceOf(9001)],
        [5, line],
        [4, symbology(0x00ff00)],
        [5, line],
      ],
      new Map([[9001, part]]),
    );
    const looks = Array.from({ length: job.lines.length }, (_, row) => [
      job.lines.colour.get(row).toString(16),
      job.lines.attributes.get(row)[1],
    ]);
    // Stored as 0xBBGGRR. A part inherits the symbology of its element.
    assert.deepEqual(looks, [
      ['ff0000', '2'],
      ['ff0000', '2'],
      ['ff', '9'],
      ['ff0000', '2'],
      ['ff00', undefined],
    ]);
  });

  it('nested parts are moved, rotated and scaled, the inner one first', async () => {
    const placed = (id: number, origin: readonly number[], yaw: number, scale: number): Uint8Array =>
      table([
        [0, new Uint8Array(BigUint64Array.of(BigInt(id)).buffer)],
        [1, doubles(...origin)],
        [2, doubles(yaw)],
        [5, doubles(scale)],
      ]);
    const inner = blob([5, openLine(0, 0, 0, 1, 0, 0)]);
    const outer = blob([3, placed(9002, [1, 0, 0], 90, 1)]);
    const result = await drawn(
      [[3, placed(9001, [0, 0, 10], 0, 2)]],
      new Map([
        [9001, outer],
        [9002, inner],
      ]),
    );
    // (1, 0) rotated: (0, 1), moved: (1, 1), doubled and raised: (2, 2, 10), in the element's frame: (98, 202, 310).
    assert.deepEqual(verticesOf(result, 'lines'), [100, 202, 310, 98, 202, 310]);
  });

  it('that are empty, or have nothing drawable, make an element that is skipped', async () => {
    for (const operators of [
      [],
      [[1, new Uint8Array(4)]],
      [[2, new Uint8Array(48)]],
      [[4, symbology(1)]],
      [[5, points(1, [])]],
      [[28, new Uint8Array(8)]],
    ] as [number, Uint8Array][][]) {
      const { job, tally } = await drawn(operators);
      assert.equal(job.points.length + job.lines.length + job.areas.length, 0);
      assert.deepEqual([tally.rows()[0]!.found, tally.rows()[0]!.skipped], [1, 1]);
    }
    assert.deepEqual([3, 5, 25, 99].map(operatorName), ['part', 'points', 'parasolid', 'operator 99']);
  });

  describe('with invalid positions are omitted', () => {
    for (const value of [Number.NaN, Infinity, -Infinity])
      it(String(value), async () => {
        const { job } = await drawn([
          [5, points(0, [value, 0, 0])],
          [5, points(1, [0, 0, 0, value, 1, 1])],
        ]);
        assert.deepEqual([job.points.length, job.lines.length], [0, 0]);
      });
  });
});

describe('damage', () => {
  const line = openLine(0, 0, 0, 1, 0, 0);
  const outcome = ({ job, issues, tally }: ReadResult): unknown[] => {
    const [row] = tally.rows();
    return [job.lines.length, row!.read, row!.expanded, row!.skipped, issues.count('imodel-geometry-damaged')];
  };
  const noGeometry = new Uint8Array(
    Buffer.concat([Buffer.from('bg0001fb'), Buffer.from(Uint32Array.of(4, 8, 6, 0, 1).buffer)]),
  );
  /** A stream of a line and the head of an operator that extends beyond the data. */
  const cut = packed(
    Buffer.concat([
      ...[Buffer.alloc(8), Buffer.from(Uint32Array.of(5, line.length).buffer), line],
      Buffer.from(Uint32Array.of(5, 1_000_000).buffer),
    ]),
  );

  it('of one operator loses only this: everything before and after it is drawn, and the element counts as read', async () => {
    assert.deepEqual(
      outcome(
        await drawn([
          [5, line],
          [10, noGeometry],
          [5, line],
        ]),
      ),
      [2, 1, 1, 0, 1],
    );
    assert.deepEqual(outcome(await drawn([[10, noGeometry]])), [0, 0, 0, 1, 1]);
  });

  it('of a stream loses what follows it; damage of a part affects nothing else of its element', async () => {
    assert.deepEqual(outcome(await read(modelWith(join(folder, 'broken.bim'), cut))), [1, 1, 0, 0, 1]);
    for (const [part, lines] of [
      [cut, 3],
      [cut.subarray(0, 20), 2],
    ] as const) {
      const around = await drawn(
        [
          [5, line],
          [3, instanceOf(9001)],
          [5, line],
        ],
        new Map([[9001, part]]),
      );
      assert.deepEqual(outcome(around), [lines, 1, lines - 1, 0, 1]);
    }
  });
});

describe('parts without end', () => {
  it('that each contain the next one twice hit a named limit before they are deep', async () => {
    const next = (id: number): Uint8Array => blob([3, instanceOf(id + 1)], [3, instanceOf(id + 1)]);
    const chain = new Map(Array.from({ length: 40 }, (_, i) => [9000 + i, next(9000 + i)] as const));
    chain.set(9040, blob());
    const path = modelWith(join(folder, 'doubling.bim'), blob([3, instanceOf(9000)]), undefined, chain);
    await assert.rejects(
      read(path, { expanded: 1000 }),
      (error) => error instanceof LimitError && error.limit === 'expanded' && error.value === 1000,
    );
  });

  it('in a circle of two hit the limit of depth', async () => {
    const ring = new Map([
      [9001, blob([3, instanceOf(9002)])],
      [9002, blob([3, instanceOf(9001)])],
    ]);
    await assert.rejects(
      drawn([[3, instanceOf(9001)]], ring),
      (error) => error instanceof LimitError && error.limit === 'depth',
    );
  });
});

describe('an incomplete database', () => {
  it('truncated, or with tables missing, is refused with a code or read as far as it goes', async () => {
    const bytes = readFileSync(SEED);
    for (const length of [0, 1, 15, 16, 99, 100, 4096, 100_000, 500_000, bytes.length - 1]) {
      const path = join(folder, 'cut.bim');
      writeFileSync(path, bytes.subarray(0, length));
      try {
        const { tally } = await read(path);
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    }
    for (const name of [
      'bis_Element',
      'ec_Class',
      'ec_PropertyMap',
      'bis_GeometricElement3d',
      'bis_GeometricElement2d',
      'bis_DefinitionElement',
    ]) {
      const path = modelWith(join(folder, `${name}.bim`), blob([3, instanceOf(61)], [5, openLine(0, 0, 0, 1, 0, 0)]));
      const database = new DatabaseSync(path);
      database.exec('PRAGMA foreign_keys = OFF');
      database.exec(`ALTER TABLE ${name} RENAME TO gone_${name}`);
      database.close();
      try {
        await read(path);
      } catch (error) {
        assert.ok(error instanceof FormatError, `${name}: ${String(error)}`);
      }
    }
  });

  it('with texts, blobs and NULL instead of numbers in element rows is read', async () => {
    const path = modelWith(join(folder, 'words.bim'), blob([5, openLine(0, 0, 0, 1, 0, 0)]));
    const database = new DatabaseSync(path);
    database.exec(
      "PRAGMA foreign_keys = OFF; UPDATE bis_GeometricElement3d SET Origin_X = 'east', Yaw = NULL, Roll = x'00'",
    );
    database.close();
    const result = await read(path);
    assert.deepEqual(verticesOf(result, 'lines'), [0, 200, 300, 1, 200, 300]);
  });
});
