import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { arcOfBulge, BY_LAYER, Feature, type FieldJob, Path } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { colourOfIndex } from '../../kit/cad/aci.ts';
import { DXF_WRITE_VERSIONS } from './options.ts';
import { askEzdxf, FINDINGS_PROGRAM, type Findings, type Found, missingEzdxf } from './testing/ezdxf.ts';
import { countedByGdal } from './testing/gdal.ts';
import { withFolder, writeTo } from './testing/writing.ts';

// Random jobs, written in every version and checked with ezdxf and GDAL.

const JOBS = Number(process.env['EZDXF_JOBS'] ?? 3);
const SEED = Number(process.env['EZDXF_SEED'] ?? 11);
const coordinate = fc.integer({ min: -40_000, max: 40_000 }).map((value) => value / 1000);
const plain = fc.oneof(
  fc.constant(''),
  fc.stringMatching(/^[A-Za-z0-9 äöüß._-]{1,20}$/).map((value) => value.trim()),
);
const jobs = arbitraryJob({
  kinds: ['points', 'lines', 'areas', 'texts', 'surfaces'],
  coordinate,
  elevation: fc.oneof(fc.constant(Number.NaN), fc.constantFrom(0, 5, 12.25)),
  text: plain,
});

/** The entity types that a path may be written as, and which of their positions must be those of the path. */
function entityOf(
  path: Path,
  modern: boolean,
  isWide: boolean,
): { types: readonly string[]; at: number[][] } | undefined {
  const { count, coordinates: c, closed, hasBulges } = path;
  if (count < 2) return undefined;
  const at = Array.from({ length: count }, (_, i) => Array.from(c.subarray(3 * i, 3 * i + 3), (value) => value || 0));
  const heights = Array.from({ length: count }, (_, i) => c[3 * i + 2]!);
  const isLevel = heights.every((z) => Object.is(z, heights[0]));
  if (!isLevel && (count > 2 || closed || hasBulges))
    return { types: ['POLYLINE'], at: hasBulges ? [at[0]!, at.at(-1)!] : at };
  if (count === 2 && !closed && !hasBulges && !isWide) return { types: ['LINE'], at };
  return hasBulges
    ? { types: [modern ? 'LWPOLYLINE' : 'POLYLINE', 'ARC', 'CIRCLE'], at: [] }
    : { types: [modern ? 'LWPOLYLINE' : 'POLYLINE'], at };
}

function assertWritten(
  job: FieldJob,
  { errors, fixes, handles, layers, entities }: Findings,
  version: string,
  what: string,
): void {
  assert.deepEqual([errors, fixes, handles], [[], [], []], what);
  const modern = version !== 'R12';
  for (const { layer } of entities) assert.ok(layer in layers, `${what}: layer ${layer}`);
  const ofType = (...types: string[]): Found[] => entities.filter(({ type }) => types.includes(type));
  const points = ofType('POINT', 'INSERT');
  assert.equal(points.length, job.points.length, what);
  const feature = new Feature();
  for (const [row, found] of points.entries()) {
    job.points.load(row, feature);
    const [e, n, z] = [job.points.easting(row), job.points.northing(row), job.points.elevation(row)];
    assert.deepEqual(found.at, [[e, n, z || 0]], what);
    assertLook(job, feature, found, version, what);
    if (found.type !== 'INSERT') continue;
    assert.deepEqual(found.tags[0], ['NAME', feature.name], what);
    for (const [i, value] of feature.attributes.entries())
      if (i % 2 === 1)
        assert.ok(
          found.tags.some(([tag, text]) => tag === feature.attributes[i - 1] && text === value),
          `${what}: ${value}`,
        );
  }
  // Points, lines, areas, texts, surfaces are written in this order, so paths keep the order of the job.
  const paths = ofType('LINE', 'LWPOLYLINE', 'POLYLINE', 'ARC', 'CIRCLE');
  const path = new Path();
  let next = 0;
  for (let row = 0; row < job.lines.length; row++) {
    job.lines.load(row, feature);
    const expected = entityOf(job.lines.loadPath(row, path), modern, feature.attributes[0] === 'width');
    if (expected === undefined) continue;
    const found = paths[next++]!;
    assert.ok(expected.types.includes(found.type), `${what}: line ${row} is a ${found.type}`);
    for (const place of expected.at)
      assert.ok(
        found.at.some((v) => v.every((value, k) => Math.abs(value - place[k]!) < 1e-9)),
        `${what}: line ${row}: ${place} in ${JSON.stringify(found.at)}`,
      );
    if (found.type === 'ARC') {
      const arc = arcOfBulge(
        path.coordinates[0]!,
        path.coordinates[1]!,
        path.coordinates[3]!,
        path.coordinates[4]!,
        path.bulges[0]!,
      )!;
      assert.ok(
        Math.abs(arc.radius - found.at[1]![0]!) < 1e-6 && Math.abs(arc.easting - found.at[0]![0]!) < 1e-6,
        what,
      );
    }
    assertLook(job, feature, found, version, what);
  }
  const triangles = job.surfaces.reduce((sum, { triangles: all }) => sum + all.length / 3, 0);
  assert.equal(ofType('3DFACE').length, triangles, what);
  if (!modern) return;
  const texts = ofType('TEXT', 'MTEXT');
  assert.equal(texts.length, job.texts.length, what);
  for (const [row, found] of texts.entries()) {
    const { text, easting, northing } = job.texts.label(row);
    assert.equal(found.text, text, what);
    assert.ok(Math.abs(found.at[0]![0]! - easting) < 1e-9 && Math.abs(found.at[0]![1]! - northing) < 1e-9, what);
  }
}

