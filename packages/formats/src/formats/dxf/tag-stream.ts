import type { Issue } from '../../core/issues/issue.ts';
import type { Names } from './names.ts';
import type { Tape } from './tape.ts';

/**
 * The groups of a DXF file one after another, ASCII or binary. After `next` returned true the fields describe the
 * group; `bytes[from, to)` is its text (also for numbers in ASCII files) until the following call.
 */
export interface TagStream {
  readonly code: number;
  /** Kind of the value, see group-kinds.ts. */
  readonly kind: number;
  /** Value of a numeric group; NaN if it is not a valid number. */
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
  /** Moves to the next group; false at the end of the file. @throws LimitError when a value exceeds `recordBytes` */
  next(): boolean;
  /**
   * Puts the following groups of the usual form on the tape, by its rules, and stops at the first other form (which
   * `next` takes) or when the tape is full.
   * @returns true when it reached a code 0, which is then the current group; otherwise the current group is undefined
   */
  takeQuickly(tape: Tape, names: Names): boolean;
  /** Moves to the start of a group, by its `offset` and `place`. */
  seek(offset: number, place: number): void;
}

/** Called with an issue of the stream and its line or offset. */
export type StreamFault = (issue: Issue, place: number) => void;
