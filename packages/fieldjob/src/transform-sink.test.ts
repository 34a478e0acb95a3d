import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transformed } from '@fieldbridge/fieldjob/testing/transformed.ts';
import { alignmentOf } from './alignment.ts';
import { JobBuilder } from './builder.ts';
import { Feature } from './feature.ts';
import { arcOfBulge } from './geometry/bulge.ts';
import { Path } from './geometry/path.ts';
import { type Drawing, NO_PLACEMENT, type Plane } from './records.ts';
import { neighboursOf, surfaceOf } from './surface.ts';
import { labelOf } from './tables/text-table.ts';
import type { CoordinateChange } from './transform/coordinate-mover.ts';
import { TransformSink } from './transform-sink.ts';

const PLANE: Plane = {
  name: 'p',
  easting: 0,
  northing: 0,
  elevation: 0,
  azimuth: 0,
  slope: 0,
  crossSlope: 0,
  source: -1,
};

test('a change of unit converts coordinates, heights, radii and qualities with the exact ratio', () => {
  const { builder } = transformed(
    { unit: { from: 'usSurveyFoot', to: 'metre' }, describe: { unit: 'metre' } },
    (sink) => {
      const feature = new Feature();
      feature.quality = 3937;
      sink.point(feature, 3937, 7874, 3937);
      assert.equal(feature.quality, 3937, 'the caller gets its feature back unchanged');
      sink.text(feature, labelOf('x', 0, 0, { height: 3937 }));
      sink.alignment(
        alignmentOf('a', {
          startStation: 3937,
          vertical: [{ station: 3937, elevation: 0, curve: 'arc', length: 3937, radius: 7874 }],
        }),
      );
    },
  );
  const { points, texts, alignments, info } = builder.job;
  assert.deepEqual(
    [points.easting(0), points.northing(0), points.elevation(0), points.quality.get(0)],
    [1200, 2400, 1200, 1200],
  );
  assert.equal(texts.height.get(0), 1200);
  assert.deepEqual([alignments[0]!.startStation, alignments[0]!.vertical[0]!.radius], [1200, 2400]);
  assert.equal(info.unit, 'metre');
});

test('exchanging axes mirrors arcs and surfaces so that both stay right', () => {
  const path = new Path();
  path.vertex(0, 0, 1, 0.5);
  path.vertex(10, 0, 1);
  const triangles = Int32Array.of(0, 1, 2, 0, 2, 3);
  const square = Float64Array.of(0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0);
  const { builder, skipped } = transformed({ swap: true }, (sink) => {
    sink.line(new Feature(), path);
    sink.surface(surfaceOf('s', square, triangles, { neighbours: neighboursOf(triangles, 4) }));
    sink.alignment(alignmentOf('a'));
    sink.plane(PLANE);
  });
  const moved = builder.job.lines.loadPath(0, new Path());
  const before = arcOfBulge(0, 0, 10, 0, 0.5)!;
  const after = arcOfBulge(0, 0, 0, 10, moved.bulges[0]!)!;
  assert.deepEqual([after.easting, after.northing], [before.northing, before.easting]);
  const surface = builder.job.surfaces[0]!;
  assert.deepEqual(Array.from(surface.neighbours!), Array.from(neighboursOf(surface.triangles, 4)));
  const [a, b, c] = Array.from(surface.triangles.subarray(0, 3), (v) => [
    surface.vertices[3 * v]!,
    surface.vertices[3 * v + 1]!,
  ]);
  assert.ok((b![0]! - a![0]!) * (c![1]! - a![1]!) - (b![1]! - a![1]!) * (c![0]! - a![0]!) > 0, 'counter-clockwise');
  assert.deepEqual([skipped, builder.job.alignments.length], [['plane p'], 1]);
});

