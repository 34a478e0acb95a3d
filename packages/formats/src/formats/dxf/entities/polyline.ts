import { widthAttribute } from '@fieldbridge/fieldjob/mapped-attributes.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { COMMON } from '../common-fields.ts';
import { integer, point, real } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';
import { emitFace, facesOutcome } from './faces.ts';

const CLOSED = 1;
const IS_3D = 8;
const IS_GRID = 16;
const CLOSED_ACROSS = 32;
const IS_POLYFACE = 64;
/**
 * Vertex flags: control position of a fitted curve; vertex of a polyface mesh; position (rather than face) of a mesh.
 */
const FRAME_CONTROL = 16;
const OF_POLYFACE = 128;
const OF_MESH = 64;
const TOO_FEW = issueOf('too-few-vertices', { count: 1 });

export const LWPOLYLINE = {
  elevation: COMMON.elevation,
  flags: integer(70),
  /** Constant width, where the vertices state none. */
  width: real(43, 0),
  vertices: point(10),
  vertexWidth: real(40, 0),
  bulge: real(42, 0),
};
const [EASTING, NORTHING] = [LWPOLYLINE.vertices.x.code, LWPOLYLINE.vertices.y.code];
const [VERTEX_WIDTH, BULGE] = [LWPOLYLINE.vertexWidth.code, LWPOLYLINE.bulge.code];

/** LWPOLYLINE: vertices with bulges at one elevation, in the entity's own coordinates. */
export function drawLwPolyline(into: Interpreter): Outcome {
  const { entity, pen } = into;
  const { path } = pen;
  into.begin();
  into.useExtrusion();
  const elevation = entity.get(LWPOLYLINE.elevation);
  const { to, codes, values } = entity;
  let easting = Number.NaN;
  let northing = Number.NaN;
  let bulge = 0;
  // The first of the widths that vertices state is used.
  let width = Number.NaN;
  let open = false;
  for (let i = entity.from; i < to; i++) {
    const code = codes[i]!;
    if (code === EASTING) {
      if (open) path.vertex(easting, northing, elevation, bulge);
      open = true;
      easting = values[i]!;
      northing = Number.NaN;
      bulge = 0;
    } else if (!open) continue;
    else if (code === NORTHING) northing = values[i]!;
    else if (code === BULGE) bulge = values[i]!;
    else if (code === VERTEX_WIDTH && Number.isNaN(width)) width = values[i]!;
  }
  if (open) path.vertex(easting, northing, elevation, bulge);
  if (path.count < 2) return TOO_FEW;
  path.closed = (entity.get(LWPOLYLINE.flags) & CLOSED) === CLOSED;
  if (!(width > 0)) width = entity.get(LWPOLYLINE.width);
  if (width > 0) into.describe(widthAttribute(width, pen.frame.scale));
  return pen.line() ? undefined : BAD_POSITION;
}

/** State of a POLYLINE and the VERTEX entities after it; the vertices are in the pen's path. */
export class PolylineParts {
  flags = 0;
  elevation = Number.NaN;
  width = 0;
  /** Positions of the control frame of a fitted curve. */
  readonly frame: number[] = [];
  /** Four 1-based vertex numbers per polyface face, 0 for none. */
  readonly faces: number[] = [];
}

/** Rows and columns of a mesh count its vertices; a smoothed mesh has other counts. */
export const POLYLINE = {
  elevation: real(30),
  width: real(40, 0),
  flags: integer(70),
  rows: integer(71),
  columns: integer(72),
  smoothRows: integer(73),
  smoothColumns: integer(74),
};

/** POLYLINE: notes its kind before the vertices follow. */
export function startPolyline(into: Interpreter): void {
  const { entity, polyline, pen } = into;
  polyline.flags = entity.get(POLYLINE.flags);
  polyline.elevation = entity.get(POLYLINE.elevation);
  polyline.width = entity.get(POLYLINE.width);
  // Setting a length costs more than all the rest, and most polylines have no faces.
  if (polyline.faces.length > 0) polyline.faces.length = 0;
  if (polyline.frame.length > 0) polyline.frame.length = 0;
  pen.path.clear();
}

/** Corners are 1-based vertex numbers of a polyface; negative if the edge to the next one is invisible. */
export const VERTEX = {
  place: point(10),
  width: real(40, 0),
  bulge: real(42, 0),
  flags: integer(70),
  firstCorner: integer(71),
  secondCorner: integer(72),
  thirdCorner: integer(73),
  fourthCorner: integer(74),
};
const CORNERS = [VERTEX.firstCorner, VERTEX.secondCorner, VERTEX.thirdCorner, VERTEX.fourthCorner];

