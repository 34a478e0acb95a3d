/** Gets what is wrong with the pages and objects of a file. */
export interface Faults {
  /** A page of a section is lost. */
  lost(reason: string): void;
  /** A page or section has another checksum than it states. @param at its place in the file, if it has only one */
  altered(at: number | undefined): void;
  /** The same of an object, where pages have no checksum or a wrong one. */
  objectAltered(handle: number): void;
}

/**
 * Bytes behind the end of every section, so that the fast reading of bits needs no look at it: a double that begins
 * in the last byte.
 */
export const PADDING = 16;

/** Why a page is lost that takes bytes of others. */
export const OVERLAPS = 'it overlaps other pages';

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

/** What sections begin with; their complement ends them. */
export const MARKS = {
  header: 'cf7b1f23fdde38a95f7c68b84e6d335f',
  classes: '8da1c4b8c4a9f8c5c0dcf45fe7cfb68a',
  preview: '1f256d07d43628289d57ca3f9d44102b',
} as const;
