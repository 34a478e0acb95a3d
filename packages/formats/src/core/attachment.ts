import type { Unit } from '@fieldbridge/fieldjob';
import type { Place } from './issues/issue.ts';

/** A file, or another model of the same file, that a drawing shows in a place of its own. */
export interface Attachment {
  /** As the drawing states it, usually a path on another machine; '' for the drawing's own file. */
  readonly file: string;
  /** '' for the usual one. */
  readonly model: string;
  /** Maps coordinates of the attached file to those of the drawing: rows of a 3 × 4 matrix, in the drawing's unit. */
  readonly frame: readonly number[];
  /** How a file of the same kind is read, so that the frame fits. */
  readonly to: AttachedTo;
  readonly place: Place;
}

/** What the reader of an attached file takes from the drawing that attaches it. */
export interface AttachedTo {
  /** The unit that the drawing's numbers are read in, and what one of them is of it: the attached file has the same. */
  readonly numbers?: { readonly unit: Unit | undefined; readonly factor: number };
}
