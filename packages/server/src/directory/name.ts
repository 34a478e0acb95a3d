/**
 * A name as names are compared: case does not count, in no script, nor how a letter and its accent are put together. The database's
 * own NOCASE knows the 26 letters of ASCII only.
 */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
