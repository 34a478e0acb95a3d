import type { Unit } from '@fieldbridge/fieldjob';
import type { Place } from './issues/issue.ts';

/** A file, or another model of the same file, that a drawing shows at a given place. */
export interface Attachment {
  /** As the drawing states it, usually a path on another machine; '' for the drawing's own file. */
  readonly file: string;
  /** Name of the file that the drawing's own file embeds, if it is one of those. */
  readonly embedded?: string;
  /** '' for the usual one. */
  readonly model: string;
  /** Maps coordinates of the attached file to those of the drawing: rows of a 3 × 4 matrix, in the drawing's unit. */
  readonly frame: readonly number[];
  /** Clip boundary in plan, in the drawing's coordinates: easting, northing, easting, …; the whole file without one. */
  readonly clip?: readonly number[];
  /** Whether the drawing hides a layer of the attached file. */
  readonly hides?: (layer: string) => boolean;
  /** How a file of the same kind is read, so that the frame fits. */
  readonly to: AttachedTo;
  readonly place: Place;
}

/** What the reader of an attached file takes from the drawing that attaches it. */
export interface AttachedTo {
  /** The unit in which the drawing's numbers are read, and the size of one in it: the attached file uses the same. */
  readonly numbers?: { readonly unit: Unit | undefined; readonly factor: number };
  /** The same for the whole numbers of a design file, as a ratio. */
  readonly positions?: { readonly unit: Unit | undefined; readonly numerator: number; readonly denominator: number };
}

/** Digits of a placement in an issue. */
const DIGITS = 9;

/** Where an attachment is placed, as an issue states it: position, scale and rotation in degrees. */
export function placementOf({ frame }: Pick<Attachment, 'frame'>) {
  const rounded = (value: number): number => Number(value.toPrecision(DIGITS)) + 0;
  const at = (index: number): number => frame[index] ?? 0;
  const rotation = rounded((Math.atan2(at(4), at(0)) * 180) / Math.PI);
  return { easting: rounded(at(3)), northing: rounded(at(7)), scale: rounded(Math.hypot(at(0), at(4))), rotation };
}