/** Colour, weight and layer as a CAD user sees them. */
function assertLook(job: FieldJob, feature: Feature, found: Found, version: string, what: string): void {
  const layer = job.layers.get(feature.layer)?.name;
  // ezdxf finds layers regardless of case; names that DXF does not allow were changed.
  if (layer === undefined) assert.equal(found.layer, '0', what);
  else if (/^[\w äöüß.-]+$/.test(layer) && layer.length < 31)
    assert.equal(found.layer.toLowerCase(), layer.toLowerCase(), what);
  if (feature.colour === BY_LAYER) assert.deepEqual([found.colour, found.rgb], [256, null], what);
  else if (version.startsWith('201')) {
    const [r, g, b] = found.rgb ?? [
      colourOfIndex(found.colour) >> 16,
      (colourOfIndex(found.colour) >> 8) & 255,
      colourOfIndex(found.colour) & 255,
    ];
    assert.equal((r! << 16) | (g! << 8) | b!, feature.colour, what);
  } else assert.ok(found.rgb === null && found.colour > 0 && found.colour < 256, what);
  if (version === 'R12') return;
  if (feature.lineWeight === BY_LAYER) assert.equal(found.weight, -1, what);
  else
    assert.ok(Math.abs(found.weight - feature.lineWeight) <= 21, `${what}: ${found.weight} for ${feature.lineWeight}`);
}

test('ezdxf reads any written job, in any version: no fault, no repeated handle, same content and style', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(`drawings read by ezdxf: ${missing}`);
  const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0;
  if (!hasGdal) t.diagnostic('gdal-bin is not installed: the drawings were not opened with GDAL');
  await withFolder(async (folder) => {
    const written = new Map<string, { job: FieldJob; version: string }>();
    for (const [i, job] of fc.sample(jobs, { numRuns: JOBS, seed: SEED }).entries()) {
      for (const version of DXF_WRITE_VERSIONS) {
        const path = join(folder, `${i}-${version}.dxf`);
        await writeTo(path, job, { version, areas: version === '2018' ? 'hatch' : 'outline' });
        written.set(path, { job, version });
      }
    }
    const found = askEzdxf<Record<string, Findings>>(FINDINGS_PROGRAM, [...written.keys()]);
    for (const [path, { job, version }] of written) {
      const what = `${path} of seed ${SEED}`;
      assertWritten(job, found[path]!, version, what);
      const unit = { metre: 6, internationalFoot: 2, usSurveyFoot: 21 };
      assert.equal(found[path]!.insunits, job.info.unit === undefined ? 0 : unit[job.info.unit], what);
      assertExtent(job, found[path]!, what);
    }
    if (!hasGdal) return;
    const paths = DXF_WRITE_VERSIONS.map((version) => join(folder, `0-${version}.dxf`));
    const counted = countedByGdal(folder, paths, { DXF_ENCODING: 'UTF-8' });
    for (const path of paths) assert.ok(counted.get(path)! >= found[path]!.entities.length, path);
  });
});

/** The header states the extents, including the bulge of arcs. */
function assertExtent(job: FieldJob, { entities, extent }: Findings, what: string): void {
  const { points, lines, areas, texts } = job;
  const tables = [points, lines, areas, texts].map(({ coordinates }) => coordinates.view());
  const onArcs = arcPoints(job);
  const places = [...tables, ...job.surfaces.map(({ vertices }) => vertices), onArcs];
  const values = (k: number): number[] => places.flatMap((all) => Array.from(all).filter((_, i) => i % 3 === k));
  if (entities.length === 0 || values(0).length === 0) return;
  for (const k of [0, 1])
    for (const [found, expected] of [
      [extent[0]![k]!, values(k).reduce((a, b) => Math.min(a, b))],
      [extent[1]![k]!, values(k).reduce((a, b) => Math.max(a, b))],
    ] as const)
      if (onArcs.length === 0) assert.equal(found, expected, what);
      else
        assert.ok(Math.abs(found - expected) <= 1e-4 * (1 + Math.abs(expected)), `${what}: ${found}, not ${expected}`);
}

/** Points along every arc, so dense that the arc exceeds them by less than 2e-5 of its radius. */
function arcPoints({ lines, areas }: FieldJob): number[] {
  const found: number[] = [];
  const path = new Path();
  for (const table of [lines, areas])
    for (let row = 0; row < table.length; row++) {
      const { coordinates: c, bulges, rings, closed, hasBulges } = table.loadPath(row, path);
      for (let ring = 0; hasBulges && ring < rings.length; ring++) {
        const end = path.ringEnd(ring);
        for (let i = rings[ring]!; i < end; i++) {
          if (i + 1 === end && !closed && table === lines) continue;
          const next = i + 1 === end ? rings[ring]! : i + 1;
          const arc = arcOfBulge(c[3 * i]!, c[3 * i + 1]!, c[3 * next]!, c[3 * next + 1]!, bulges[i]!);
          for (let step = 0; arc !== undefined && step <= 512; step++) {
            const angle = arc.startAngle + (arc.sweep * step) / 512;
            found.push(arc.easting + arc.radius * Math.cos(angle), arc.northing + arc.radius * Math.sin(angle), 0);
          }
        }
      }
    }
  return found;
}
