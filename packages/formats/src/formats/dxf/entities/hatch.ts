import { strokePath } from '@fieldbridge/fieldjob/geometry/stroke.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { hatchAttribute } from '../../../kit/cad/hatch-attribute.ts';
import { integer, name, point, real, text as texts } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';
import { appendEdges } from './hatch-edges.ts';
import { drawPattern, familiesOf } from './hatch-pattern.ts';
import { openRing } from './ring-chain.ts';

const IS_POLYLINE = 2;
const IS_EXTERNAL = 1 | 16;

/**
 * HATCH and MPOLYGON. The boundary paths are between their number and the hatch style; each begins with its flags and
 * is a polyline or a list of edges (`hatch-edges.ts`). A hatch always states an elevation, so 0 means that it has none.
 */
export const HATCH = {
  pattern: name(2),
  elevation: real(30, 0),
  isSolid: integer(70),
  style: integer(75),
  pathCount: integer(91),
  pathFlags: integer(92),
  vertices: point(10),
  bulge: real(42, 0),
  isGradient: integer(450),
  gradient: texts(470),
};

/**
 * HATCH and MPOLYGON: one area whose rings are the boundary paths, outer ones first; lines, arcs, ellipses and splines
 * of a path are joined end to end. The fill becomes attributes; pattern lines are drawn on request.
 */
export function drawHatch(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  const first = entity.find(HATCH.pathCount);
  if (first === entity.to) return issueOf('hatch-without-boundary');
  const last = entity.find(HATCH.style, first);
  const paths = pathRanges(into, first + 1, last);
  paths.sort((a, b) => Number(b.external) - Number(a.external));
  const elevation = entity.get(HATCH.elevation) || Number.NaN;
  for (const { from, to } of paths) {
    pen.path.ring();
    if ((entity.valueAt(from) & IS_POLYLINE) !== 0) appendPolyline(into, from + 1, to, elevation);
    else appendEdges(into, from + 1, to, elevation);
    openRing(pen.path);
  }
  const { path } = pen;
  if (path.rings.length > 1 && path.rings[path.rings.length - 1] === path.count) path.rings.pop();
  if (path.count < 2) return issueOf('hatch-without-boundary');
  const families = entity.get(HATCH.isSolid) === 1 ? [] : familiesOf(into, last);
  const isDrawn = into.settings.patternLines && families.length > 0;
  into.describe(isDrawn ? fillOf(into) : [...fillOf(into), ...hatchAttribute(families, into.pen)]);
  path.closed = true;
  const boundary = isDrawn ? strokePath(path, pen.ownTolerance) : undefined;
  if (!pen.area()) return BAD_POSITION;
  if (boundary !== undefined) drawPattern(into, families, boundary, elevation);
  return undefined;
}

/** The fill: the name of the pattern, SOLID for a solid fill, and the name of the gradient. */
function fillOf({ entity }: Interpreter): string[] {
  const pattern = entity.get(HATCH.isSolid) === 1 ? 'SOLID' : entity.name(HATCH.pattern);
  const fill = pattern === '' ? [] : ['pattern', pattern];
  return entity.get(HATCH.isGradient) === 1 ? [...fill, 'gradient', entity.text(HATCH.gradient)] : fill;
}

interface PathRange {
  /** Position of the path's flags. */
  readonly from: number;
  readonly to: number;
  readonly external: boolean;
}

function pathRanges(into: Interpreter, start: number, end: number): PathRange[] {
  const { entity } = into;
  const ranges: PathRange[] = [];
  for (let from = entity.find(HATCH.pathFlags, start); from < end; ) {
    const to = Math.min(end, entity.find(HATCH.pathFlags, from + 1));
    ranges.push({ from, to, external: (entity.valueAt(from) & IS_EXTERNAL) !== 0 });
    from = to;
  }
  return ranges;
}

function appendPolyline(into: Interpreter, from: number, to: number, elevation: number): void {
  const { entity, pen } = into;
  const { vertices, bulge: ofBulge } = HATCH;
  for (let i = from; i < to; i++) {
    if (entity.codeAt(i) !== vertices.x.code) continue;
    const northing = i + 1 < to && entity.codeAt(i + 1) === vertices.y.code ? entity.valueAt(i + 1) : Number.NaN;
    const bulge = i + 2 < to && entity.codeAt(i + 2) === ofBulge.code ? entity.valueAt(i + 2) : 0;
    pen.path.vertex(entity.valueAt(i), northing, elevation, bulge);
  }
}
