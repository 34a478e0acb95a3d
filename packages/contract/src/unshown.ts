/**
 * The characters that names and messages must not contain, as the inside of a class of a regular expression with the
 * flag u: controls, separators of lines and paragraphs, and characters that change the direction of the surrounding
 * text (Unicode Standard Annex 9). They move the cursor of a terminal, break headers, or make another file extension
 * appear last.
 */
export const UNSHOWN = '\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069';

/** Each of these characters, for `replace`. */
export const ALL_UNSHOWN = new RegExp(`[${UNSHOWN}]`, 'gu');
