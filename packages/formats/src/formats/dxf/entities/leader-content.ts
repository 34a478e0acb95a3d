import { Affine } from '../../../kit/cad/affine.ts';
import { plainText } from '../../../kit/cad/text-codes.ts';
import type { Block } from '../blocks.ts';
import type { Interpreter } from '../interpreter.ts';
import { ATTRIBUTE } from './attributes.ts';
import { FILLED } from './faces.ts';
import { fillPoint } from './insert.ts';
import { LEADER_CONTEXT, MULTILEADER, pointAfter } from './multileader-fields.ts';

/** Width of the default arrow head as a share of its length. */
const ARROW_WIDTH = 1 / 3;

/**
 * Draws the arrow head at the start of a leader line: its block, which points east with its tip at the origin and is 1
 * long, or a filled triangle if no block is named.
 * @param ends tip and next vertex @param size length of the arrow head
 * @param handle of the arrow's block record, 0 for the default @param plane in which the ends are
 */
export function drawArrow(
  into: Interpreter,
  ends: readonly number[],
  size: number,
  handle: number,
  plane: Affine = into.container,
): void {
  const { pen } = into;
  const [e, n, z, nextE, nextN] = ends as [number, number, number, number, number];
  const length = Math.hypot(nextE - e, nextN - n);
  if (!(size > 0) || !(length > 0)) return;
  const [c, s] = [(e - nextE) / length, (n - nextN) / length];
  const block = handle === 0 ? undefined : into.blocks.byHandle(handle);
  if (block !== undefined) {
    if (into.expansion.refusal(block, 1) !== undefined) return;
    const frame = new Affine().set([c * size, -s * size, 0, e, s * size, c * size, 0, n, 0, 0, size, z]);
    drawBlock(into, block, frame, [], plane);
    return;
  }
  into.describe(FILLED);
  pen.path.clear();
  const half = (size * ARROW_WIDTH) / 2;
  pen.path.vertex(e, n, z);
  pen.path.vertex(e - c * size - s * half, n - s * size + c * half, z);
  pen.path.vertex(e - c * size + s * half, n - s * size - c * half, z);
  pen.area();
}

/**
 * Draws the block that a multileader has instead of a text. Place, scale and rotation are in its context data, followed
 * by the values of its attributes. With attributes it is also a point, like a block reference.
 * @param isDrawn its contents are already drawn, by the proxy graphics
 */
export function drawBlockContent(into: Interpreter, isDrawn: boolean): boolean {
  const { entity, pen, settings } = into;
  let at = entity.find(LEADER_CONTEXT.hasBlock);
  if (at === entity.to || entity.valueAt(at) !== 1) return false;
  const handle = entity.get(MULTILEADER.block);
  const block = into.blocks.byHandle(handle);
  at = entity.find(LEADER_CONTEXT.blockPlace.x, at);
  const place = pointAfter(entity, LEADER_CONTEXT.blockPlace, at);
  if (block === undefined || place.length < 3 || !place.every(Number.isFinite)) return false;
  const values = valuesOf(into);
  const pairs = tagsOf(into, block).flatMap((tag, i) => (i < values.length ? [tag, values[i]!] : []));
  const isPoint = settings.blocks === 'points' || (settings.blocks === 'auto' && pairs.length > 0);
  if (into.expansion.refusal(block, 1) !== undefined) return false;
  if (isPoint) {
    into.begin();
    fillPoint(into, block.name, pairs);
    pen.feature.block = into.block || into.blocks.shownName(block.name);
    pen.point(place[0]!, place[1]!, place[2]!);
  }
  if (isDrawn || settings.blocks === 'points') return isPoint || isDrawn;
  const scale = pointAfter(entity, LEADER_CONTEXT.blockScale, at).map((factor) =>
    Number.isFinite(factor) ? factor : 1,
  );
  const [sx, sy, sz] = scale.length === 3 ? (scale as [number, number, number]) : ([1, 1, 1] as const);
  const angle = entity.first(LEADER_CONTEXT.blockTurn, at);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const frame = new Affine().set([c * sx, -s * sy, 0, place[0]!, s * sx, c * sy, 0, place[1]!, 0, 0, sz, place[2]!]);
  drawBlock(into, block, frame, values);
  return true;
}

function drawBlock(
  into: Interpreter,
  block: Block,
  frame: Affine,
  values: readonly string[],
  plane: Affine = into.container,
): void {
  const [x, y, z] = block.base;
  into.begin();
  const inner = frame.compose(frame, new Affine().set([1, 0, 0, -x, 0, 1, 0, -y, 0, 0, 1, -z]));
  inner.compose(plane, inner);
  if (!inner.m.every(Number.isFinite)) return;
  const goBack = into.entity.bookmark();
  into.enterBlock(block, (draw) => draw(inner), into.block || into.blocks.shownName(block.name), values);
  goBack();
}

/** Values of the block's attributes, in the order of their definitions. */
function valuesOf({ entity }: Interpreter): string[] {
  const values: string[] = [];
  for (let i = entity.find(LEADER_CONTEXT.end); i < entity.to; i++)
    if (entity.codeAt(i) === MULTILEADER.attributeValues.code) values.push(plainText(entity.textAt(i)));
  return values;
}

/** Tags of the attribute definitions in a block, in their order. */
function tagsOf({ expansion, names }: Interpreter, block: Block): string[] {
  const { tape } = expansion;
  const tags: string[] = [];
  for (let index = block.first; index < block.last; index++) {
    if (!/^ATTDEF$/i.test(names.text(tape.types[index]!))) continue;
    let at = tape.starts[index]!;
    while (at < tape.end(index) && tape.codes[at] !== ATTRIBUTE.tag.code) at++;
    tags.push(at < tape.end(index) ? names.text(tape.values[at]!) : '');
  }
  return tags;
}
