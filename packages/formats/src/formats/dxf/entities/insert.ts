import { issueOf } from '../../../core/issues/issue-of.ts';
import { Affine } from '../../../kit/cad/affine.ts';
import { ClipBoundary } from '../../../kit/cad/clip/boundary.ts';
import type { Pen } from '../../../kit/cad/pen.ts';
import { fillFromAttributes, isPointBlock } from '../../../kit/cad/point-block.ts';
import type { Style } from '../../../kit/cad/style.ts';
import { isBlank } from '../../../kit/cad/text-codes.ts';
import { placedCorners } from '../block-clips.ts';
import type { Block } from '../blocks.ts';
import { COMMON } from '../common-fields.ts';
import type { Entity } from '../entity.ts';
import { integer, name as names, point, real } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { ATTRIBUTE, attributeValue, drawAttribute, isHiddenAttribute } from './attributes.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

/** Rotation in degrees; columns and rows make it an array. */
export const INSERT = {
  block: names(2),
  place: point(10),
  scaleX: real(41, 1),
  scaleY: real(42, 1),
  scaleZ: real(43, 1),
  rotation: real(50, 0),
  columns: integer(70, 1),
  rows: integer(71, 1),
  columnSpacing: real(44, 0),
  rowSpacing: real(45, 0),
};

/** State of an INSERT and the ATTRIB entities after it. */
export class InsertParts {
  /** Tag, value, tag, value, … of its attributes. */
  pairs: string[] = [];
  /** Whether visible attributes are drawn as texts. */
  hasTexts = true;
  /** Cells of its array, columns first. */
  array: ArrayCells = ONE_CELL;
  /** The block it refers to; undefined when that is not defined. */
  block: Block | undefined;
  /** Why it is not drawn. */
  refusal: Outcome;
  /** Its own style, which attributes on layer 0 and those with the style of the block take. */
  style: Style | undefined;
}

/** Rows and columns of an array in the reference's own coordinates, rotated like the reference. */
interface ArrayCells {
  readonly columns: number;
  readonly rows: number;
  /** Steps from column to column and from row to row: easting, northing. */
  readonly across: readonly [number, number];
  readonly up: readonly [number, number];
}

const ONE_CELL: ArrayCells = { columns: 1, rows: 1, across: [0, 0], up: [0, 0] };

/** INSERT: attributes may follow. Whether it may be drawn is decided here, before any of it is drawn. */
export function startInsert(into: Interpreter): void {
  const { entity, insert } = into;
  const name = entity.name(INSERT.block);
  insert.pairs = [];
  insert.block = into.blocks.get(name);
  insert.hasTexts = into.settings.blocks !== 'points' && !isPointBlock(name);
  insert.array = arrayOf(entity);
  insert.refusal = into.expansion.refusal(insert.block, insert.array.columns * insert.array.rows);
  into.begin();
  insert.style = into.ownStyle;
}

function arrayOf(entity: Entity): ArrayCells {
  const columns = times(entity.get(INSERT.columns));
  const rows = times(entity.get(INSERT.rows));
  if (columns * rows === 1) return ONE_CELL;
  const degrees = entity.get(INSERT.rotation);
  const c = cosine(degrees);
  const s = sine(degrees);
  const [right, back] = [entity.get(INSERT.columnSpacing), entity.get(INSERT.rowSpacing)];
  return { columns, rows, across: [c * right, s * right], up: [-s * back, c * back] };
}

/** ATTRIB: a value of the reference and, if visible, a text in every cell of the array. */
export function takeAttribute(into: Interpreter): void {
  const { entity, insert } = into;
  const value = attributeValue(entity);
  // Most references have one attribute, and a list created with it needs no spare capacity.
  if (insert.pairs.length === 0) insert.pairs = [entity.name(ATTRIBUTE.tag), value];
  else insert.pairs.push(entity.name(ATTRIBUTE.tag), value);
  const isHidden = isHiddenAttribute(entity) || entity.get(COMMON.isInvisible) === 1;
  if (isHidden || !insert.hasTexts || isBlank(value) || insert.refusal !== undefined) return;
  const { array } = insert;
  const cells = array.columns * array.rows;
  const outer = into.reference;
  into.reference = insert.style;
  if (cells === 1) drawAttribute(into, value);
  else if (into.expansion.spend(cells)) forEachCell(array, (east, north) => drawAttribute(into, value, east, north));
  into.reference = outer;
}

function forEachCell({ columns, rows, across, up }: ArrayCells, visit: (east: number, north: number) => void): void {
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      visit(column * across[0] + row * up[0], column * across[1] + row * up[1]);
}

/**
 * Draws the reference: a point with its attributes per cell of its array, the block's contents, or both, depending on
 * the options.
 */
export function finishInsert(into: Interpreter): Outcome {
  const { entity, pen, settings } = into;
  const { pairs, array, block, refusal } = into.insert;
  if (refusal !== undefined) return refusal;
  const isAttached = into.attach !== undefined && block !== undefined && block.file !== '';
  const name = into.blocks.shownName(entity.name(INSERT.block));
  if (block === undefined) into.remark(issueOf('block-undefined', { name }));

  into.begin();
  into.useExtrusion();
  const isEmpty = block === undefined || block.last === block.first;
  const own = isPointBlock(name);
  const isPoint =
    settings.blocks === 'points' || own || (isEmpty && !isAttached) || (settings.blocks === 'auto' && pairs.length > 0);
  const easting = entity.get(INSERT.place.x);
  const northing = entity.get(INSERT.place.y);
  const elevation = entity.getOr(INSERT.place.z, pen.ground);
  if (isPoint) {
    const hasElevation = fillPoint(into, name, pairs);
    pen.feature.block = own ? '' : into.block || name;
    if (!drawPoints(pen, array, easting, northing, hasElevation ? elevation : Number.NaN)) return BAD_POSITION;
  }
  if ((isEmpty && !isAttached) || own || settings.blocks === 'points') return undefined;
  if (into.reference === undefined && into.layers.isFrozen(into.style.layer) && hasShownContents(into, block))
    into.remark(issueOf('frozen-reference'));
  const place = turned(easting, northing, elevation, entity.get(INSERT.rotation));
  // The frame of an array must outlive the drawing of its first cell.
  const base = (array === ONE_CELL ? origin : new Affine()).compose(pen.frame, place);
  if (!base.isFinite) return BAD_POSITION;
  expand(into, block, base, array.columns, array.rows);
  return undefined;
}

