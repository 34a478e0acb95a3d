import type { Face3D, Mesh, ModelerGeometry, Solid } from '@node-projects/acad-ts';
import { storedShapeOf } from '../library/shapes.ts';
import type { Groups } from './groups.ts';

/** 3DFACE, SOLID and TRACE: four corners. */
export function writeFace(face: Face3D | Solid, out: Groups): void {
  out.point(10, face.firstCorner);
  out.point(11, face.secondCorner);
  out.point(12, face.thirdCorner);
  out.point(13, face.fourthCorner);
}

/** SOLID and TRACE: the corners are in the entity's own plane. */
export function writeSolid(solid: Solid, out: Groups): void {
  writeFace(solid, out);
  out.normal(solid.normal);
}

/** MESH: vertices, then the faces as a count and that many vertex numbers each. */
export function writeMesh(mesh: Mesh, out: Groups): void {
  out.number(91, mesh.subdivisionLevel);
  for (const vertex of mesh.vertices) out.point(10, vertex);
  out.number(93, 0);
  for (const face of mesh.faces) {
    out.number(90, face.length);
    for (const index of face) out.number(90, index);
  }
  out.number(94, mesh.edges.length);
}

/** The library's conversion of a shape to text turns blanks into this. */
const BLANK = /\x7f/g;

/**
 * 3DSOLID, BODY, REGION: their shape, which is text before 2007 and binary since, from 2013 on in a separate section.
 */
export function writeModel(model: ModelerGeometry, out: Groups): void {
  const stored = storedShapeOf(model);
  const text = stored === undefined ? model.getAcisText() : null;
  if (text === null) out.chunk(310, stored ?? model.acisData);
  else for (const line of text.replace(BLANK, ' ').split(/\r?\n/)) out.text(1, line);
}