test('a map moves vertices, labels, surfaces and the target of a placement', () => {
  const map = (position: Float64Array): void => {
    position[0]! += 1000;
  };
  const { builder } = transformed({ map }, (sink) => {
    sink.text(new Feature(), labelOf('x', 1, 2));
    sink.surface(
      surfaceOf('s', Float64Array.of(1, 2, 3), new Int32Array(0), {
        breaklines: [{ name: '', kind: 'hard', coordinates: Float64Array.of(4, 5, 6) }],
      }),
    );
    sink.drawing({
      name: 'd',
      fileName: 'd.dxf',
      format: 'dxf',
      mediaType: '',
      sha256: '',
      read: null,
      size: 0,
      source: -1,
      placement: { ...NO_PLACEMENT, kind: 'point', from: [[1, 1]], to: [[2, 2]] },
      scene: new JobBuilder().job,
    });
  });
  const { texts, surfaces, drawings } = builder.job;
  assert.equal(texts.coordinates.get(0), 1001);
  assert.deepEqual(Array.from(surfaces[0]!.vertices), [1001, 2, 3]);
  assert.deepEqual(Array.from(surfaces[0]!.breaklines[0]!.coordinates), [1004, 5, 6]);
  assert.deepEqual([drawings[0]!.placement.from, drawings[0]!.placement.to], [[[1, 1]], [[1002, 2]]]);
});

test('the decision waits for the first coordinate and knows what was stated before', () => {
  const builder = new JobBuilder();
  const seen: unknown[] = [];
  const sink = new TransformSink(
    builder,
    (info) => {
      seen.push(info.unit);
      return { describe: { unit: 'metre' } };
    },
    () => {},
  );
  sink.describe({ name: 'job' });
  sink.describe({ unit: 'internationalFoot' });
  assert.equal(builder.job.info.name, 'job');
  assert.equal(builder.job.info.unit, undefined);
  sink.point(new Feature(), 1, 2, 3);
  sink.finish();
  assert.deepEqual(seen, ['internationalFoot']);
  assert.equal(builder.job.info.unit, 'metre');
});

/** A drawing of one area, in metres, with the given placement. */
function metricDrawing(placement: Drawing['placement']): Drawing {
  const scene = new JobBuilder();
  scene.describe({ unit: 'metre' });
  const path = new Path();
  for (const [e, n] of [
    [0, 0],
    [30, 0],
    [30, 10],
  ] as const)
    path.vertex(e, n, Number.NaN);
  path.closed = true;
  const feature = new Feature();
  feature.attributes = ['width', '3.048', 'frame', 'image'];
  scene.area(feature, path);
  scene.line(feature, path);
  const bytes = { mediaType: 'image/png', sha256: '', read: null, size: 0 };
  return { name: 'scan', fileName: 'scan.png', format: 'png', ...bytes, placement, scene: scene.job, source: -1 };
}

const corners = ({ scene }: Drawing): number[] => Array.from(scene.areas.coordinates.view().subarray(0, 9));

test('a drawing without placement follows the job: unit, axes and system', () => {
  const unit = { from: 'metre', to: 'internationalFoot' } as const;
  const change: CoordinateChange = { unit, swap: true, map: (position) => void (position[0]! += 1000) };
  const { builder, skipped } = transformed(change, (sink) => sink.drawing(metricDrawing(NO_PLACEMENT)));
  const [drawing] = builder.job.drawings;
  const feet = (metres: number): number => metres / 0.3048;
  const expected = [1000, 0, 1000, feet(30), 1000 + feet(10), feet(30)];
  const found = corners(drawing!).filter((value) => !Number.isNaN(value));
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(found[i]! - value) < 1e-9, `${found[i]} ${value}`);
  assert.equal(drawing!.scene.info.unit, 'internationalFoot');
  assert.deepEqual(skipped, []);
});

