import type { ReadContext } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { ELEMENT } from '../element-types.ts';
import type { V8Element } from './element.ts';
import { PROPERTY, textOf } from './linkages.ts';
import type { V8Scale } from './scale.ts';

/** The attachment that brought this one along; 0 for the model's own. */
const PARENT = 0x30;
/** Placement: a position of the attached file, where it is in this file, rotation and scale. */
const [FROM, TO, MATRIX, FACTOR] = [0xa8, 0xc0, 0xd8, 0x120];
const LEAST_SIZE = FACTOR + 8;
/** Digits of a placement in an issue. */
const DIGITS = 9;

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
  if (context.attach !== undefined) {
    const row = (axis: number): number[] => [0, 1, 2].map((i) => factor * real(MATRIX + 8 * (3 * axis + i)));
    const frame = [0, 1, 2].flatMap((axis) => [...row(axis), shift(axis)]);
    context.attach({ file, model, frame, to: {}, place: { offset } });
    return;
  }
  const rotation = (Math.atan2(real(MATRIX + 24), real(MATRIX)) * 180) / Math.PI;
  const [easting, northing] = [rounded(shift(0)), rounded(shift(1))];
  const place = { easting, northing, scale: rounded(factor), rotation: rounded(rotation) };
  const issue =
    file === ''
      ? issueOf('dgn-attached-model', { model, ...place })
      : issueOf('dgn-attached-file', { file, model: model || 'default', ...place });
  context.report({ ...issue, offset });
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS)) + 0;
}
