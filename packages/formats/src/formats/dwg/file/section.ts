/** Gets the reason why a page of a section is lost. */
export type PageLost = (reason: string) => void;

/**
 * Bytes behind the end of every section, so that the fast reading of bits needs no look at it: a double that begins
 * in the last byte.
 */
export const PADDING = 16;

/** The sections that are read of a drawing; a missing one is undefined. */
export interface Sections {
  readonly header: Uint8Array | undefined;
  readonly classes: Uint8Array | undefined;
  readonly objectMap: Uint8Array | undefined;
  readonly objects: Uint8Array;
  readonly template: Uint8Array | undefined;
  /** The store of shapes, from 2013 on. */
  readonly shapes: Uint8Array | undefined;
  /** Bytes that were repaired by their check bytes, in 2007. */
  readonly repaired: number;
}

/** Names of the sections since 2004. */
export const SECTION_NAMES = {
  header: 'AcDb:Header',
  classes: 'AcDb:Classes',
  objectMap: 'AcDb:Handles',
  objects: 'AcDb:AcDbObjects',
  template: 'AcDb:Template',
  shapes: 'AcDb:AcDsPrototype_1b',
} as const;
