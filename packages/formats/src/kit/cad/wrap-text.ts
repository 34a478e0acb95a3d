/** Average width of letters and blanks, in heights of capitals. */
const LETTER = 0.8;

/** A text with its lines broken to the width of its column. @param column 0: not broken @param height of capitals */
export function wrapText(text: string, column: number, height: number): string {
  if (column === 0) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapped(line, column, height))
    .join('\n');
}

/**
 * Breaks a line at blanks so that no piece is wider than the column at average letter width; a single word may be
 * wider.
 */
function wrapped(line: string, column: number, height: number): string[] {
  const most = column / (LETTER * height);
  if (column === 0 || line.length <= most) return [line];
  const pieces: string[] = [];
  let piece = '';
  for (const word of line.split(' ')) {
    if (piece !== '' && piece.length + 1 + word.length > most) {
      pieces.push(piece);
      piece = word;
    } else piece = piece === '' ? word : `${piece} ${word}`;
  }
  return [...pieces, piece];
}