/** VERTEX: a position, a control position (which is omitted), or a face. */
export function takeVertex(into: Interpreter): void {
  const { entity, polyline, pen } = into;
  const flags = entity.get(VERTEX.flags);
  const isMesh = (polyline.flags & (IS_3D | IS_GRID | IS_POLYFACE)) !== 0;
  if ((polyline.flags & IS_POLYFACE) !== 0 && (flags & OF_POLYFACE) !== 0 && (flags & OF_MESH) === 0) {
    for (const corner of CORNERS) polyline.faces.push(Math.abs(entity.get(corner)));
    return;
  }
  if ((flags & FRAME_CONTROL) !== 0) {
    polyline.frame.push(
      entity.get(VERTEX.place.x),
      entity.get(VERTEX.place.y),
      isMesh ? entity.get(VERTEX.place.z) : polyline.elevation,
    );
    return;
  }
  if (polyline.width === 0) polyline.width = entity.get(VERTEX.width);
  pen.path.vertex(
    entity.get(VERTEX.place.x),
    entity.get(VERTEX.place.y),
    isMesh ? entity.get(VERTEX.place.z) : polyline.elevation,
    isMesh ? 0 : entity.get(VERTEX.bulge),
  );
}

/** Draws the POLYLINE when all its vertices are there. */
export function finishPolyline(into: Interpreter): Outcome {
  const { polyline, pen } = into;
  into.begin(true);
  if ((polyline.flags & IS_POLYFACE) !== 0) return drawPolyface(into);
  if ((polyline.flags & IS_GRID) !== 0) return drawGrid(into);
  if ((polyline.flags & IS_3D) === 0) into.useExtrusion();
  if (pen.path.count === 0 && polyline.frame.length >= 6) takeFrame(into);
  if (pen.path.count < 2) return TOO_FEW;
  pen.path.closed = (polyline.flags & CLOSED) === CLOSED;
  if (polyline.width > 0) into.describe(widthAttribute(polyline.width, pen.frame.scale));
  return pen.line() ? undefined : BAD_POSITION;
}

/** The control frame of a fitted curve, if its fitted vertices were not stored. */
function takeFrame(into: Interpreter): void {
  const { frame } = into.polyline;
  for (let i = 0; i < frame.length; i += 3) into.pen.path.vertex(frame[i]!, frame[i + 1]!, frame[i + 2]!);
  into.remark(issueOf('polyline-by-frame'));
}

function drawPolyface(into: Interpreter): Outcome {
  const { coordinates, count } = into.pen.path;
  const vertices = coordinates.slice(0, 3 * count);
  const { faces } = into.polyline;
  let drawn = 0;
  let bad = 0;
  for (let at = 0; at < faces.length; at += 4) {
    const numbers = faces.slice(at, at + 4).filter((number) => number !== 0);
    // Faces of one or two vertices are points and edges of the mesh, not areas.
    if (numbers.length < 3) continue;
    const isBad = numbers.some((number) => !(number >= 1 && number <= count));
    if (
      !isBad &&
      emitFace(
        into,
        numbers.flatMap((number) => Array.from(vertices.subarray(3 * number - 3, 3 * number))),
      ) !== 'bad'
    )
      drawn++;
    else bad++;
  }
  return facesOutcome(into, drawn, bad);
}

function drawGrid(into: Interpreter): Outcome {
  const { entity, pen, polyline } = into;
  const count = pen.path.count;
  const vertices = pen.path.coordinates.slice(0, 3 * count);
  const smooth = (polyline.flags & 4) !== 0;
  const rows = entity.get(smooth ? POLYLINE.smoothRows : POLYLINE.rows);
  const columns = entity.get(smooth ? POLYLINE.smoothColumns : POLYLINE.columns);
  if (!(rows >= 2 && columns >= 2 && rows * columns <= count))
    return issueOf('mesh-incomplete', { rows, columns, vertices: count });
  const lastRow = (polyline.flags & CLOSED) !== 0 ? rows : rows - 1;
  const lastColumn = (polyline.flags & CLOSED_ACROSS) !== 0 ? columns : columns - 1;
  let drawn = 0;
  let bad = 0;
  for (let row = 0; row < lastRow; row++) {
    for (let column = 0; column < lastColumn; column++) {
      const [below, beside] = [(row + 1) % rows, (column + 1) % columns];
      const numbers = [
        row * columns + column,
        row * columns + beside,
        below * columns + beside,
        below * columns + column,
      ];
      if (
        emitFace(
          into,
          numbers.flatMap((number) => Array.from(vertices.subarray(3 * number, 3 * number + 3))),
        ) !== 'bad'
      )
        drawn++;
      else bad++;
    }
  }
  return facesOutcome(into, drawn, bad);
}
