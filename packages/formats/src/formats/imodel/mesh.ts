import type { Surface } from '@fieldbridge/fieldjob';
import { surfaceOf } from '@fieldbridge/fieldjob';
import type { IndexedPolyface } from '@itwin/core-geometry';
import type { Pen } from '../../kit/cad/pen.ts';

/** Draws every face of a mesh as an area; returns how many. */
export function drawFaces(mesh: IndexedPolyface, pen: Pen): number {
  let drawn = 0;
  const visitor = mesh.createVisitor(0);
  while (visitor.moveToNextFacet()) {
    const path = pen.path.clear();
    for (let i = 0; i < visitor.point.length; i++) {
      path.vertex(
        visitor.point.getXAtUncheckedPointIndex(i),
        visitor.point.getYAtUncheckedPointIndex(i),
        visitor.point.getZAtUncheckedPointIndex(i),
      );
    }
    if (pen.area()) drawn++;
  }
  return drawn;
}

/** A mesh as a surface in the pen's frame; faces are split into triangles from their first corner. */
export function meshSurface(mesh: IndexedPolyface, pen: Pen, name: string, layer: number): Surface {
  const { frame } = pen;
  const points = mesh.data.point;
  const vertices = new Float64Array(3 * points.length);
  for (let i = 0; i < points.length; i++) {
    const [x, y, z] = [
      points.getXAtUncheckedPointIndex(i),
      points.getYAtUncheckedPointIndex(i),
      points.getZAtUncheckedPointIndex(i),
    ];
    vertices.set([frame.easting(x, y, z), frame.northing(x, y, z), frame.elevation(x, y, z)], 3 * i);
  }
  const triangles: number[] = [];
  const visitor = mesh.createVisitor(0);
  while (visitor.moveToNextFacet()) {
    const corners = Array.from({ length: visitor.point.length }, (_, i) => visitor.clientPointIndex(i));
    for (let i = 1; i + 1 < corners.length; i++) triangles.push(corners[0]!, corners[i]!, corners[i + 1]!);
  }
  return surfaceOf(name, vertices, Int32Array.from(triangles), { layer });
}
