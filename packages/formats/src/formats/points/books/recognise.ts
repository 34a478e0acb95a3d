import { MAKERS, type Maker } from './makers.ts';

/** A field book, found where rows of points were expected. */
export interface FieldBook {
  /** The format, and that of its header if it differs. */
  readonly name: string;
  /** The line that identifies it, counted from 1. */
  readonly line: number;
  readonly record: string;
}

const MOST_BYTES = 32 * 1024;
const MOST_LINES = 60;
/** Characters of a line that are examined. */
const MOST_LENGTH = 400;
/** Characters of a record in messages. */
const SHOWN = 40;
/** Number of lines at the start that are searched for a header. */
const HEADER_LINES = 20;
/** Share of lines that must be records. */
const ENOUGH = 0.8;

/**
 * Recognises the field book of a total station or a level from the start of a file: angles, distances and staff
 * readings, which a reader of points would mistake for coordinates. The header may be missing or another maker's: the
 * records decide.
 */
export function recogniseBook(head: Uint8Array): FieldBook | undefined {
  const lines = linesOf(head);
  const stated = headerOf(lines);
  for (const maker of MAKERS) {
    const at = proofOf(lines, maker, stated?.at);
    if (at < 0) continue;
    const { name } = maker;
    if (stated === undefined) return found(name, at, lines);
    return found(stated.maker === maker ? stated.name : `${name} under a header of ${stated.name}`, at, lines);
  }
  return stated === undefined ? undefined : found(stated.name, stated.at, lines);
}

const found = (name: string, at: number, lines: readonly string[]): FieldBook => ({
  name,
  line: at + 1,
  record: lines[at]!.replace(/\s+/g, ' ').trim().slice(0, SHOWN),
});

/** The first line that states a format, with its maker. */
function headerOf(lines: readonly string[]): { maker: Maker; name: string; at: number } | undefined {
  for (const maker of MAKERS)
    for (const [name, line] of maker.headers ?? []) {
      const at = lines.slice(0, HEADER_LINES).findIndex((text) => line.test(text));
      if (at >= 0) return { maker, name, at };
    }
  return undefined;
}

/**
 * The line that identifies a book of this maker, if most lines are its records; else -1.
 * @param header position of a header, which may be another maker's
 */
function proofOf(lines: readonly string[], { record, proof }: Maker, header: number | undefined): number {
  const at = lines.findIndex((line) => proof.test(line));
  if (at < 0) return -1;
  // A transfer from the instrument ends in control characters.
  const filled = lines.filter((line, i) => i !== header && /[\x21-\xff]/.test(line));
  const records = filled.filter((line) => record.test(line)).length;
  return records >= ENOUGH * filled.length ? at : -1;
}

/** The lines at the start of a file; the last one may be truncated. Books are ASCII, except their texts. */
function linesOf(head: Uint8Array): string[] {
  const text = Buffer.from(head.subarray(0, MOST_BYTES)).toString('latin1').replace(/^ï»¿/, '');
  return text.split(/\r\n|\n|\r/, MOST_LINES).map((line) => line.slice(0, MOST_LENGTH).trimEnd());
}
