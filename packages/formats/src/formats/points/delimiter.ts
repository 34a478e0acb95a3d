import { BLANKS, FieldSplitter } from '../../kit/text/fields.ts';
import { COMMA, POINT, parseNumber } from '../../kit/text/number.ts';
import { isAngle } from './angle.ts';
import type { Sure } from './layout.ts';
import { commentMark, type SampleLine } from './sample.ts';

/** How rows are split into fields. */
export interface Splitting {
  readonly delimiter: Sure<string>;
  readonly mark: Sure<number>;
  /** Share of the sample's rows with at least two numbers. */
  readonly numericShare: number;
  /** The same share, counted from the first such row on. */
  readonly shareBelow: number;
}

/** Delimiters to try, the more certain ones first: a later one must be clearly better. */
export const DELIMITERS = ['\t', ';', '|', ',', BLANKS] as const;
const CLEARLY = 0.02;

const SHOWN: Readonly<Record<string, string>> = {
  '\t': 'tab',
  ' ': 'blanks',
  ',': 'comma',
  ';': 'semicolon',
  '|': 'bar',
};

/** The name of a delimiter in reports and options. */
export function delimiterName(delimiter: string): string {
  return SHOWN[delimiter] ?? delimiter;
}

/** The delimiter of an option: `comma`, `tab`, `blanks`, …, or the character itself; undefined if it is neither. */
export function parseDelimiter(text: string): string | undefined {
  if (/^[\x20-\x7e\t]$/.test(text) && !/[A-Za-z0-9."+-]/.test(text)) return text;
  const names: Readonly<Record<string, string>> = { space: ' ', whitespace: ' ', pipe: '|', '\\t': '\t', colon: ':' };
  const lower = text.toLowerCase();
  return names[lower] ?? Object.keys(SHOWN).find((key) => SHOWN[key] === lower);
}

/**
 * Finds the delimiter and decimal mark with which most rows have at least two numbers and the same number of fields.
 */
export function guessSplitting(lines: readonly SampleLine[], delimiter?: string, mark?: number): Splitting {
  let best: (ReturnType<typeof score> & { delimiter: string; mark: number }) | undefined;
  for (const { candidate, decimal } of pairs(delimiter, mark)) {
    const found = score(lines, candidate, decimal);
    // Names and elevations may be whole: rows have two numbers with either mark, and more with that of the file.
    const isMark = candidate === best?.delimiter && found.score >= best.score && found.fields > best.fields;
    if (best === undefined || isMark || found.score > best.score + CLEARLY)
      best = { delimiter: candidate, mark: decimal, ...found };
  }
  const { numeric, rows } = best!;
  const sure = best!.lead < rows ? (best!.score * rows) / (rows - best!.lead) : 0;
  const because = `${numeric} of ${rows - best!.lead} rows examined have numbers this way`;
  const confidence = Math.round(100 * Math.min(0.98, sure)) / 100;
  return {
    delimiter:
      delimiter === undefined
        ? { value: best!.delimiter, confidence, because }
        : { value: delimiter, confidence: 1, because: 'as stated' },
    mark:
      mark === undefined
        ? { value: best!.mark, confidence, because }
        : { value: mark, confidence: 1, because: 'as stated' },
    numericShare: rows === 0 ? 0 : numeric / rows,
    shareBelow: numeric === 0 ? 0 : numeric / (rows - best!.lead),
  };
}

/** The pairs to try, in order. A comma for both is last, because it requires quoted numbers. */
function pairs(delimiter?: string, mark?: number): { candidate: string; decimal: number }[] {
  const delimiters = delimiter === undefined ? DELIMITERS : [delimiter];
  const all = delimiters.flatMap((candidate) =>
    (mark === undefined ? [POINT, COMMA] : [mark]).map((decimal) => ({ candidate, decimal })),
  );
  const isBoth = (pair: { candidate: string; decimal: number }): boolean =>
    pair.candidate === ',' && pair.decimal === COMMA;
  return [...all.filter((pair) => !isBoth(pair)), ...all.filter(isBoth)];
}

function score(lines: readonly SampleLine[], delimiter: string, mark: number) {
  const splitter = new FieldSplitter(delimiter);
  const widths = new Map<number, number>();
  let rows = 0;
  let numeric = 0;
  let fields = 0;
  let lead = 0;
  for (const { bytes } of lines) {
    if (commentMark(bytes, 0, bytes.length, delimiter) > 0) continue;
    rows++;
    const count = splitter.split(bytes, 0, bytes.length);
    let numbers = 0;
    for (let i = 0; i < count; i++) if (isCoordinate(bytes, splitter.starts[i]!, splitter.ends[i]!, mark)) numbers++;
    if (numbers < 2) {
      // A header and the lines above it do not count against a delimiter.
      if (numeric === 0) lead++;
      continue;
    }
    numeric++;
    fields += numbers;
    widths.set(count, (widths.get(count) ?? 0) + 1);
  }
  const modal = Math.max(0, ...widths.values());
  return { score: numeric === 0 ? 0 : (numeric / rows) * (0.6 + (0.4 * modal) / numeric), numeric, fields, rows, lead };
}

/** Whether a field is a finite number or an angle in degrees, minutes and seconds. */
export function isCoordinate(bytes: Buffer, from: number, to: number, mark: number): boolean {
  if (to - from > 64) return false;
  return Number.isFinite(parseNumber(bytes, from, to, mark)) || isAngle(bytes.toString('utf8', from, to));
}
