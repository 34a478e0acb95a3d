import { Feature, JobBuilder, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';

/** Far from the origin: two lines that cross on two layers, a point with attributes, a stray, a surface. */
export const [E, N] = [504_700, 6_959_000];
export function site(): FileView {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const kerb = builder.layer(layerOf('Kerb', { colour: 0xcc0000 }));
  const fence = builder.layer(layerOf('Fence', { colour: 0x0000cc, lineType: 'DASHED' }));
  const line = (layer: number, ...vertices: [number, number, number][]): void => {
    const path = new Path();
    for (const [e, n, z] of vertices) path.vertex(E + e, N + n, z);
    builder.line(Object.assign(new Feature(), { layer, name: layer === kerb ? 'K1' : 'F1' }), path);
  };
  line(kerb, [0, 0, 10], [100.1234, 0, 11]);
  line(fence, [50, -50, 1], [50, 50, 2]);
  const attributes = ['species', 'oak'];
  builder.point(
    Object.assign(new Feature(), { layer: fence, name: 'T1', code: 'TREE', attributes }),
    E + 20,
    N + 30,
    5,
  );
  for (let i = 0; i < 8; i++) builder.point(Object.assign(new Feature(), { layer: kerb }), E + 90, N + 40 + i, 5);
  builder.point(Object.assign(new Feature(), { name: 'lost' }), 0, 0, 0);
  const corners = Float64Array.of(E + 60, N - 40, 0, E + 90, N - 40, 5, E + 90, N - 10, 10);
  builder.surface(surfaceOf('Ground', corners, Int32Array.of(0, 1, 2)));
  return new FileView(builder.job, 'site <1>');
}
