/**
 * Largest ratio of unpacked to packed bytes, for archives that unpack to RATIO_FROM or more. Deflate reaches 1032 at
 * most; real packages stay below 20.
 */
export const ARCHIVE_RATIO = 200;
/** Unpacked bytes from which the ratio is checked. */
export const RATIO_FROM = 64 * 2 ** 20;
/** Longest name of an entry in UTF-16 units. */
export const NAME_LENGTH = 200;
/** Longest part of a name between slashes in bytes: the limit of common file systems. */
export const PART_BYTES = 255;
/** Levels of nested archives that are unpacked. */
export const ARCHIVE_DEPTH = 0;
