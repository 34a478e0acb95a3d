import { widthAttribute } from '../../../kit/cad/width.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';
import { emitFace, facesOutcome } from './faces.ts';

const CLOSED = 1;
const IS_3D = 8;
const IS_GRID = 16;
const CLOSED_ACROSS = 32;
const IS_POLYFACE = 64;
/** Vertex flags: control position of a fitted curve; vertex of a polyface mesh; position (rather than face) of a mesh. */
const FRAME_CONTROL = 16;
const OF_POLYFACE = 128;
const OF_MESH = 64;
const TOO_FEW = {
  code: 'too-few-vertices',
  severity: 'warning',
  text: 'the polyline has fewer than two vertices',
} as const;

/** LWPOLYLINE: vertices with bulges at one elevation, in the entity's own coordinates. */
export function drawLwPolyline(into: Interpreter): Outcome {
  const { entity, pen } = into;
  const { path } = pen;
  into.begin();
  into.useExtrusion();
  const elevation = entity.number(38, Number.NaN);
  const { to, codes, values } = entity;
  let easting = Number.NaN;
  let northing = Number.NaN;
  let bulge = 0;
  // A constant width (43) does not count where vertices state their own (40), of which the first is taken.
  let width = Number.NaN;
  let open = false;
  for (let i = entity.from; i < to; i++) {
    const code = codes[i]!;
    if (code === 10) {
      if (open) path.vertex(easting, northing, elevation, bulge);
      open = true;
      easting = values[i]!;
      northing = Number.NaN;
      bulge = 0;
    } else if (!open) continue;
    else if (code === 20) northing = values[i]!;
    else if (code === 42) bulge = values[i]!;
    else if (code === 40 && Number.isNaN(width)) width = values[i]!;
  }
  if (open) path.vertex(easting, northing, elevation, bulge);
  if (path.count < 2) return TOO_FEW;
  path.closed = (entity.number(70, 0) & CLOSED) === CLOSED;
  if (!(width > 0)) width = entity.number(43, 0);
  if (width > 0) into.describe(widthAttribute(width, pen.frame.scale));
  return pen.line() ? undefined : BAD_POSITION;
}

/** What is gathered from a POLYLINE and the VERTEX entities behind it; the vertices themselves are in the pen's path. */
export class PolylineParts {
  flags = 0;
  elevation = Number.NaN;
  width = 0;
  /** Positions of the frame that holds a fitted curve. */
  readonly frame: number[] = [];
  /** Four 1-based vertex numbers per polyface face, 0 for none. */
  readonly faces: number[] = [];
}

/** POLYLINE: notes its kind before the vertices come. */
export function startPolyline(into: Interpreter): void {
  const { entity, polyline, pen } = into;
  polyline.flags = entity.number(70, 0);
  polyline.elevation = entity.number(30, Number.NaN);
  polyline.width = entity.number(40, 0);
  // Setting a length costs more than all the rest, and most polylines have no faces.
  if (polyline.faces.length > 0) polyline.faces.length = 0;
  if (polyline.frame.length > 0) polyline.frame.length = 0;
  pen.path.clear();
}

/** VERTEX: a position, a control position that is left out, or a face. */
export function takeVertex(into: Interpreter): void {
  const { entity, polyline, pen } = into;
  const flags = entity.number(70, 0);
  const isMesh = (polyline.flags & (IS_3D | IS_GRID | IS_POLYFACE)) !== 0;
  if ((polyline.flags & IS_POLYFACE) !== 0 && (flags & OF_POLYFACE) !== 0 && (flags & OF_MESH) === 0) {
    for (let code = 71; code <= 74; code++) polyline.faces.push(Math.abs(entity.number(code, 0)));
    return;
  }
  if ((flags & FRAME_CONTROL) !== 0) {
    polyline.frame.push(
      entity.number(10, Number.NaN),
      entity.number(20, Number.NaN),
      isMesh ? entity.number(30, Number.NaN) : polyline.elevation,
    );
    return;
  }
  if (polyline.width === 0) polyline.width = entity.number(40, 0);
  pen.path.vertex(
    entity.number(10, Number.NaN),
    entity.number(20, Number.NaN),
    isMesh ? entity.number(30, Number.NaN) : polyline.elevation,
    isMesh ? 0 : entity.number(42, 0),
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

/** What there is of a fitted curve whose own vertices were not stored. */
function takeFrame(into: Interpreter): void {
  const { frame } = into.polyline;
  for (let i = 0; i < frame.length; i += 3) into.pen.path.vertex(frame[i]!, frame[i + 1]!, frame[i + 2]!);
  into.remark(
    'polyline-by-frame',
    'the drawing holds the frame of a fitted curve and not the curve; the frame was drawn',
    'warning',
  );
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
  const rows = entity.number(smooth ? 73 : 71, 0);
  const columns = entity.number(smooth ? 74 : 72, 0);
  if (!(rows >= 2 && columns >= 2 && rows * columns <= count))
    return {
      code: 'bad-mesh',
      severity: 'warning',
      text: `a mesh of ${rows} × ${columns} vertices has ${count} of them`,
    };
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
