/**
 * Normalises a name for comparison: ignores case in every script, and how letters and accents are composed. The
 * database's own NOCASE knows only the 26 letters of ASCII.
 */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
