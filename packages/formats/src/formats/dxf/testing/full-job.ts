import { Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';

/** A job with one thing of every kind and variety that the writer treats differently. */
export function fullJob(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre', crs: { kind: 'epsg', code: 25832 } });
  const feature = new Feature();
  const kanal = builder.layer(layerOf('Kanäle/Süd', { colour: 0x123456, lineWeight: 37, lineType: 'GESTRICHELT' }));
  const off = builder.layer(layerOf('aus', { visible: false, locked: true }));
  feature.layer = kanal;
  feature.name = 'P 1';
  feature.code = 'Bäume';
  feature.description = '100 %% ^ \\P';
  feature.attributes = ['Umfang cm', '95', 'Art', 'Żółw'];
  builder.point(feature, 4468000.1234567, 5334000.25, 512.5);
  feature.reset().layer = off;
  feature.name = 'P2';
  builder.point(feature, 4468010, 5334001, Number.NaN);
  builder.point(feature.reset(), 4468020, 5334002, 0);
  feature.colour = 0xff0000;
  feature.lineWeight = 50;
  feature.lineType = 'STRICHPUNKT';
  const path = new Path();
  const line = (vertices: readonly (readonly number[])[], closed = false): void => {
    path.clear();
    for (const [e, n, z, bulge] of vertices) path.vertex(4468000 + e!, 5334000 + n!, z ?? Number.NaN, bulge ?? 0);
    path.closed = closed;
    builder.line(feature, path);
  };
  line([
    [0, 0],
    [10, 0.3],
  ]);
  line([
    [0, 0, 1],
    [10, 5, 2],
  ]);
  line(
    [
      [0, 0, 5, 0.5],
      [10, 0, 5],
      [10, 10, 5, -0.2],
      [0, 10, 5],
    ],
    true,
  );
  line([
    [0, 0, 1],
    [1, 1, 2],
    [2, 0, 3],
  ]);
  line([
    [0, 0, 1, 0.3],
    [1, 1, 2],
    [2, 0, 3],
  ]);
  line(
    [
      [4, 0, 7, 1],
      [-4, 0, 7, 1],
    ],
    true,
  );
  line([
    [4, 0, 7, 0.25],
    [3, 3, 7],
  ]);
  feature.reset();
  path.clear();
  for (const [e, n] of [
    [0, 0],
    [20, 0],
    [20, 20],
    [0, 20],
  ] as const)
    path.vertex(4468000 + e, 5334000 + n, Number.NaN);
  path.ring();
  for (const [e, n] of [
    [5, 5],
    [5, 9],
    [9, 9],
  ] as const)
    path.vertex(4468000 + e, 5334000 + n, Number.NaN, 0.1);
  path.closed = true;
  builder.area(feature, path);
  builder.text(feature, labelOf('Höhe 12 °', 4468000, 5334000, { height: 2.5, rotation: 0.5, elevation: 3 }));
  builder.text(
    feature,
    labelOf('rechts oben', 4468000, 5334000, { justification: 'right', verticalJustification: 'top' }),
  );
  builder.text(feature, labelOf('zwei\nZeilen {x} \\ y', 4468000, 5334000, { verticalJustification: 'middle' }));
  const vertices = Float64Array.of(0, 0, 1, 10, 0, 2, 10, 10, 3, 0, 10, 4).map((v, i) =>
    i % 3 === 0 ? v + 4468000 : i % 3 === 1 ? v + 5334000 : v,
  );
  builder.surface(surfaceOf('Gelände', vertices, Int32Array.of(0, 1, 2, 0, 2, 3), { colour: 0x00ff00 }));
  return builder.job;
}
