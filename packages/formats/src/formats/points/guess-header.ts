import { parseUnit, type Unit } from '@fieldbridge/fieldjob';
import { FieldDecoder, FieldSplitter } from '../../kit/text/fields.ts';
import { unmarked } from '../../kit/text/formula-mark.ts';
import { isCoordinate, type Splitting } from './delimiter.ts';
import type { Sure } from './layout.ts';
import { callsNorthingX, isOtherLength, isPlainHeight, type Role, roleOfHeading, unitOfHeading } from './roles.ts';
import { commentMark, type SampleLine } from './sample.ts';

/** The contents of a header line. */
export interface Header {
  /** Its line number, counted from 1. */
  readonly line: number;
  readonly headings: readonly string[];
  /** Role by column; columns with unknown headings become attributes. */
  readonly roles: readonly Role[];
  readonly known: number;
  /** Whether the coordinates are called x and y, whose meaning differs between countries. */
  readonly usesXy: boolean;
  /** Whether x was read as the northing, as is usual in the language of the headings. */
  readonly northingIsX: boolean;
  readonly unit: Unit | undefined;
  /** The stated units, if they cannot be a single unit of the job; '' if there is no doubt. */
  readonly unitDoubt: string;
}

/** Number of lines at the start that are searched for the header. */
const MOST_PREAMBLE = 50;

/** Finds the header: the line before the data with known words, or words above columns of numbers. */
export function guessHeader(lines: readonly SampleLine[], splitting: Splitting, forced: boolean): Header | undefined {
  const { delimiter, mark } = splitting;
  const splitter = new FieldSplitter(delimiter.value);
  let best: Header | undefined;
  for (const sample of lines.slice(0, MOST_PREAMBLE)) {
    const { bytes } = sample;
    const skip = commentMark(bytes, 0, bytes.length, delimiter.value);
    splitter.split(bytes, skip, bytes.length);
    if (!forced && skip === 0 && numbersIn(bytes, splitter, mark.value) >= 2) break;
    const header = readHeader(sample, splitter);
    if (header.known >= 2 && header.known > (best?.known ?? 0)) best = header;
    else if (best === undefined && forced && skip === 0) best = header;
    if (forced && best !== undefined) break;
  }
  return best ?? headerByShape(lines, splitter, splitting);
}

/** A first line without numbers that has as many fields as the following rows of numbers. */
function headerByShape(lines: readonly SampleLine[], splitter: FieldSplitter, { mark }: Splitting): Header | undefined {
  const [first, second] = lines;
  if (first === undefined || second === undefined) return undefined;
  const width = splitter.split(second.bytes, 0, second.bytes.length);
  if (numbersIn(second.bytes, splitter, mark.value) < 2) return undefined;
  if (splitter.split(first.bytes, 0, first.bytes.length) !== width || width < 3) return undefined;
  return numbersIn(first.bytes, splitter, mark.value) === 0 ? readHeader(first, splitter) : undefined;
}

function numbersIn(bytes: Buffer, splitter: FieldSplitter, mark: number): number {
  let numbers = 0;
  for (let i = 0; i < splitter.count; i++)
    if (isCoordinate(bytes, splitter.starts[i]!, splitter.ends[i]!, mark)) numbers++;
  return numbers;
}

/** In many languages these are also words for width and length, so that neither counts alone. */
const ANGLES = new Set(['latitude', 'longitude']);

function readHeader({ bytes, line }: SampleLine, splitter: FieldSplitter): Header {
  const decoder = new FieldDecoder();
  const headings: string[] = [];
  for (let i = 0; i < splitter.count; i++) {
    headings.push(decoder.text(bytes, splitter.starts[i]!, splitter.ends[i]!, splitter.quoted[i] === 1).trim());
  }
  const taken = new Set<Role>();
  let known = 0;
  let usesXy = false;
  const hasHorizontal = headings.some((heading) => /^(easting|northing)$/.test(String(roleOfHeading(heading))));
  const named = withLongitude(headings.map(roleOfHeading), headings);
  const hasAngles = named.includes('latitude') && named.includes('longitude');
  const isOnEarth = hasAngles && !hasHorizontal;
  const northingIsX = headings.some(callsNorthingX);
  const roles = headings.map((heading, column): Role => {
    if (/^attribute:./i.test(heading)) return `attribute:${attributeName(heading.slice('attribute:'.length), column)}`;
    const found = hasAngles || !ANGLES.has(String(named[column])) ? named[column] : undefined;
    let role: Role | undefined;
    if (found === 'x' || found === 'y') {
      // Next to named coordinates, x and y have another meaning.
      role = hasHorizontal ? undefined : (found === 'x') === northingIsX ? 'northing' : 'easting';
      usesXy ||= role !== undefined;
    } else role = found === 'elevation' && isOnEarth && isPlainHeight(heading) ? 'height' : found;
    if (role === undefined || taken.has(role))
      return heading === '' ? 'skip' : `attribute:${attributeName(unmarked(heading), column)}`;
    taken.add(role);
    known++;
    return role;
  });
  return { line, headings, roles, known, usesXy, northingIsX, ...unitOf(headings, roles) };
}

/** Next to a latitude under B, the longitude is under L. */
function withLongitude(named: (Role | 'x' | 'y' | undefined)[], headings: readonly string[]): typeof named {
  const [b, l] = [/^b$/i, /^l$/i].map((letter) => headings.findIndex((heading) => letter.test(heading)));
  return b! < 0 ? named : named.map((role, column) => (column === l ? 'longitude' : role));
}

/** Longest name of an attribute made from a heading. */
const MOST_NAME = 64;

function attributeName(heading: string, column: number): string {
  return heading.slice(0, MOST_NAME) || `column ${column + 1}`;
}

/** The unit of the coordinate columns, and the doubt if they disagree or name another unit. */
function unitOf(headings: readonly string[], roles: readonly Role[]): Pick<Header, 'unit' | 'unitDoubt'> {
  const units = new Set<Unit>();
  const said: string[] = [];
  let strange = false;
  let silent = 0;
  headings.forEach((heading, i) => {
    if (roles[i] !== 'easting' && roles[i] !== 'northing' && roles[i] !== 'elevation') return;
    const text = unitOfHeading(heading);
    const unit = parseUnit(text);
    if (unit !== undefined) units.add(unit);
    else if (isOtherLength(text)) strange = true;
    else {
      silent++;
      return;
    }
    said.push(`${roles[i]} in ${text}`);
  });
  const unit = units.size === 1 && !strange ? [...units][0] : undefined;
  // Elevations in feet next to coordinates without a unit: all of them may be in feet, or not.
  const partly = unit !== undefined && unit !== 'metre' && silent > 0;
  if (partly) said.push('nothing of the others');
  return { unit, unitDoubt: strange || units.size > 1 || partly ? said.join(', ') : '' };
}

/** The header as a finding with its confidence. */
export function sureHeader(header: Header | undefined): Sure<number> {
  if (header === undefined) return { value: 0, confidence: 0.9, because: 'the first rows are data' };
  const { line, known } = header;
  if (known >= 3) return { value: line, confidence: 0.97, because: `${known} headings are known words` };
  if (known >= 2) return { value: line, confidence: 0.85, because: `${known} headings are known words` };
  return { value: line, confidence: 0.6, because: 'words above columns of numbers' };
}
