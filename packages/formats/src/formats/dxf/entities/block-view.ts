import { issueOf } from '../../../core/issues/issue-of.ts';
import { Affine } from '../../../kit/cad/affine.ts';
import { setExtrusion } from '../../../kit/cad/extrusion.ts';
import { COMMON } from '../common-fields.ts';
import { name, point } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { drawFromPoints, MOST_PIECES } from './dimension/draw.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

/** Layers on which AutoCAD keeps the constraints of a parametric drawing, which it never plots. */
const CONSTRAINTS = /^\*?(LayerNameForDynamicConstraint|ADSK_CONSTRAINTS)$/i;
/** A copy of a dimension may be shifted, in its own coordinates, from the block that it shares. */
export const DIMENSION = { block: name(2), shift: point(12, 0) };

/** DIMENSION of any kind: drawn by the block that the writing program made of it, which is already in place, if any. */
export function drawDimension(into: Interpreter): Outcome {
  const { entity } = into;
  const block = into.blocks.get(entity.name(DIMENSION.block));
  if (block === undefined || block.last === block.first) return drawWithoutBlock(into);
  const refusal = into.expansion.refusal(block, 1);
  if (refusal !== undefined) return refusal;
  into.begin();
  const frame = new Affine();
  // The elevation is that of the block.
  const [e, n] = entity.point(DIMENSION.shift);
  if (e !== 0 || n !== 0) {
    setExtrusion(frame, ...entity.point(COMMON.extrusion));
    frame.set([1, 0, 0, frame.easting(e, n, 0), 0, 1, 0, frame.northing(e, n, 0), 0, 0, 1, 0]);
    if (!frame.isFinite) return BAD_POSITION;
  }
  frame.compose(into.container, frame);
  const outer = into.inDimension;
  into.inDimension = true;
  into.enterBlock(block, (draw) => draw(frame), into.block);
  into.inDimension = outer;
  return undefined;
}

/** A dimension of a program that leaves the making of the block to the reader: by its points and its style. */
function drawWithoutBlock(into: Interpreter): Outcome {
  const { entity } = into;
  if (CONSTRAINTS.test(entity.name(COMMON.layer))) return issueOf('dimension-constraint');
  const type = into.names.text(entity.type);
  // In a block these pieces are not counted with its contents.
  const isWithin = !into.expansion.isWithin || into.expansion.spend(MOST_PIECES);
  into.begin();
  if (!isWithin || !drawFromPoints(into, type)) return issueOf('dimension-without-block', { kind: type.toUpperCase() });
  into.remark(issueOf('dimension-from-points'));
  return undefined;
}

export const ACAD_TABLE = {
  block: name(2),
  place: point(10, Number.NaN, Number.NaN, 0),
  direction: point(11, 1, 0),
};

/** ACAD_TABLE: drawn by its block, moved and rotated to the place of the table. */
export function drawTable(into: Interpreter): Outcome {
  const { entity } = into;
  const block = into.blocks.get(entity.name(ACAD_TABLE.block));
  if (block === undefined) return issueOf('table-without-block');
  const refusal = into.expansion.refusal(block, 1);
  if (refusal !== undefined) return refusal;
  into.begin();
  const [e, n, z] = entity.point(ACAD_TABLE.place);
  const [dx, dy] = entity.point(ACAD_TABLE.direction);
  const length = Math.hypot(dx, dy) || 1;
  const [c, s] = [dx / length, dy / length];
  const frame = new Affine().set([c, -s, 0, e, s, c, 0, n, 0, 0, 1, z]);
  if (!frame.isFinite) return BAD_POSITION;
  frame.compose(into.container, frame);
  into.enterBlock(block, (draw) => draw(frame));
  return undefined;
}
