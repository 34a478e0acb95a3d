import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  alignmentOf,
  Feature,
  FieldJob,
  type HorizontalElement,
  JobBuilder,
  Path,
  surfaceOf,
  traceAlignment,
} from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { distanceToPath, segmentsOf } from '@fieldbridge/fieldjob/testing/path-walk.ts';
import fc from 'fast-check';
import { readWith, writeWith } from '../../../testing/run-format.ts';
import { jobWith } from '../../../testing/traits.ts';
import { missingXmllint, schemaFaults } from '../../../testing/xmllint.ts';
import { landxml } from './format.ts';

const CORPUS = join(process.env.CORPUS ?? join(import.meta.dirname, '../../../../../../shared/corpus'), 'landxml');
/** The schema is not part of the project; LANDXML_XSD names a copy. */
const SCHEMA = process.env.LANDXML_XSD ?? join(CORPUS, 'LandXML-1.2.xsd');

const coordinate = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 1000 + 0);
const text = fc.constantFrom('', 'a', 'Weg 1', 'Öl & "Straße" <1>', '道路');
const shape = {
  coordinate,
  text,
  fewestVertices: 2,
  kinds: ['points', 'lines', 'areas', 'surfaces', 'alignments'],
} as const;

/** Vertices of a table's rows with their names, codes and attributes. */
function pathsOf(table: FieldJob['lines']): unknown[] {
  const path = new Path();
  return Array.from({ length: table.length }, (_, row) => {
    const { code, attributes } = table.load(row, new Feature());
    table.loadPath(row, path);
    return [code, attributes, [...path.rings], [...path.coordinates.subarray(0, 3 * path.count)]];
  });
}