test('linework of a placed drawing, and its positions in the drawing, follow the unit; positions in the job follow every change', () => {
  const unit = { from: 'metre', to: 'internationalFoot' } as const;
  const placement = { kind: 'scale', from: [[0, 0]], to: [[304.8, 609.6]], scale: 500 } as const;
  const map = (position: Float64Array): void => void (position[1]! += 7);
  const { builder, skipped } = transformed({ unit, map }, (sink) => {
    sink.drawing(metricDrawing(placement));
    sink.drawing(
      metricDrawing({
        kind: 'line',
        from: [
          [3.048, 0],
          [0, 0],
        ],
        to: [
          [0, 0],
          [0, 3.048],
        ],
        scale: 1,
      }),
    );
  });
  const [scaled, lined] = builder.job.drawings;
  assert.deepEqual(scaled!.placement, { kind: 'scale', from: [[0, 0]], to: [[1000, 2007]], scale: 500 });
  assert.ok(Math.abs(corners(scaled!)[3]! - 30 / 0.3048) < 1e-9);
  assert.deepEqual(lined!.placement.from, [
    [10, 0],
    [0, 0],
  ]);
  assert.deepEqual(lined!.placement.to, [
    [0, 7],
    [0, 17],
  ]);
  // Two positions rotate and scale it with the system, one cannot.
  assert.deepEqual(skipped, ['drawing scan']);
});

test('the width of a line is a length and follows the unit', () => {
  const unit = { from: 'metre', to: 'internationalFoot' } as const;
  const { builder } = transformed({ unit }, (sink) => {
    const feature = new Feature();
    const path = new Path();
    path.vertex(0, 0, 0);
    path.vertex(1, 0, 0);
    for (const attributes of [
      ['width', '3.048', 'name', 'width'],
      ['name', 'width'],
      ['width', 'wide'],
      ['name', 'width', 'width', '3.048'],
      ['width', '-3.048'],
      ['width', '0'],
    ]) {
      feature.attributes = attributes;
      sink.line(feature, path);
      assert.deepEqual(feature.attributes, attributes, 'the source’s own stay unchanged');
    }
  });
  const { attributes } = builder.job.lines;
  assert.deepEqual(attributes.get(0), ['width', '10', 'name', 'width']);
  assert.deepEqual(attributes.get(1), ['name', 'width']);
  assert.deepEqual(attributes.get(2), ['width', 'wide']);
  assert.deepEqual(attributes.get(3), ['name', 'width', 'width', '10']);
  assert.deepEqual(
    [attributes.get(4), attributes.get(5)],
    [
      ['width', '-3.048'],
      ['width', '0'],
    ],
  );
});

describe('dashes of line types follow the unit, whenever they are stated', () => {
  for (const isLate of [false, true])
    test(isLate ? 'late' : 'early', () => {
      const { builder } = transformed(
        { unit: { from: 'internationalFoot', to: 'metre' }, describe: { unit: 'metre' } },
        (sink) => {
          if (isLate) sink.point(new Feature(), 1, 2, 3);
          sink.describe({ lineDashes: { rail: [10, -5, 0, -5], whole: [1], odd: [1, Number.NaN] } });
          sink.point(new Feature(), 1, 2, 3);
        },
      );
      assert.deepEqual(builder.job.info.lineDashes, { rail: [3.048, -1.524, 0, -1.524] });
    });
});

test('the length of a text and the lines of a hatch follow the unit and an exchange of axes', () => {
  const unit = { from: 'metre', to: 'internationalFoot' } as const;
  const { builder } = transformed({ unit, swap: true }, (sink) => {
    const feature = new Feature();
    feature.attributes = ['fit', '3.048'];
    sink.text(feature, labelOf('a', 0, 0));
    feature.attributes = ['pattern', 'A', 'hatch', '30 0.3048 0 0 3.048 0.3048 -0.3048', 'fit', 'no'];
    const path = new Path();
    for (const [e, n] of [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as const)
      path.vertex(e, n, 0);
    sink.area(feature, path);
  });
  assert.deepEqual(builder.job.texts.attributes.get(0), ['fit', '10']);
  assert.deepEqual(builder.job.areas.attributes.get(0), ['pattern', 'A', 'hatch', '60 0 1 10 0 1 -1', 'fit', 'no']);
});
