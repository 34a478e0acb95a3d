import type { FieldJob } from '@fieldbridge/fieldjob';
import { Feature, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';

/** Segments of one line, and layers. */
const [SEGMENTS, LAYERS] = [50, 20];

/** Lines like those of a site plan in projected metres: winding, side by side; the same size gives the same lines. */
export function siteLines(size: number): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const layers = Array.from({ length: LAYERS }, (_, i) =>
    builder.layer(layerOf(`Layer ${i}`, { colour: (i * 0x1f3d5b + 0x203040) & 0xffffff })),
  );
  const lines = Math.ceil(size / SEGMENTS);
  const across = Math.ceil(Math.sqrt(lines));
  const feature = new Feature();
  const path = new Path();
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  for (let i = 0; i < lines; i++) {
    path.clear();
    let [e, n, direction] = [440_000 + 40 * (i % across), 5_540_000 + 40 * Math.floor(i / across), next() * 7];
    for (let v = 0; v <= SEGMENTS; v++) {
      path.vertex(Math.round(e * 1000) / 1000, Math.round(n * 1000) / 1000, 100);
      direction += next() * 0.6;
      e += 1.5 * Math.cos(direction);
      n += 1.5 * Math.sin(direction);
    }
    feature.layer = layers[i % LAYERS]!;
    builder.line(feature, path);
  }
  return builder.job;
}
