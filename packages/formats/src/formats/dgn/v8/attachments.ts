import type { ReadContext } from '../../../core/format.ts';
import { attachOrReport } from '../attached-file.ts';
import { ELEMENT } from '../element-types.ts';
import type { V8Element } from './element.ts';
import { PROPERTY, textOf } from './linkages.ts';
import type { V8Scale } from './scale.ts';

/** The attachment that brought this one along; 0 for the model's own. */
const PARENT = 0x30;
/** Placement: a position of the attached file, where it is in this file, rotation and scale. */
const [FROM, TO, MATRIX, FACTOR] = [0xa8, 0xc0, 0xd8, 0x120];
const LEAST_SIZE = FACTOR + 8;
/** Number of corners of the clip boundary, and the corners. */
const [CORNERS, FIRST_CORNER] = [0x16e, 0x170];

/**
 * Takes a reference attachment (100) of the model: its content is in another file, or in another model of this one. It
 * is reported unless it is to be read. Layout from v8file.net (MIT); paths and models of four files are as their other
 * properties state them.
 */
export function takeAttachment(element: V8Element, scale: V8Scale, context: ReadContext): void {
  const { type, view, size, offset } = element;
  if (type !== ELEMENT.attachment || size < LEAST_SIZE || view.getBigUint64(PARENT, true) !== 0n) return;
  const real = (at: number): number => view.getFloat64(at, true);
  const factor = real(FACTOR);
  const shift = (axis: number): number => {
    const from = [0, 1, 2].reduce((sum, i) => sum + real(MATRIX + 8 * (3 * axis + i)) * real(FROM + 8 * i), 0);
    return ((real(TO + 8 * axis) - factor * from - scale.origin[axis]!) * scale.numerator) / scale.denominator;
  };
  const model = textOf(element, PROPERTY.model);
  const file = textOf(element, PROPERTY.fullPath) || textOf(element, PROPERTY.file);
  const row = (axis: number): number[] => [0, 1, 2].map((i) => factor * real(MATRIX + 8 * (3 * axis + i)));
  const frame = [0, 1, 2].flatMap((axis) => [...row(axis), shift(axis)]);
  attachOrReport({ file, model, frame, clip: clipOf(element, scale), to: {}, place: { offset } }, context);
}

/**
 * The clip boundary: positions relative to where the attachment is, in this file's resolution. Only boundaries of
 * attachments at scale 1 were seen.
 */
function clipOf({ view, size }: V8Element, { origin, numerator, denominator }: V8Scale): number[] | undefined {
  const count = size < FIRST_CORNER ? 0 : view.getUint16(CORNERS, true);
  if (count < 3 || size < FIRST_CORNER + 16 * count) return undefined;
  const corners = Array.from({ length: 2 * count }, (_, i) => {
    const axis = i % 2;
    const stored = view.getFloat64(TO + 8 * axis, true) + view.getFloat64(FIRST_CORNER + 8 * i, true);
    return ((stored - origin[axis]!) * numerator) / denominator;
  });
  return corners.every(Number.isFinite) ? corners : undefined;
}
