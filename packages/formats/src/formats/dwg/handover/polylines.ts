import type { LwPolyline, PolygonMesh, Polyline, Polyline2D, Vertex, VertexFaceRecord } from '@node-projects/acad-ts';
import { statesElevation } from '../elevations.ts';
import type { Groups } from './groups.ts';

/** Flag of a face in a polyface mesh, if no other flag is set. */
const FACE = 128;

/**
 * LWPOLYLINE. Elevation and constant width are stored only if they are not 0, as in a DXF. An unstated elevation is
 * unknown, unless a drawing of ours says that it is 0.
 */
export function writeLwPolyline(line: LwPolyline, out: Groups): void {
  const { vertices, constantWidth, elevation } = line;
  out.number(70, line.flags);
  if (elevation !== 0 || statesElevation(line) === true) out.number(38, elevation);
  if (constantWidth !== 0) out.number(43, constantWidth);
  else if (vertices.length > 0) out.number(43, vertices[0]!.startWidth);
  out.normal(line.normal);
  for (const { location, bulge } of vertices) {
    out.point2(10, location);
    if (bulge !== 0) out.number(42, bulge);
  }
}

/** POLYLINE in 2D or 3D; its vertices follow as separate records. */
export function writePolyline(line: Polyline, out: Groups): void {
  out.number(70, line.flags);
  out.normal(line.normal);
}

/** 2D POLYLINE: elevation and width belong to it, not to its vertices. */
export function writePolyline2D(line: Polyline2D, out: Groups): void {
  writePolyline(line, out);
  out.number(30, line.elevation);
  out.number(40, line.startWidth);
}

/** POLYLINE as a grid of vertices. */
export function writePolygonMesh(mesh: PolygonMesh, out: Groups): void {
  writePolyline(mesh, out);
  out.number(71, mesh.mVertexCount);
  out.number(72, mesh.nVertexCount);
  out.number(73, mesh.mSmoothSurfaceDensity);
  out.number(74, mesh.nSmoothSurfaceDensity);
}

export function writeVertex(vertex: Vertex, out: Groups): void {
  out.number(70, vertex.flags);
  out.point(10, vertex.location);
  if (vertex.startWidth !== 0) out.number(40, vertex.startWidth);
  if (vertex.bulge !== 0) out.number(42, vertex.bulge);
}

/** A face of a polyface mesh: vertex numbers from 1; a negative one marks an invisible edge. */
export function writeFaceRecord(face: VertexFaceRecord, out: Groups): void {
  out.number(70, FACE);
  out.number(71, face.index1);
  out.number(72, face.index2);
  out.number(73, face.index3);
  out.number(74, face.index4);
}
