import type { ControlAction, LineworkTable } from './table.ts';

/** A control code with what follows it: numbers, or a point name for `join`. */
export interface Control {
  readonly action: ControlAction;
  readonly numbers: number[];
  point: string;
}

/** One code of a point, with the controls that follow it. */
export interface CodePart {
  /** The code without the string number: `KERB` of `KERB12`. */
  readonly code: string;
  /** Code and string number in capitals: distinguishes lines of the same code. */
  readonly string: string;
  readonly controls: Control[];
}

export interface ParsedCode {
  readonly parts: readonly CodePart[];
  /** Words that are neither a code, a control code nor a number. */
  readonly unresolved: readonly string[];
}

/** Most words read from the code of a point; the rest is unresolved. */
const MOST_WORDS = 64;
const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/;
/** A code with a string number: KERB1, KERB.1, KERB-1, KERB_1. */
const NUMBERED = /^(.*?[^\d._-])[._-]?\d+$/;

/**
 * Parses the code of a point: `KERB1 B EDGE2 OFF 1.5` has two codes, the second with an offset. The first word is a
 * code; a later one only if it has a string number or is known.
 * @param isKnown whether a word (in capitals) is a code that draws lines, or names an open line
 */
export function parseCode(text: string, table: LineworkTable, isKnown: (word: string) => boolean): ParsedCode {
  const words = text
    .split(/[\s;/]+/)
    // A comma separates words, but not within a number after the code: OFF 1,5 is an offset of one and a half.
    .flatMap((word, i) => (i > 0 && NUMBER.test(word) ? [word] : word.split(',')))
    .filter((word) => word !== '');
  const parts: CodePart[] = [];
  const unresolved: string[] = words.slice(MOST_WORDS);
  const count = Math.min(words.length, MOST_WORDS);
  for (let i = 0; i < count; i++) {
    const word = words[i]!;
    const upper = word.toUpperCase();
    const part = parts[parts.length - 1];
    const control = part?.controls[part.controls.length - 1];
    const action = table.controls[upper];
    if (part === undefined) parts.push(partOf(word));
    else if (control?.action === 'join' && control.point === '') control.point = word;
    else if (NUMBER.test(word)) {
      if (control === undefined) unresolved.push(word);
      else control.numbers.push(Number(word.replace(',', '.')));
    } else if (action !== undefined) part.controls.push({ action, numbers: [], point: '' });
    else if (NUMBERED.test(upper) || isKnown(upper)) parts.push(partOf(word));
    else unresolved.push(word);
  }
  return { parts, unresolved };
}

function partOf(word: string): CodePart {
  const numbered = NUMBERED.exec(word);
  return { code: numbered?.[1] ?? word, string: word.toUpperCase(), controls: [] };
}
