/** Estimated letter width in cap heights. It is below that of most fonts, so that a text taken for wider is wider. */
const LETTER = 0.5;

/** Whether a line of a text is wider than its column, so that the column matters. */
export function passesColumn(text: string, height: number, column: number): boolean {
  return text.split('\n').some((line) => line.length * height * LETTER > column);
}
