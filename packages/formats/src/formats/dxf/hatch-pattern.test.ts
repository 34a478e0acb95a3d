import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { type FieldJob, type HatchLine, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { readWith } from '../../../testing/run-format.ts';
import { FileSource } from '../../core/byte-source.ts';
import { patternPieces } from '../../kit/cad/hatch-lines.ts';
import { dwg } from '../dwg/format.ts';
import { block, drawing, type Groups, LINE } from './testing/groups.ts';
import { CORPUS, readFile, readGroups } from './testing/reading.ts';

function boundaryOf(...rings: readonly (readonly (readonly [number, number])[])[]): Path {
  const path = new Path();
  for (const [i, ring] of rings.entries()) {
    if (i > 0) path.ring();
    for (const [e, n] of ring) path.vertex(e, n, Number.NaN);
  }
  path.closed = true;
  return path;
}

const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
] as const;
const HOLE = [
  [2, 2],
  [8, 2],
  [8, 8],
  [2, 8],
] as const;
const level = (dashes: readonly number[] = [], shift = 0): HatchLine => ({
  angle: 0,
  base: [0, 0.5],
  offset: [shift, 1],
  dashes,
});
const onLine = (pieces: readonly number[] | undefined, northing: number): number[] => {
  const found: number[] = [];
  for (let i = 0; i < pieces!.length; i += 4)
    if (Math.abs(pieces![i + 1]! - northing) < 1e-9) found.push(pieces![i]!, pieces![i + 2]!);
  return found;
};

test('pattern lines end at the boundary and at its holes', () => {
  const whole = patternPieces(boundaryOf(SQUARE), level(), 100)!;
  assert.equal(whole.length, 10 * 4);
  assert.deepEqual(onLine(whole, 3.5), [0, 10]);
  const holed = patternPieces(boundaryOf(SQUARE, HOLE), level(), 100)!;
  assert.equal(holed.length, (4 + 6 * 2) * 4);
  assert.deepEqual(onLine(holed, 3.5), [0, 2, 8, 10]);
});

test('dashes begin at the base, are shifted from line to line and cut at the boundary; dots are omitted', () => {
  const dashed = patternPieces(boundaryOf(SQUARE), level([3, -1, 0, -1], 2), 200)!;
  assert.deepEqual(onLine(dashed, 0.5), [0, 3, 5, 8]);
  assert.deepEqual(onLine(dashed, 1.5), [2, 5, 7, 10]);
  assert.deepEqual(onLine(dashed, 2.5), [0, 2, 4, 7, 9, 10]);
  assert.deepEqual(patternPieces(boundaryOf(SQUARE), level([0, -1]), 200), []);
});

test('patterns without a spacing, with invalid numbers or too many pieces are refused at once', () => {
  const square = boundaryOf(SQUARE);
  const spent = process.cpuUsage();
  for (const line of [
    { ...level(), offset: [1, 0] },
    { ...level(), offset: [Number.NaN, 1] },
    { ...level(), offset: [0, 1e-9] },
    { ...level(), base: [Number.NaN, 0] },
    level([1e-9, -1e-9]),
    level([Number.NaN]),
    { ...level([1e-12]), base: [1e9, 0.5] },
  ] as const)
    assert.equal(patternPieces(square, line as HatchLine, 5000)?.length ?? 'none', 'none', JSON.stringify(line));
  assert.ok(process.cpuUsage(spent).user < 1e6);
});

test('in any boundary all pieces are on lines of the family and inside, and none is missing', () => {
  const place = fc.integer({ min: -1000, max: 1000 }).map((value) => value / 10);
  const ring = fc.array(fc.tuple(place, place), { minLength: 3, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(ring, { minLength: 1, maxLength: 3 }),
      fc.double({ min: 0, max: 6.3, noNaN: true }),
      fc.tuple(place, place),
      fc.double({ min: 3, max: 40, noNaN: true }),
      (rings, angle, base, spacing) => {
        const boundary = boundaryOf(...rings);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const offset = [-s * spacing, c * spacing] as const;
        const pieces = patternPieces(boundary, { angle, base, offset, dashes: [] }, 100_000)!;
        let length = 0;
        for (let i = 0; i < pieces.length; i += 4) {
          const [e, n, e2, n2] = pieces.slice(i, i + 4) as [number, number, number, number];
          const number = (c * (n - base[1]) - s * (e - base[0])) / spacing;
          assert.ok(Math.abs(number - Math.round(number)) < 1e-6);
          if (Math.hypot(e2 - e, n2 - n) > 1e-6) assert.ok(isInside(rings, (e + e2) / 2, (n + n2) / 2));
          length += Math.hypot(e2 - e, n2 - n);
        }
        // The area between two lines is about their length inside times their distance: exact for the shifted families
        // together.
        let sum = 0;
        const steps = 16;
        for (let step = 0; step < steps; step++) {
          const moved = [base[0] - (s * spacing * step) / steps, base[1] + (c * spacing * step) / steps] as const;
          const own = patternPieces(boundary, { angle, base: moved, offset, dashes: [] }, 100_000)!;
          for (let i = 0; i < own.length; i += 4) sum += Math.hypot(own[i + 2]! - own[i]!, own[i + 3]! - own[i + 1]!);
        }
        const fine = patternPieces(
          boundary,
          { angle, base, offset: [offset[0] / steps, offset[1] / steps], dashes: [] },
          1_000_000,
        )!;
        let all = 0;
        for (let i = 0; i < fine.length; i += 4)
          all += Math.hypot(fine[i + 2]! - fine[i]!, fine[i + 3]! - fine[i + 1]!);
        assert.ok(Math.abs(sum - all) <= 1e-6 * (1 + all), `${sum} ${all}`);
        assert.ok(length <= all + 1e-6);
      },
    ),
    { numRuns: 100 },
  );
});

