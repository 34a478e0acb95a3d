import type { ObjectStream } from './object-stream.ts';

/** What a drawing has besides its objects. */
export interface FixedSections {
  readonly header: Uint8Array;
  readonly classes: Uint8Array;
  readonly template: Uint8Array;
  readonly auxiliary: Uint8Array;
  readonly preview: Uint8Array;
  /** Since 2004. */
  readonly summary: Uint8Array;
  readonly application: Uint8Array;
  readonly history: Uint8Array;
}

/** A file that is being written. */
export interface DwgFile {
  readonly objects: ObjectStream;
  /** Ends the file. @throws the operating system's error when it could not be written */
  finish(): Promise<void>;
  abandon(): void;
}

/** Code page of a header: ANSI_1252. */
export const CODE_PAGE = 30;
/** The version of a release in headers. */
export const VERSION_NUMBERS: Readonly<Record<number, number>> = {
  2000: 0x17,
  2004: 0x19,
  2007: 0x1b,
  2010: 0x1d,
  2013: 0x1f,
  2018: 0x21,
};
