/** Versions from which on two lines more stand before the first record: product and date; units and tolerances. */
const LONG_HEADER = 200;
/** What a character is subtracted from in drawings, where the text is spelled in secret. */
const CIPHER = 159;
/** Words of a record that are kept: what is looked at has fewer, only free curves and surfaces go on for long. */
export const MOST_TOKENS = 64;

/** A record of a solid model in its text form (SAT): its type, and what follows up to the number sign, as far as it is kept. */
export interface AcisRecord {
  /** As it is spelled, from the particular to the general: `plane-surface`, `tcoedge-coedge`. */
  readonly type: string;
  readonly tokens: readonly string[];
}

/**
 * Takes the text of a solid model apart.
 * @param lines as the drawing holds them: secret (each character above the blank taken from 159) or plain
 * @returns the records in their order: their places are what pointers name
 */
export function acisRecords(lines: readonly string[]): AcisRecord[] {
  const isPlain = /^\s*\d/.test(lines[0] ?? '');
  const text = isPlain ? lines : lines.map(plain);
  const header = Number.parseInt(text[0] ?? '', 10) < LONG_HEADER ? 1 : 3;
  const records: AcisRecord[] = [];
  let type = '';
  let tokens: string[] = [];
  for (const token of tokensOf(text.slice(header).join(' '))) {
    if (token === '#') {
      records.push({ type, tokens });
      type = '';
      tokens = [];
    } else if (type !== '') {
      if (tokens.length < MOST_TOKENS) tokens.push(token);
    }
    // Records may be numbered: -0, -1, …
    else if (!/^-\d+$/.test(token)) type = token;
  }
  return records;
}

/** The place that a token points to; -1 when it points to nothing or is no pointer. */
export function pointerOf(token: string | undefined): number {
  return token?.startsWith('$') === true ? Number(token.slice(1)) : -1;
}

function plain(line: string): string {
  let text = '';
  // A caret is "^" and a blank in a drawing.
  for (const character of line.replaceAll('^ ', '^')) {
    const code = character.charCodeAt(0);
    text += code <= 32 ? character : String.fromCharCode(CIPHER - code);
  }
  return text;
}

/** Words between blanks; a string, which is `@` with its length and then its characters, is none. */
function* tokensOf(text: string): Generator<string> {
  const word = /\S+/g;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const [token] = match;
    if (/^@\d+$/.test(token)) word.lastIndex += 1 + Number(token.slice(1));
    else yield token;
  }
}