/** Even-odd rule by a ray to the east. */
function isInside(rings: readonly (readonly (readonly [number, number])[])[], e: number, n: number): boolean {
  let inside = false;
  for (const ring of rings)
    ring.forEach(([e1, n1], i) => {
      const [e2, n2] = ring[(i + 1) % ring.length]!;
      if (n1 > n !== n2 > n && e < e1 + ((e2 - e1) * (n - n1)) / (n2 - n1)) inside = !inside;
    });
  return inside;
}

const RING: Groups = [
  ...[91, 1, 92, 2, 72, 0, 73, 1, 93, 4, 10, 0, 20, 0, 10, 10, 20, 0, 10, 10, 20, 10, 10, 0, 20, 10, 97, 0, 75, 0],
];
const hatch = (pattern: Groups, solid = 0): Groups => [
  ...[0, 'HATCH', 8, 'LAWN', 62, 3, 10, 0, 20, 0, 30, 0, 2, 'ANSI31', 70, solid, 71, 0, ...RING, 76, 1],
  ...pattern,
];
const LINES: Groups = [52, 0, 41, 1, 77, 0, 78, 1, 53, 45, 43, 0, 44, 0, 45, -1, 46, 1, 79, 0];

test('pattern lines of a hatch are drawn on request, on its layer and in its colour', async () => {
  const file = drawing([], [hatch(LINES)]);
  const plain = await readGroups(file);
  assert.deepEqual([plain.job.areas.length, plain.job.lines.length], [1, 0]);
  const { job, tally } = await readGroups(file, { patternLines: true });
  assert.equal(job.areas.length, 1);
  // Lines at 45° with distance 2 along each side: one through the corner, four on each side of it.
  assert.equal(job.lines.length, 9);
  for (let row = 0; row < job.lines.length; row++) {
    assert.equal(job.lines.layer.get(row), job.areas.layer.get(0));
    assert.equal(job.lines.colour.get(row), job.areas.colour.get(0));
    assert.deepEqual(job.lines.attributes.get(row), ['pattern', 'ANSI31']);
    assert.ok(Number.isNaN(job.lines.loadPath(row, new Path()).coordinates[2]!));
  }
  const counts = tally.rows().find(({ type }) => type === 'HATCH')!;
  assert.deepEqual([counts.found, counts.read, counts.skipped], [1, 1, 0]);
});

test('a solid hatch has no lines; a pattern that is too dense or faulty is reported', async () => {
  const solid = await readGroups(drawing([], [hatch(LINES, 1)]), { patternLines: true });
  assert.deepEqual([solid.job.lines.length, solid.issues.count('pattern-left-out')], [0, 0]);
  for (const bad of [
    [45, -1e-7, 46, 1e-7],
    [45, 0, 46, 0],
    [45, 'nan', 46, 1],
  ] as Groups[]) {
    const { job, issues } = await readGroups(drawing([], [hatch([78, 1, 53, 45, 43, 0, 44, 0, ...bad, 79, 0])]), {
      patternLines: true,
    });
    assert.deepEqual([job.areas.length, job.lines.length, issues.count('pattern-left-out')], [1, 0, 1]);
  }
});

test('the limit expanded applies to pattern lines, however often a block with a hatch is referenced', async () => {
  const array = [0, 'INSERT', 8, 'ROAD', 2, 'H', 10, 0, 20, 0, 70, 10, 71, 10, 44, 20, 45, 20];
  const file = drawing([block('H', hatch(LINES))], [array, LINE]);
  const options = { patternLines: true };
  const whole = await readGroups(file, options, { expanded: 1000 });
  assert.deepEqual([whole.job.areas.length, whole.job.lines.length], [100, 901]);
  assert.equal(whole.issues.count('pattern-left-out'), 0);
  // Areas are never dropped because of their pattern lines, nor are whole references.
  const cut = await readGroups(file, options, { expanded: 200 });
  assert.deepEqual([cut.job.areas.length, cut.job.lines.length], [100, 20 * 9 + 1]);
  assert.equal(cut.issues.count('pattern-left-out'), 80);
  assert.deepEqual(cut.issues.places().find(({ code }) => code === 'pattern-left-out')!.parameters, { most: 20 });
});

/** Length of all pieces of patterns. */
function patternLength({ lines }: FieldJob): number {
  let length = 0;
  for (let row = 0; row < lines.length; row++) {
    if (lines.attributes.get(row)[0] !== 'pattern') continue;
    const { coordinates: c } = lines.loadPath(row, new Path());
    length += Math.hypot(c[3]! - c[0]!, c[4]! - c[1]!);
  }
  return length;
}

test('a DWG has the same pattern lines as its DXF', async () => {
  const options = { patternLines: true };
  for (const release of ['AC1015', 'AC1027']) {
    const path = join(CORPUS, `dxf/sample_${release}_ascii.dxf`);
    const twin = patternLength((await readFile(path, options)).job);
    assert.equal(patternLength((await readFile(path)).job), 0);
    const { job } = await readWith(dwg, new FileSource(join(CORPUS, `dwg/sample_${release}.dwg`)), { options });
    assert.ok(twin > 100, String(twin));
    assert.ok(Math.abs(patternLength(job) - twin) < 1e-6 * twin, release);
  }
});
