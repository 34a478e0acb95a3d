import { Affine } from '../../../kit/cad/affine.ts';
import { setExtrusion } from '../../../kit/cad/extrusion.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

/** DIMENSION of any kind: drawn by the block that the writing system made of it, which lies in place already. */
export function drawDimension(into: Interpreter): Outcome {
  const { entity } = into;
  const block = into.blocks.get(entity.name(2));
  if (block === undefined || block.last === block.first)
    return {
      code: 'dimension-without-block',
      severity: 'warning',
      text: 'the dimension has no block with its lines and texts',
    };
  const refusal = into.expansion.refusal(block, 1);
  if (refusal !== undefined) return refusal;
  into.begin();
  const frame = new Affine();
  // A copy of a dimension may stand elsewhere than the block that it shares (12), in its own coordinates. The elevation is that of the block.
  const [e, n] = [entity.number(12, 0), entity.number(22, 0)];
  if (e !== 0 || n !== 0) {
    setExtrusion(frame, entity.number(210, 0), entity.number(220, 0), entity.number(230, 1));
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

/** ACAD_TABLE: drawn by its block, shifted and turned to where the table stands. */
export function drawTable(into: Interpreter): Outcome {
  const { entity } = into;
  const block = into.blocks.get(entity.name(2));
  if (block === undefined)
    return { code: 'table-without-block', severity: 'warning', text: 'the table has no block with its contents' };
  const refusal = into.expansion.refusal(block, 1);
  if (refusal !== undefined) return refusal;
  into.begin();
  const [e, n, z] = [entity.number(10, Number.NaN), entity.number(20, Number.NaN), entity.number(30, 0)];
  const length = Math.hypot(entity.number(11, 1), entity.number(21, 0)) || 1;
  const [c, s] = [entity.number(11, 1) / length, entity.number(21, 0) / length];
  const frame = new Affine().set([c, -s, 0, e, s, c, 0, n, 0, 0, 1, z]);
  if (!frame.isFinite) return BAD_POSITION;
  frame.compose(into.container, frame);
  into.enterBlock(block, (draw) => draw(frame));
  return undefined;
}