/** Whether a part of a block is on a visible layer, independent of the reference's layer. */
function hasShownContents({ expansion: { tape }, layers, names }: Interpreter, block: Block): boolean {
  for (let index = block.first; index < block.last; index++)
    for (let i = tape.starts[index]!; i < tape.end(index); i++) {
      if (tape.codes[i] !== COMMON.layer.code) continue;
      const name = names.text(tape.values[i]!);
      if (name !== '0' && layers.get(layers.find(name)).visible) return true;
      break;
    }
  return false;
}

/** The point of a reference in every cell of its array; false when one of them is not finite. */
function drawPoints(pen: Pen, array: ArrayCells, easting: number, northing: number, elevation: number): boolean {
  if (array === ONE_CELL) return pen.point(easting, northing, elevation);
  let drawn = true;
  forEachCell(array, (east, north) => {
    drawn = pen.point(easting + east, northing + north, elevation) && drawn;
  });
  return drawn;
}

/**
 * Fills the point of a reference from its attributes, followed by extended data. @returns whether it has an elevation
 */
export function fillPoint(into: Interpreter, block: string, pairs: readonly string[]): boolean {
  const { feature } = into.pen;
  const attached = feature.attributes;
  const hasElevation = fillFromAttributes(feature, block, pairs);
  if (attached.length > 0) feature.attributes = [...feature.attributes, ...attached];
  return hasElevation;
}

/** Scratch maps: their content is used up before the next reference. */
const origin = new Affine();
const frame = new Affine();
const instance = new Affine();

function expand(into: Interpreter, block: Block, base: Affine, columns: number, rows: number): void {
  const { entity } = into;
  const sx = factor(entity.get(INSERT.scaleX));
  const sy = factor(entity.get(INSERT.scaleY));
  const sz = factor(entity.get(INSERT.scaleZ));
  const across = entity.get(INSERT.columnSpacing);
  const up = entity.get(INSERT.rowSpacing);
  const { base: zero } = block;
  const place = (draw: (frame: Affine) => void): void => {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        instance.setScale(sx, sy, sz, column * across - sx * zero[0], row * up - sy * zero[1], -sz * zero[2]);
        draw(frame.compose(base, instance));
      }
    }
  };
  const clip = into.settings.hidden ? undefined : into.clips.of(entity.get(COMMON.handle));
  const boundaryIn = (frame: Affine) => clip && placedCorners(clip.corners, frame);
  if (into.attach !== undefined && block.file !== '') place((frame) => into.attach!(block, frame, boundaryIn(frame)));
  const name = into.blocks.shownName(block.name);
  if (clip?.hasPlanes === true) into.remark(issueOf('block-planes-left-out', { name }));
  if (clip?.losesHole === true) into.remark(issueOf('block-hole-left-out', { name }));
  if (clip === undefined) {
    into.enterBlock(block, place, name);
    return;
  }
  const total = { outside: 0, cut: 0, whole: 0 };
  const restore = entity.bookmark();
  const placeClipped: typeof place = (draw) =>
    place((frame) => {
      const { outside, cut, whole } = into.pen.inside(new ClipBoundary(boundaryIn(frame)!), () => draw(frame));
      total.outside += outside;
      total.cut += cut;
      total.whole += whole;
    });
  into.enterBlock(block, placeClipped, name);
  restore();
  const changed = total.outside + total.cut;
  if (changed > 0) into.remark(issueOf('block-clipped', { name, count: changed }));
  if (total.whole > 0) into.remark(issueOf('block-not-cut', { name, count: total.whole }));
}

/** A scale that is not a number counts as 1. */
function factor(scale: number): number {
  return Number.isFinite(scale) ? scale : 1;
}

/** Rotation by degrees about the vertical, then a shift. */
function turned(easting: number, northing: number, elevation: number, degrees: number): Affine {
  return instance.setTurn(cosine(degrees), sine(degrees), easting, northing, Number.isNaN(elevation) ? 0 : elevation);
}

/** Cosine; exact for right angles. */
function cosine(degrees: number): number {
  const value = Math.cos((degrees / 180) * Math.PI);
  return isRightAngle(degrees) ? Math.round(value) : value;
}

/** Sine; exact for right angles. */
function sine(degrees: number): number {
  const value = Math.sin((degrees / 180) * Math.PI);
  return isRightAngle(degrees) ? Math.round(value) : value;
}

/** Whether an angle is a multiple of 90°. A remainder of doubles costs more than a sine, so it is computed last. */
function isRightAngle(degrees: number): boolean {
  const quarters = degrees / 90;
  return quarters === Math.floor(quarters) && degrees % 90 === 0;
}

/** Number of columns or rows; anything but a positive number counts as 1. */
function times(value: number): number {
  return value >= 1 ? Math.floor(value) : 1;
}
