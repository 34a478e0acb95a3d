import type { Issue } from '../../core/issues/issue.ts';
import type { Names } from './names.ts';
import type { Tape } from './tape.ts';

/**
 * The groups of a DXF file one after another, ASCII or binary alike. After `next` returned true the fields describe the group;
 * `bytes[from, to)` is its text (also for numbers of ASCII files) until the following call.
 */
export interface TagStream {
  readonly code: number;
  /** Kind of the value, see group-kinds.ts. */
  readonly kind: number;
  /** Value of a numeric group; NaN when what stands there is no number. */
  readonly value: number;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  /** Line of the group code (ASCII, from 1) or byte offset of the group (binary). */
  readonly place: number;
  /** Whether `place` is a line. */
  readonly isText: boolean;
  /** Byte offset of the current group. */
  readonly offset: number;
  /** Goes to the next group; false at the end of the file. @throws LimitError when a value passes `recordBytes` */
  next(): boolean;
  /**
   * Puts the groups of the usual form that come next on the tape, by its rules, and stops at the first that needs a closer
   * look (`next` takes that) or when the tape is full.
   * @returns true when it came to a code 0, which is the current group then; the current group is not defined otherwise
   */
  takeQuickly(tape: Tape, names: Names): boolean;
  /** Goes to a place where a group starts, as `offset` and `place` gave it before. */
  seek(offset: number, place: number): void;
}

/** Takes an issue of the stream itself and its line or offset. */
export type StreamFault = (issue: Issue, place: number) => void;
