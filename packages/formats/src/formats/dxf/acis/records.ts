/** Versions from this one on have two more lines before the first record: product and date; units and tolerances. */
const LONG_HEADER = 200;
/** In obfuscated text a character is subtracted from this. */
const CIPHER = 159;
/** Words kept per record. Those that are looked at have fewer; only free curves and surfaces have more. */
export const MOST_TOKENS = 64;

/**
 * A record of a solid model in its text form (SAT): its type, and the words up to the number sign, as far as they are
 * kept.
 */
export interface AcisRecord {
  /** As spelled, from the particular to the general: `plane-surface`, `tcoedge-coedge`. */
  readonly type: string;
  readonly tokens: readonly string[];
}

/**
 * Splits the text of a solid model into records.
 * @param lines as the drawing holds them: obfuscated (each character above the blank is subtracted from 159) or plain
 * @returns the records in order; pointers are indices into this list
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

/** The index that a token points to; -1 for a null pointer or another token. */
export function pointerOf(token: string | undefined): number {
  return token?.startsWith('$') === true ? Number(token.slice(1)) : -1;
}

function plain(line: string): string {
  let text = '';
  // A drawing spells a caret as "^" and a blank.
  for (const character of line.replaceAll('^ ', '^')) {
    const code = character.charCodeAt(0);
    text += code <= 32 ? character : String.fromCharCode(CIPHER - code);
  }
  return text;
}

/** Words between blanks, without strings (`@`, their length, and their characters). */
function* tokensOf(text: string): Generator<string> {
  const word = /\S+/g;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const [token] = match;
    if (/^@\d+$/.test(token)) word.lastIndex += 1 + Number(token.slice(1));
    else yield token;
  }
}
