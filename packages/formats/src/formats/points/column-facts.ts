import { FieldSplitter } from '../../kit/text/fields.ts';
import { parseNumber } from '../../kit/text/number.ts';
import { isAngle, parseAngle } from './angle.ts';
import { isCoordinate, type Splitting } from './delimiter.ts';
import { commentMark, type SampleLine } from './sample.ts';

/** Statistics of a column of the sample. */
export interface ColumnFacts {
  rows: number;
  filled: number;
  numbers: number;
  /** Numbers with a decimal mark. */
  decimals: number;
  /** Numbers with more decimals than a length needs. */
  fine: number;
  /** Angles in degrees, minutes and seconds or with a hemisphere. */
  angles: number;
  north: boolean;
  east: boolean;
  /** Numbers that could be packed as DDD.MMSS: minutes and seconds below 60. */
  packed: number;
  dates: number;
  sum: number;
  min: number;
  max: number;
  ascending: boolean;
  last: number;
}

/** Decimals of a length that is written to a tenth of a millimetre. */
const FINEST_LENGTH = 4;
const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d)?|^\d{1,2}[./]\d{1,2}[./]\d{2,4}/;

/** Examines every column of the rows with numbers. */
export function columnFacts(lines: readonly SampleLine[], splitting: Splitting, from: number): ColumnFacts[] {
  const { delimiter, mark } = splitting;
  const splitter = new FieldSplitter(delimiter.value);
  const facts: ColumnFacts[] = [];
  for (const { bytes, line } of lines) {
    if (line < from || commentMark(bytes, 0, bytes.length, delimiter.value) > 0) continue;
    const count = splitter.split(bytes, 0, bytes.length);
    let numbers = 0;
    for (let i = 0; i < count; i++) {
      if (isCoordinate(bytes, splitter.starts[i]!, splitter.ends[i]!, mark.value)) numbers++;
    }
    if (numbers < 2) continue;
    for (let i = 0; i < count; i++) {
      if (facts[i] === undefined) facts[i] = newFacts();
      look(facts[i]!, bytes, splitter.starts[i]!, splitter.ends[i]!, mark.value);
    }
  }
  return facts;
}

function newFacts(): ColumnFacts {
  return {
    rows: 0,
    filled: 0,
    numbers: 0,
    decimals: 0,
    fine: 0,
    angles: 0,
    north: false,
    east: false,
    packed: 0,
    dates: 0,
    sum: 0,
    min: Infinity,
    max: -Infinity,
    ascending: true,
    last: -Infinity,
  };
}

function look(facts: ColumnFacts, bytes: Buffer, from: number, to: number, mark: number): void {
  facts.rows++;
  if (from >= to) return;
  facts.filled++;
  const value = parseNumber(bytes, from, to, mark);
  if (Number.isFinite(value)) {
    facts.numbers++;
    const point = bytes.subarray(from, to).indexOf(mark);
    if (point >= 0) facts.decimals++;
    if (point >= 0 && to - from - point - 1 > FINEST_LENGTH) facts.fine++;
    if (!Number.isNaN(parseAngle(String(value), 'packed'))) facts.packed++;
    facts.sum += value;
    facts.min = Math.min(facts.min, value);
    facts.max = Math.max(facts.max, value);
    if (value <= facts.last) facts.ascending = false;
    facts.last = value;
    return;
  }
  const text = bytes.toString('utf8', from, Math.min(to, from + 64));
  if (DATE.test(text)) facts.dates++;
  else if (isAngle(text)) {
    facts.angles++;
    if (/[NS]/i.test(text)) facts.north = true;
    if (/[EW]/i.test(text)) facts.east = true;
  }
}

/** Whether a column is numeric: at least half of its fields are numbers or angles. */
export function isNumeric(facts: ColumnFacts | undefined): boolean {
  return facts !== undefined && facts.filled > 0 && facts.numbers + facts.angles >= 0.5 * facts.filled;
}

/** Widest data, in lengths of any unit, that may be degrees. */
const WIDEST_DEGREES = 2;

/**
 * Whether the numbers of a column are more likely degrees than lengths: within a limit, so close together that a site
 * would be one or two paces wide, and with more decimals than lengths have.
 */
export function mayBeDegrees(facts: ColumnFacts | undefined, limit: number): boolean {
  if (facts === undefined || facts.numbers === 0 || facts.fine < 0.5 * facts.numbers) return false;
  return facts.min >= -limit && facts.max <= limit && facts.max - facts.min <= WIDEST_DEGREES;
}

/** Whether most numbers of a column have decimals (or are angles). */
export function hasDecimals(facts: ColumnFacts | undefined): boolean {
  return isNumeric(facts) && facts!.decimals + facts!.angles > 0.5 * facts!.filled;
}
