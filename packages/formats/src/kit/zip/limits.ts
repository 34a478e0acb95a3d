/**
 * Largest total of unpacked bytes per byte of the archive, once it unpacks to RATIO_FROM or more. Deflate cannot pass 1032;
 * real packages stay below 20.
 */
export const ARCHIVE_RATIO = 200;
/** Archives that unpack to less are not measured by their ratio. */
export const RATIO_FROM = 64 * 2 ** 20;
/** Longest name of an entry in UTF-16 units. */
export const NAME_LENGTH = 200;
/** Longest part of a name between slashes, in bytes: what file systems take. */
export const PART_BYTES = 255;
/** Archives inside an archive that are unpacked: none. */
export const ARCHIVE_DEPTH = 0;
