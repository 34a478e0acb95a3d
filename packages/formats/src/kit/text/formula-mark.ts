/**
 * Spreadsheets run a cell that begins with one of these as a formula, also one that a stranger typed into a field
 * (OWASP, "CSV Injection").
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;
/** Plain numbers and telephone numbers are no formulas that could do harm, and stay readable. */
const NUMBER = /^[+-]?[\d .,()/-]*$/;

/**
 * A text that no spreadsheet runs as a formula: with an apostrophe before it, if it needs one. `unmarked` undoes that
 * exactly, because texts that already begin with apostrophes before such a character get one more.
 */
export function marked(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text as it is, but so that `unmarked` gives it back: for writers that leave formulas alone. */
export function verbatim(text: string): string {
  return MARKED.test(text) ? `'${text}` : text;
}

/** The text before `marked` or `verbatim`. */
export function unmarked(text: string): string {
  return MARKED.test(text) ? text.slice(1) : text;
}
