import { Affine } from '../../cad/affine.ts';
import { fillFromAttributes, POINT_BLOCK } from '../../cad/point-block.ts';
import { plainText } from '../../cad/text-codes.ts';
import type { Block } from '../blocks.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';
import { drawSingleLine } from './texts.ts';

/** INSERT: attributes may follow. */
export function startInsert(into: Interpreter): void {
  into.attributes = [];
  into.attributeTexts = into.settings.blocks !== 'points' && into.entity.name(2).toUpperCase() !== POINT_BLOCK;
}

/** ATTRIB: a value of the reference, and a text of its own where it is visible. */
export function takeAttribute(into: Interpreter): void {
  const { entity } = into;
  const value = plainText(entity.texts(1));
  into.attributes.push(entity.name(2), value);
  const isHidden = (entity.number(70, 0) & 1) !== 0 || entity.number(60, 0) === 1;
  if (!isHidden && into.attributeTexts && value.trim() !== '') drawSingleLine(into, value, 74);
}

/** Draws the reference: a point with its attributes, the block's contents, or both, as the settings say. */
export function finishInsert(into: Interpreter): Outcome {
  const { entity, pen, settings } = into;
  const pairs = into.attributes;
  into.attributes = [];
  const name = entity.name(2);
  const block = into.blocks.get(name);
  const columns = times(entity.number(70, 1));
  const rows = times(entity.number(71, 1));
  const refusal = into.expansion.refusal(block, columns * rows);
  if (refusal !== undefined) return refusal;
  if (block === undefined)
    into.remark('block-undefined', `the block "${name}" is not defined; its reference became a point`, 'warning');

  into.begin();
  into.useExtrusion();
  const isEmpty = block === undefined || block.last === block.first;
  const own = name.toUpperCase() === POINT_BLOCK;
  const isPoint = settings.blocks === 'points' || own || isEmpty || (settings.blocks === 'auto' && pairs.length > 0);
  const origin = [entity.number(10, Number.NaN), entity.number(20, Number.NaN), entity.number(30, Number.NaN)] as const;
  if (isPoint) {
    const hasElevation = fillFromAttributes(pen.feature, name, pairs);
    pen.feature.block = own ? '' : into.block || name;
    if (!pen.point(origin[0], origin[1], hasElevation ? origin[2] : Number.NaN)) return BAD_POSITION;
  }
  if (isEmpty || own || settings.blocks === 'points') return undefined;
  const base = new Affine().compose(pen.frame, turned(origin, entity.number(50, 0)));
  if (!base.m.every(Number.isFinite)) return BAD_POSITION;
  expand(into, block, base, columns, rows);
  return undefined;
}

/** Scratch maps: what is in them is taken over before the next reference is looked at. */
const frame = new Affine();
const instance = new Affine();

function expand(into: Interpreter, block: Block, base: Affine, columns: number, rows: number): void {
  const { entity } = into;
  const sx = factor(entity.number(41, 1));
  const sy = factor(entity.number(42, 1));
  const sz = factor(entity.number(43, 1));
  const across = entity.number(44, 0);
  const up = entity.number(45, 0);
  const [x, y, z] = block.base;
  into.enterBlock(block, (draw) => {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const shifts = [column * across - sx * x, row * up - sy * y, -sz * z] as const;
        instance.set([sx, 0, 0, shifts[0], 0, sy, 0, shifts[1], 0, 0, sz, shifts[2]]);
        draw(frame.compose(base, instance));
      }
    }
  });
}

/** A scale that is not a number counts as 1. */
function factor(scale: number): number {
  return Number.isFinite(scale) ? scale : 1;
}

/** Rotation by degrees about the vertical, then a shift. */
function turned(origin: readonly [number, number, number], degrees: number): Affine {
  const angle = (degrees / 180) * Math.PI;
  const quarter = degrees % 90 === 0;
  const c = quarter ? Math.round(Math.cos(angle)) : Math.cos(angle);
  const s = quarter ? Math.round(Math.sin(angle)) : Math.sin(angle);
  const z = Number.isNaN(origin[2]) ? 0 : origin[2];
  return instance.set([c, -s, 0, origin[0], s, c, 0, origin[1], 0, 0, 1, z]);
}

/** Number of columns or rows; anything but a positive number counts as 1. */
function times(value: number): number {
  return value >= 1 ? Math.floor(value) : 1;
}
