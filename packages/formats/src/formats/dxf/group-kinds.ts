/** Types of group values, which follow from the group code. Source: DXF reference, "Group code value types". */
export const TEXT = 0;
/** Short texts that repeat: names of entities, layers, blocks, line types, styles. */
export const NAME = 1;
export const DOUBLE = 2;
export const INT16 = 3;
export const INT32 = 4;
export const INT64 = 5;
export const BOOLEAN = 6;
/** Hexadecimal text. */
export const HANDLE = 7;
/** Binary chunk, hexadecimal in ASCII files. */
export const CHUNK = 8;
/** Extended data and comments, which are not used. */
export const IGNORED_TEXT = 9;
export const UNKNOWN_KIND = 10;

/** Highest code of the format. */
export const HIGHEST_CODE = 1071;

const RANGES: readonly (readonly [from: number, to: number, kind: number])[] = [
  [0, 9, NAME],
  [1, 1, TEXT],
  [3, 4, TEXT],
  [5, 5, HANDLE],
  [10, 59, DOUBLE],
  [60, 79, INT16],
  [90, 99, INT32],
  [100, 102, NAME],
  [105, 105, HANDLE],
  [110, 149, DOUBLE],
  [160, 169, INT64],
  [170, 179, INT16],
  [210, 239, DOUBLE],
  [270, 289, INT16],
  [290, 299, BOOLEAN],
  [300, 309, TEXT],
  [310, 319, CHUNK],
  [320, 369, HANDLE],
  [370, 389, INT16],
  [390, 399, HANDLE],
  [400, 409, INT16],
  [410, 419, NAME],
  [420, 429, INT32],
  [430, 439, TEXT],
  [440, 459, INT32],
  [460, 469, DOUBLE],
  [470, 479, TEXT],
  [480, 481, HANDLE],
  [999, 1003, IGNORED_TEXT],
  [1004, 1004, CHUNK],
  [1005, 1009, IGNORED_TEXT],
  [1010, 1059, DOUBLE],
  [1060, 1070, INT16],
  [1071, 1071, INT32],
];

/** Kind of value by group code. */
export const KIND_OF: Uint8Array = new Uint8Array(HIGHEST_CODE + 1).fill(UNKNOWN_KIND);
for (const [from, to, kind] of RANGES) KIND_OF.fill(kind, from, to + 1);

/** Whether values of a kind are numbers. */
export function isNumeric(kind: number): boolean {
  return kind >= DOUBLE && kind <= BOOLEAN;
}
