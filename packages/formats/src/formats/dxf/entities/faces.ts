import { issueOf } from '../../../core/issues/issue-of.ts';
import { integer, type PointField, point } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

/** Distances below this share of a coordinate are rounding. */
const ROUNDING = 1e-12;

const WITHOUT_AREA = issueOf('face-without-area');

/** 3DFACE, SOLID and TRACE. */
export const FACE = { first: point(10), second: point(11), third: point(12), fourth: point(13) };

/** 3DFACE: an area of three or four corners in world coordinates, or a piece of the layer's surface. */
export function drawFace(into: Interpreter): Outcome {
  into.begin();
  const triples = corners(into, [FACE.first, FACE.second, FACE.third, FACE.fourth]);
  const outcome = emitFace(into, triples);
  if (outcome === 'flat') return into.pen.faces?.isForced === true ? WITHOUT_AREA : drawEdge(into, triples);
  return outcome === 'bad' ? BAD_POSITION : undefined;
}

/** What says that an area is filled, as of a hatch. */
export const FILLED = ['pattern', 'SOLID'] as const;

/** SOLID and TRACE: corners in the entity's own coordinates; the third and the fourth are swapped. */
export function drawSolid(into: Interpreter): Outcome {
  const { pen } = into;
  into.begin();
  into.useExtrusion();
  const triples = corners(into, [FACE.first, FACE.second, FACE.fourth, FACE.third]);
  if (isFlat(triples)) return drawEdge(into, triples);
  into.describe(FILLED);
  for (let i = 0; i < triples.length; i += 3) pen.path.vertex(triples[i]!, triples[i + 1]!, triples[i + 2]!);
  return pen.area() ? undefined : BAD_POSITION;
}

/** A face of two different corners is drawn as the line between them. */
function drawEdge(into: Interpreter, triples: readonly number[]): Outcome {
  const path = into.pen.path.clear();
  for (const at of differentCorners(triples)) path.vertex(triples[at]!, triples[at + 1]!, triples[at + 2]!);
  if (path.count < 2) return WITHOUT_AREA;
  into.remark(issueOf('face-is-line'));
  return into.pen.line() ? undefined : BAD_POSITION;
}

/**
 * Each face is a count of corners followed by as many vertex numbers, from 0. The list is preceded by its length and
 * followed by that of the edges.
 */
export const MESH = {
  vertices: point(10),
  subdivision: integer(91),
  facesLength: integer(93),
  faces: integer(90),
  edgesLength: integer(94),
};

/** MESH: the faces of its control mesh; subdivision is not carried out. */
export function drawMesh(into: Interpreter): Outcome {
  const { entity } = into;
  into.begin();
  const vertices = entity.triples(MESH.vertices);
  const most = vertices.length / 3;
  const list = entity.all(MESH.faces, entity.find(MESH.facesLength), entity.find(MESH.edgesLength));
  if (entity.get(MESH.subdivision) > 0) into.remark(issueOf('mesh-not-smoothed'));
  let bad = 0;
  let drawn = 0;
  for (let at = 0; at < list.length; ) {
    const size = list[at]!;
    if (!(size >= 1) || at + size >= list.length + 0.5) {
      bad++;
      break;
    }
    const face: number[] = [];
    for (const index of list.slice(at + 1, at + 1 + size))
      if (index >= 0 && index < most) face.push(...vertices.slice(3 * index, 3 * index + 3));
    if (face.length === 3 * size && emitFace(into, face) !== 'bad') drawn++;
    else bad++;
    at += 1 + size;
  }
  return facesOutcome(into, drawn, bad);
}

/** The outcome of a mesh of which some faces could not be drawn. */
export function facesOutcome(into: Interpreter, drawn: number, bad: number): Outcome {
  if (drawn === 0 && bad === 0) return issueOf('mesh-without-faces');
  if (bad === 0) return undefined;
  const issue = issueOf('mesh-faces-left-out', { faces: bad });
  if (drawn === 0) return issue;
  into.remark(issue);
  return undefined;
}

/** Draws one polygon as a face; not when fewer than three of its corners differ. */
export function emitFace(into: Interpreter, triples: readonly number[]): 'added' | 'bad' | 'flat' {
  const { pen } = into;
  if (isFlat(triples)) return 'flat';
  pen.path.clear();
  for (let i = 0; i < triples.length; i += 3) pen.path.vertex(triples[i]!, triples[i + 1]!, triples[i + 2]!);
  return pen.face() ? 'added' : 'bad';
}

function isFlat(triples: readonly number[]): boolean {
  // The first three differ in nearly every face.
  if (triples.length >= 9 && !isSame(triples, 0, 3) && !isSame(triples, 3, 6) && !isSame(triples, 0, 6)) return false;
  return differentCorners(triples).length < 3;
}

/** The corners without those that repeat an earlier one, as indices. */
function differentCorners(triples: readonly number[]): number[] {
  const different: number[] = [];
  for (let at = 0; at + 2 < triples.length; at += 3)
    if (!different.some((other) => isSame(triples, other, at))) different.push(at);
  return different;
}

/** Whether two corners are equal up to rounding. */
function isSame(triples: readonly number[], a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [p, q] = [triples[a + k]!, triples[b + k]!];
    if (p !== q && !(Math.abs(p - q) <= ROUNDING * (Math.abs(p) + 1)) && !(Number.isNaN(p) && Number.isNaN(q)))
      return false;
  }
  return true;
}

/** Corner triples, without a fourth one that is missing or equals the third. */
function corners(into: Interpreter, points: readonly PointField[]): number[] {
  const { entity } = into;
  const triples: number[] = [];
  for (const one of points) {
    if (one === FACE.fourth && !entity.has(one.x)) continue;
    const corner = entity.point(one);
    const last = triples.slice(-3);
    if (last.length === 3 && corner.every((value, i) => Object.is(value, last[i])) && triples.length >= 6) continue;
    triples.push(...corner);
  }
  return triples;
}
