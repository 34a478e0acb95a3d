import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Feature, type FieldJob, Path, strokePath } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { writeWith } from '../../../../../testing/run-format.ts';
import { dgn } from '../../format.ts';
import { levelsOf } from './levels.ts';
import { SymbolBook } from './symbols.ts';

/** Angles are stored in 1/360000°: the ends of an arc of at most 2 km radius are this exact. */
const ARC_END = 2.5e-4;
/** Largest distance between GDAL's geometry and the job's: chords of arcs are within a millimetre. */
const ON_PATH = 3e-3;

interface Seen {
  readonly type: number;
  readonly level: number;
  readonly group: number;
  readonly colour: string;
  readonly style: number;
  readonly weight: number;
  readonly text: string;
  readonly label: string;
  readonly vertices: readonly (readonly number[])[];
}

/** GDAL's elements of a file. */
function seenByGdal(path: string): Seen[] {
  const { stdout, stderr } = spawnSync('ogrinfo', ['-ro', '-al', path], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(stderr, '', 'no complaint');
  return stdout
    .split(/^OGRFeature\(elements\):\d+$/m)
    .slice(1)
    .map((block) => {
      const value = (name: string): string => new RegExp(`  ${name} \\(\\w+\\) = (.*)`).exec(block)?.[1] ?? '';
      const geometry = /^ {2}[A-Z]+(?: Z)? (\(.*\))\s*$/m.exec(block)?.[1] ?? '';
      return {
        type: Number(value('Type')),
        level: Number(value('Level')),
        group: Number(value('GraphicGroup')),
        colour: /c:(#[0-9a-f]{6})/.exec(block)?.[1] ?? '',
        style: Number(value('Style')),
        weight: Number(value('Weight')),
        text: value('Text'),
        label: /LABEL\((.*)\)/.exec(block)?.[1] ?? '',
        vertices: Array.from(geometry.matchAll(/-?\d[^,()]*/g), ([numbers]) => numbers.split(' ').map(Number)),
      };
    });
}

/**
 * A ring of a path, stroked: triples, with the first repeated at the end of a closed ring; no elevation counts as 0.
 */
function ringOf(path: Path, ring: number, closed: boolean): { corners: number[][]; drawn: number[][] } {
  const own = new Path();
  for (let i = path.rings[ring]!; i < path.ringEnd(ring); i++)
    own.vertex(...(triple(path, i) as [number, number, number]), path.bulges[i]);
  own.closed = closed;
  const stroked = strokePath(own, 1e-3);
  const all = (of: Path): number[][] => Array.from({ length: of.count }, (_, i) => triple(of, i));
  const drawn = all(stroked);
  return { corners: all(own), drawn: closed ? [...drawn, drawn[0]!] : drawn };
}

function triple({ coordinates: c }: Path, i: number): number[] {
  return [c[3 * i]!, c[3 * i + 1]!, Number.isNaN(c[3 * i + 2]!) ? 0 : c[3 * i + 2]!];
}

/** Distance of a place from a polyline; a place without an elevation is compared in plan. */
function distance(place: readonly number[], line: readonly (readonly number[])[]): number {
  let least = Infinity;
  for (let i = 0; i < line.length; i++) {
    const a = line[i]!;
    const b = line[Math.min(i + 1, line.length - 1)]!;
    let [squared, along] = [0, 0];
    for (let axis = 0; axis < place.length; axis++) {
      squared += (b[axis]! - a[axis]!) ** 2;
      along += (b[axis]! - a[axis]!) * (place[axis]! - a[axis]!);
    }
    const t = squared === 0 ? 0 : Math.min(1, Math.max(0, along / squared));
    let off = 0;
    for (let axis = 0; axis < place.length; axis++) off += (a[axis]! + t * (b[axis]! - a[axis]!) - place[axis]!) ** 2;
    least = Math.min(least, Math.sqrt(off));
  }
  return least;
}

/** Compares GDAL's elements one by one with what should have been written. */
class Comparison {
  readonly #seen: readonly Seen[];
  readonly #job: FieldJob;
  readonly #symbols: SymbolBook;
  #next = 0;

  constructor(job: FieldJob, seen: readonly Seen[]) {
    const levels = levelsOf(job);
    this.#job = job;
    this.#seen = seen;
    this.#symbols = new SymbolBook(job, levels.byLayer, levels.noLayer);
  }

  take(feature: Partial<Feature> & Pick<Feature, 'layer' | 'colour'>, types: readonly number[]): Seen {
    const seen = this.#seen[this.#next++];
    assert.ok(seen !== undefined, `GDAL sees ${this.#seen.length} elements only`);
    assert.ok(types.includes(seen.type), `element ${this.#next} is of type ${seen.type}, not ${types}`);
    const { level, lineCode, weight } = this.#symbols.of(feature);
    assert.deepEqual([seen.level, seen.style, seen.weight], [level, lineCode, weight], `element ${this.#next}`);
    const own = feature.colour >= 0 ? feature.colour : ([...this.#job.layers][feature.layer]?.colour ?? -1);
    assert.equal(seen.colour, `#${(own < 0 ? 0xffffff : own).toString(16).padStart(6, '0')}`);
    return seen;
  }

  /** Every vertex of GDAL is on the path, and every corner of the path is one of them. */
  path({ vertices, type }: Seen, { corners, drawn }: ReturnType<typeof ringOf>, is3d: boolean): void {
    const shown = is3d ? 3 : 2;
    for (const place of vertices) {
      const off = distance(place.slice(0, shown), drawn);
      assert.ok(off < ON_PATH, `${place} of type ${type} is ${off} off`);
    }
    const isCircle = type === 15 || (type === 16 && corners.length === 2 && vertices.length > 70);
    for (const corner of isCircle ? [] : corners)
      assert.ok(
        vertices.some((place) => place.slice(0, shown).every((v, i) => Math.abs(v - corner[i]!) < ARC_END)),
        `corner ${corner} of type ${type} is missing`,
      );
  }

  done(): void {
    assert.equal(this.#next, this.#seen.length, 'nothing else was written');
  }
}

test('GDAL reads any written job at the same place, level, colour, line code and weight (oracle: ogrinfo)', async (t) => {
  if (spawnSync('ogrinfo', ['--version']).error !== undefined) {
    t.skip('gdal-bin is not installed: jobs written as design files are not compared with GDAL');
    return;
  }
  const coordinate = fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 1000);
  const jobs = arbitraryJob({
    kinds: ['points', 'lines', 'areas', 'texts', 'surfaces'],
    coordinate,
    elevation: fc.oneof(coordinate, fc.constant(50), fc.constant(50), fc.constant(Number.NaN)),
    text: fc.constantFrom('', 'Ab c', 'Weg 5', 'T\nU'),
  });
  await fc.assert(
    fc.asyncProperty(jobs, async (job) => {
      const { result, issues } = await writeWith(dgn, job, { use: seenByGdal });
      const is3d = issues.summary().some(({ parameters }) => parameters?.['dimensions'] === '3-D');
      const compared = new Comparison(job, result);
      const feature = new Feature();
      const path = new Path();
      const { points, lines, areas, texts } = job;
      for (let row = 0; row < points.length; row++) {
        const { vertices } = compared.take(points.load(row, feature), [3]);
        const z = points.elevation(row);
        const place = [points.easting(row), points.northing(row), Number.isNaN(z) ? 0 : z];
        for (const vertex of vertices) assert.ok(distance(vertex, [place]) < 1e-5, `${vertex} is not ${place}`);
        assert.equal(vertices.length, 2);
      }
      for (let row = 0; row < lines.length; row++) {
        if (lines.loadPath(row, path).count < 2) continue;
        const seen = compared.take(lines.load(row, feature), [3, 4, 12, 16]);
        compared.path(seen, ringOf(path, 0, path.closed), is3d);
      }
      const groups = new Set<number>();
      for (let row = 0; row < areas.length; row++) {
        areas.loadPath(row, path);
        for (let ring = 0; ring < path.rings.length; ring++) {
          const seen = compared.take(areas.load(row, feature), [6, 14, 15]);
          assert.equal(seen.group > 0, path.rings.length > 1, 'rings of one area have a group');
          if (path.rings.length > 1) assert.equal(groups.has(seen.group), ring > 0, 'and no other area has it');
          groups.add(seen.group);
          compared.path(seen, ringOf(path, ring, true), is3d);
        }
      }
      for (let row = 0; row < texts.length; row++) {
        const label = texts.label(row);
        for (const line of label.text.split('\n')) {
          if (line === '') continue;
          const seen = compared.take(texts.load(row, feature), [17]);
          assert.equal(seen.text, line);
          const size = Number(/s:([\d.]+)g/.exec(seen.label)![1]);
          assert.ok(
            Math.abs(size - label.height) <= Math.max(1, 5e-3 * label.height),
            `${size} is not ${label.height}`,
          );
          // GDAL prints a size as a whole number or with three digits, and rotates texts of 2-D files only.
          const turn = (Number(/a:([\d.-]+)/.exec(seen.label)?.[1] ?? 0) * Math.PI) / 180;
          if (!is3d) assert.ok(Math.abs(Math.sin((turn - label.rotation) / 2)) < 1e-5, `turned by ${turn}`);
          const width = label.height * line.length * { left: 0, centre: 0.5, right: 1 }[label.justification];
          const reach = 2.5 * label.height + width;
          assert.ok(distance(seen.vertices[0]!.slice(0, 2), [[label.easting, label.northing]]) <= reach + 1e-4);
        }
      }
      for (const { triangles, vertices, layer, colour } of job.surfaces)
        for (let at = 0; at < triangles.length; at += 3) {
          const corners = [0, 1, 2].map((k) => [
            ...vertices.subarray(3 * triangles[at + k]!, 3 * triangles[at + k]! + 3),
          ]);
          compared.path(compared.take({ layer, colour }, [6]), { corners, drawn: [...corners, corners[0]!] }, is3d);
        }
      compared.done();
    }),
    { endOnFailure: true, numRuns: Number(process.env['RUNS'] ?? 8) },
  );
});