describe('LandXML of a job', () => {
  it('keeps points, lines, areas and surfaces with every coordinate', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryJob({ ...shape, bulges: false }), async (job) => {
        const { result } = await writeWith(landxml, job);
        const back = await readWith(landxml, result);
        assert.deepEqual(back.issues.summary(), []);
        assert.equal(back.job.info.unit, job.unit);
        const points = (of: FieldJob): string[] =>
          Array.from({ length: of.points.length }, (_, row) =>
            [
              of.points.easting(row),
              of.points.northing(row),
              of.points.elevation(row),
              of.points.code.get(row),
              of.points.list.get(row),
            ].join('|'),
          ).sort();
        assert.deepEqual(points(back.job), points(job));
        assert.deepEqual(pathsOf(back.job.areas), pathsOf(job.areas));
        assert.deepEqual(pathsOf(back.job.lines), pathsOf(job.lines));
        const whole = job.surfaces.filter((surface) => surface.triangles.length > 0);
        const names = back.job.surfaces.map(({ name }) => name);
        assert.equal(new Set(names).size, whole.length);
        whole.forEach(({ name }, i) => {
          assert.ok(names[i]!.startsWith(name === '' ? 'surface' : name));
        });
        back.job.surfaces.forEach((surface, i) => {
          assert.deepEqual(surface.vertices, whole[i]!.vertices);
          const sorted = (triangles: Int32Array): number[][] =>
            Array.from({ length: triangles.length / 3 }, (_, t) =>
              [...triangles.subarray(3 * t, 3 * t + 3)].sort((a, b) => a - b),
            );
          assert.deepEqual(sorted(surface.triangles), sorted(whole[i]!.triangles));
        });
      }),
      { numRuns: 50 },
    );
  });

  it('keeps arcs as arcs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(coordinate, coordinate, fc.constantFrom(0, 0.3, -1, 2.5)), { minLength: 2, maxLength: 6 }),
        async (vertices) => {
          const distinct = vertices.every(
            ([e, n], i) => i === 0 || Math.hypot(e - vertices[i - 1]![0], n - vertices[i - 1]![1]) > 1,
          );
          fc.pre(
            distinct && Math.hypot(vertices[0]![0] - vertices.at(-1)![0], vertices[0]![1] - vertices.at(-1)![1]) > 1,
          );
          const job = new FieldJob();
          const path = new Path();
          for (const [e, n, bulge] of vertices) path.vertex(e, n, 1, bulge);
          job.lines.add(new Feature(), path);
          const { result } = await writeWith(landxml, job);
          const back = (await readWith(landxml, result)).job.lines.loadPath(0, new Path());
          assert.equal(back.count, vertices.length);
          vertices.slice(0, -1).forEach(([, , bulge], i) => {
            assert.ok(
              Math.abs(back.bulges[i]! - bulge) < 1e-6 * Math.max(1, Math.abs(bulge)),
              `${back.bulges[i]} for ${bulge}`,
            );
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('restores a real alignment: elements, profile, sections, equations', async () => {
    const { job } = await readWith(landxml, readFileSync(join(CORPUS, 'j_landxml_sample.xml')));
    const { result, issues } = await writeWith(landxml, job);
    assert.equal(issues.count('surface-not-written'), 1);
    const back = (await readWith(landxml, result)).job;
    const [was, is] = [job.alignments[0]!, back.alignments[0]!];
    assert.deepEqual(
      [is.name, is.startStation, is.equations, is.vertical],
      [was.name, was.startStation, was.equations, was.vertical],
    );
    assert.deepEqual(is.sections, was.sections);
    was.horizontal.forEach((element, i) => {
      const other = is.horizontal[i]!;
      assert.deepEqual(
        [other.kind, other.startEasting, other.startNorthing],
        [element.kind, element.startEasting, element.startNorthing],
      );
      assert.ok(
        Math.abs(other.length - element.length) < 0.005 && Math.abs(other.startStation - element.startStation) < 0.01,
        `element ${i}`,
      );
      assert.ok(Math.abs(other.azimuth - element.azimuth) < 1e-4, `azimuth of element ${i}`);
      assert.ok(Math.abs(1 / other.startRadius - 1 / element.startRadius) < 1e-7, `radius of element ${i}`);
    });
  });

  it('restores the course of any alignment, also with a clothoid that changes sides, in every unit', async () => {
    const radius = fc.oneof(
      fc.constant(Infinity),
      fc.tuple(fc.integer({ min: 40, max: 900 }), fc.constantFrom(-1, 1)).map(([size, side]) => size * side),
    );
    const leg = fc.record({
      kind: fc.constantFrom('straight', 'arc', 'clothoid'),
      length: fc.integer({ min: 5, max: 80 }),
      startRadius: radius,
      endRadius: radius,
      gap: fc.constantFrom(0, 0, 0, 25),
    });
    const axis = fc.tuple(fc.array(leg, { minLength: 1, maxLength: 7 }), fc.double({ min: 0, max: 6.28, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(axis, fc.constantFrom('metre', 'usSurveyFoot'), async ([legs, start], unit) => {
        let [e, n, azimuth, startStation] = [500_000, 5_800_000, start, 100];
        const horizontal = legs.map(({ kind, length, startRadius, endRadius, gap }): HorizontalElement => {
          // Properties without a meaning for the kind may be set nevertheless.
          const radii = kind === 'arc' ? { startRadius, endRadius: startRadius } : { startRadius, endRadius };
          const element = { kind, length, startEasting: e + gap, startNorthing: n, azimuth, startStation, ...radii };
          const path = traceAlignment(alignmentOf('', { horizontal: [element] }), 1e-5);
          [e, n] = path.coordinates.subarray(3 * path.count - 3, 3 * path.count - 1) as unknown as [number, number];
          if (kind !== 'straight') azimuth += (length / radii.startRadius + length / radii.endRadius) / 2;
          startStation += length;
          return element;
        });
        const builder = new JobBuilder();
        builder.describe({ unit });
        const equations = [
          { back: 120, ahead: 150 },
          { back: 160, ahead: 90 },
        ];
        const vertical = [
          { station: 100, elevation: 5, curve: 'none', length: 0, radius: Number.NaN },
          { station: 130, elevation: 7, curve: 'parabola', length: 12, radius: Number.NaN },
          { station: 170, elevation: 6, curve: 'arc', length: 9, radius: 500 },
        ] as const;
        builder.alignment(
          alignmentOf('A', { startStation: 100, horizontal, equations, vertical, description: 'main line' }),
        );
        const { result } = await writeWith(landxml, builder.job);
        const internal = [...result.toString().matchAll(/staInternal="([^"]+)"/g)].map(([, value]) => Number(value));
        // 20 to the first equation, then 10 from 150 to 160.
        assert.deepEqual(internal, [120, 130]);
        const { job } = await readWith(landxml, result);
        assert.equal(job.info.unit, unit);
        const [back] = job.alignments;
        assert.deepEqual([back!.description, back!.equations, back!.vertical], ['main line', equations, vertical]);
        const [was, is] = [builder.job.alignments[0]!, back!].map((one) => traceAlignment(one, 0.0005));
        const [from, to] = [segmentsOf(was!, false), segmentsOf(is!, false)];
        for (const [places, other] of [
          [from, to],
          [to, from],
        ] as const)
          for (const place of places) assert.ok(distanceToPath(place.from, other) < 0.003);
        const lengthOf = (elements: readonly HorizontalElement[]): number =>
          elements.reduce((sum, element) => sum + element.length, 0);
        assert.ok(Math.abs(lengthOf(back!.horizontal) - lengthOf(horizontal)) < 0.01);
        const stations = back!.horizontal.map((element) => element.startStation);
        assert.deepEqual([stations[0], [...stations].sort((a, b) => a - b)], [100, stations]);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves out only an alignment that is not fully known, and names it', async () => {
    const straight: HorizontalElement = {
      kind: 'straight',
      ...{ startStation: 0, length: 10, startEasting: 0, startNorthing: 0, azimuth: 0 },
      ...{ startRadius: Number.NaN, endRadius: 0 },
    };
    const builder = new JobBuilder();
    const axes: [name: string, horizontal: HorizontalElement[]][] = [
      ['straight', [straight]],
      ['none', []],
      ['arc', [straight, { ...straight, kind: 'arc' }]],
      ['spiral', [{ ...straight, kind: 'clothoid', startRadius: Infinity }]],
      ['nowhere', [{ ...straight, startEasting: Number.NaN }]],
      ['backwards', [{ ...straight, length: -1 }]],
    ];
    for (const [name, horizontal] of axes) builder.alignment(alignmentOf(name, { horizontal }));
    const { result, issues } = await writeWith(landxml, builder.job);
    const { job } = await readWith(landxml, result);
    assert.deepEqual(
      job.alignments.map(({ name }) => name),
      ['straight'],
    );
    const reported = issues.places().filter(({ code }) => code === 'alignment-not-written');
    assert.deepEqual(
      reported.map(({ parameters }) => parameters?.['alignment']),
      ['none', 'arc', 'spiral', 'nowhere', 'backwards'],
    );
  });

  it('leaves out profile points without a position, so that the others are read', async () => {
    const point = { station: 0, elevation: 50, curve: 'none', length: 0, radius: Number.NaN } as const;
    const vertical = [
      { ...point, elevation: Number.NaN },
      point,
      { ...point, station: Infinity },
      { ...point, station: 40, elevation: 52, curve: 'parabola', length: 20 } as const,
      { ...point, station: 100 },
    ];
    const { alignments } = jobWith({ alignment: { vertical } });
    const builder = new JobBuilder();
    for (const name of ['A', 'B'])
      builder.alignment({ ...alignments[0]!, name, vertical: name === 'A' ? vertical : [point] });
    const { result, issues } = await writeWith(landxml, builder.job);
    const reported = issues.summary().find(({ code }) => code === 'vertical-point-left-out');
    assert.deepEqual([reported?.severity, reported?.count], ['warning', 2]);
    assert.deepEqual(reported!.about, { kind: 'alignment', name: 'A' });
    const { job, issues: read } = await readWith(landxml, result);
    assert.deepEqual(
      job.alignments.map((one) => one.vertical.map(({ station }) => station)),
      [[0, 40, 100], [0]],
    );
    assert.equal(read.count('profile-damaged'), 0);
  });

  it('leaves out sections and equations without a station or data, and counts them', async () => {
    const none = Number.NaN;
    const curve = { station: 20, elevation: 51, curve: 'parabola', length: none, radius: none } as const;
    const good = { name: 'R', station: 5, points: Float64Array.of(0, 1, 2, 3) };
    const job = jobWith({
      alignment: {
        vertical: [curve, { ...curve, station: 60, length: -2 }, { ...curve, station: 90, length: 8 }],
        sections: [
          { ...good, station: Infinity },
          { ...good, points: Float64Array.of(0, none, 2, 3) },
          good,
          { ...good, name: 'L' },
        ],
        equations: [
          { back: 30, ahead: none },
          { back: 40, ahead: 45 },
        ],
      },
    });
    const { result, issues } = await writeWith(landxml, job);
    const counts = ['vertical-curve-left-out', 'section-not-written', 'station-equation-not-written'];
    assert.deepEqual(
      counts.map((code) => issues.count(code)),
      [2, 2, 1],
    );
    const { job: back, issues: read } = await readWith(landxml, result);
    assert.deepEqual(read.summary(), []);
    const [axis] = back.alignments;
    assert.deepEqual(
      axis!.vertical.map(({ station, curve: kind, length }) => [station, kind, length]),
      [
        [20, 'none', 0],
        [60, 'none', 0],
        [90, 'parabola', 8],
      ],
    );
    assert.deepEqual(axis!.sections, [good, { ...good, name: 'L' }]);
    assert.deepEqual(axis!.equations, [{ back: 40, ahead: 45 }]);
  });

  it('adds names that the schema requires, and makes those of surfaces unique', async () => {
    const builder = new JobBuilder();
    const { surfaces, alignments } = jobWith({});
    for (const name of ['', 'TIN', 'TIN', '']) {
      builder.surface({ ...surfaces[0]!, name, layer: -1 });
      builder.alignment({ ...alignments[0]!, name });
    }
    const { result, issues } = await writeWith(landxml, builder.job);
    assert.deepEqual([issues.count('name-made'), issues.count('name-changed')], [4, 2]);
    const { job } = await readWith(landxml, result);
    assert.deepEqual(
      [job.surfaces, job.alignments].map((things) => things.map(({ name }) => name)),
      [
        ['surface', 'TIN', 'TIN (2)', 'surface (2)'],
        ['alignment', 'TIN', 'TIN (2)', 'alignment (2)'],
      ],
    );
  });

  it('reports lines of a surface with incomplete elevations, or of a kind that LandXML lacks', async () => {
    const line = (kind: string, middle = 51) => ({
      ...{ name: kind, kind },
      coordinates: Float64Array.of(1000, 2000, 50, 1005, 2000, middle, 1010, 2010, 52),
    });
    const breaklines = ['standard', 'wall', 'proximity', 'nondestructive', '', 'hard', 'ridge'].map((kind) =>
      line(kind),
    );
    const boundaries = ['outer', 'void', 'island', 'inner', 'clip'].map((kind) => line(kind));
    const job = jobWith({ surface: { breaklines: [...breaklines, line('standard', Number.NaN)], boundaries } });
    const { result, issues } = await writeWith(landxml, job);
    assert.equal(issues.count('line-kind-changed'), 2);
    const reported = issues.summary().find(({ code }) => code === 'line-elevation-left-out');
    assert.deepEqual([reported?.severity, reported?.count], ['warning', 2]);
    const [back] = (await readWith(landxml, result)).job.surfaces;
    assert.deepEqual(
      back!.breaklines.map(({ kind }) => kind),
      ['standard', 'wall', 'proximity', 'nondestructive', '', 'standard', 'standard', 'standard'],
    );
    assert.deepEqual(
      back!.boundaries.map(({ kind }) => kind),
      ['outer', 'void', 'island', 'void', 'outer'],
    );
  });

  it('keeps lines that end above their start', async () => {
    const builder = new JobBuilder();
    const lines = [
      [1, 2, 3, 1, 2, 9],
      [1, 2, 3, 5, 2, 4, 5, 8, 5, 1, 2, 6],
      [1, 2, 3, 5, 2, 4, 5, 8, 5, 1, 2, Number.NaN],
      [1, 2, 3, 1, 2, 3],
    ];
    for (const coordinates of lines) {
      const path = new Path();
      for (let i = 0; i < coordinates.length; i += 3)
        path.vertex(coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!);
      builder.line(new Feature(), path);
    }
    const { job } = await readWith(landxml, (await writeWith(landxml, builder.job)).result);
    lines.forEach((coordinates, row) => {
      const path = job.lines.loadPath(row, new Path());
      assert.deepEqual([path.closed, [...path.coordinates.subarray(0, 3 * path.count)]], [false, coordinates]);
    });
  });

  it('reports omissions and changes', async () => {
    const job = new FieldJob();
    const point = new Feature();
    Object.assign(point, { name: '1', attributes: ['a', 'b'] });
    job.points.add(point, 1, 2, 3);
    job.points.add(point, 4, 5, 6);
    job.points.add(point, Number.NaN, 5, 6);
    job.lines.add(new Feature(), new Path());
    job.surfaces.push(
      surfaceOf('s', new Float64Array(9), new Int32Array(0)),
      surfaceOf('t', Float64Array.of(Number.NaN, 1, 2), Int32Array.of(0, 0, 0)),
    );
    const { result, issues } = await writeWith(landxml, job);
    assert.deepEqual(
      issues.summary().map(({ code, count }) => `${code} ${count}`),
      [...['name-changed 1', 'point-without-position 1'], ...['surface-not-written 2', 'geometry-left-out 1']],
    );
    const back = await readWith(landxml, result);
    assert.deepEqual([back.job.points.name.get(0), back.job.points.name.get(1)], ['1', '1 (2)']);
  });

  it('conforms to the schema of LandXML 1.2', async (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    if (!existsSync(SCHEMA)) return t.skip('LandXML-1.2.xsd not found; set LANDXML_XSD to its path');
    const { job: road } = await readWith(landxml, readFileSync(join(CORPUS, 'j_landxml_sample.xml')));
    for (const job of [...fc.sample(arbitraryJob({ coordinate, text }), 15), road, new FieldJob()]) {
      const { result } = await writeWith(landxml, job, { use: (path) => schemaFaults(SCHEMA, [path]) });
      assert.equal(result, '');
    }
  });
});
