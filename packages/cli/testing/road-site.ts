import { alignmentOf, Feature, JobBuilder, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';

/** Far from the origin. */
export const [ROAD_E, ROAD_N] = [504_000, 6_959_000];

/**
 * A road: 200 m east from station 1000, then a quarter of a circle of 100 m to the right. Its profile rises by 1 % from
 * 100 m; the ground is a slope: 90 m, 0.1 m a metre to the north, 0.05 m a metre to the east. One cross section is
 * stored at station 1100.
 */
export function roadSite(): FileView {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const layer = builder.layer(layerOf('Road', { colour: 0xcc0000 }));
  const element = { startStation: Number.NaN, startRadius: Infinity, endRadius: Infinity, azimuth: Math.PI / 2 };
  const length = 50 * Math.PI;
  builder.alignment(
    alignmentOf('A1', {
      ...{ layer, startStation: 1000 },
      horizontal: [
        { ...element, kind: 'straight', length: 200, startEasting: ROAD_E, startNorthing: ROAD_N },
        {
          ...{ ...element, kind: 'arc', length, startEasting: ROAD_E + 200, startNorthing: ROAD_N },
          ...{ startRadius: 100, endRadius: 100 },
        },
      ],
      vertical: [1000, 1200 + length].map((station) => ({
        ...{ station, elevation: 100 + (station - 1000) / 100, curve: 'none', length: 0, radius: Number.NaN },
      })),
      sections: [{ name: 'Design', station: 1100, points: Float64Array.of(-6, 100.85, 0, 101, 6, 100.85) }],
    }),
  );
  const heightAt = (e: number, n: number): number => 90 + 0.05 * e + 0.1 * n;
  const corners = [
    [-50, -150],
    [350, -150],
    [350, 50],
    [-50, 50],
  ] as const;
  const vertices = Float64Array.from(corners.flatMap(([e, n]) => [ROAD_E + e, ROAD_N + n, heightAt(e, n)]));
  builder.surface(surfaceOf('Ground', vertices, Int32Array.of(0, 1, 2, 0, 2, 3)));
  const tree = Object.assign(new Feature(), { name: 'T1', code: 'TREE', layer });
  builder.point(tree, ROAD_E + 150, ROAD_N - 20, 99);
  const wall = new Path();
  wall.vertex(ROAD_E + 20, ROAD_N + 10, 95);
  wall.vertex(ROAD_E + 80, ROAD_N + 10, 95);
  builder.line(Object.assign(new Feature(), { name: 'W1', code: 'WALL', layer }), wall);
  return new FileView(builder.job, 'road');
}
