import { MemorySource } from '../../core/byte-source.ts';
import { LineReader } from '../../kit/text/lines.ts';

/** Most lines examined to guess a layout. */
const MOST_LINES = 400;
/** Longest sample line; longer ones are ignored. */
const MOST_BYTES = 1 << 14;

/** A line of the sample as UTF-8 bytes. */
export interface SampleLine {
  readonly bytes: Buffer;
  /** Its line number in the file, counted from 1. */
  readonly line: number;
}

/** The properties of a text that are needed to split it into lines. */
export interface TextForm {
  readonly encoding: string;
  readonly bom: number;
  readonly carriageReturns: boolean;
}

/** Whether a text has carriage returns but no line feeds. */
export function hasCarriageReturns(head: Uint8Array): boolean {
  return !head.includes(10) && head.includes(13);
}

/**
 * The first non-blank lines of a file.
 * @param whole whether `head` is the whole file, so that its last line is complete
 */
export function sampleLines(head: Uint8Array, form: TextForm, whole: boolean): SampleLine[] {
  const source = new MemorySource(head);
  const reader = new LineReader(source, {
    encoding: form.encoding,
    skip: form.bom,
    carriageReturns: form.carriageReturns,
    mostBytes: MOST_BYTES,
  });
  const lines: SampleLine[] = [];
  while (lines.length < MOST_LINES && reader.next()) {
    if (reader.overlong || isBlankLine(reader.bytes, reader.from, reader.to)) continue;
    lines.push({ bytes: Buffer.from(reader.bytes.subarray(reader.from, reader.to)), line: reader.line });
  }
  if (!whole && lines.length > 1 && lines.length < MOST_LINES) lines.pop();
  return lines;
}

/** Whether `bytes[from, to)` contains only blanks (or NULs, where a text was never written). */
export function isBlankLine(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== 32 && bytes[i] !== 9 && bytes[i] !== 0) return false;
  return true;
}

/**
 * Length of a comment mark at the start of a line (`#`, `//`, `%`, `!`, `--` and, unless it is the delimiter, `;`), or
 * 0.
 */
export function commentMark(bytes: Uint8Array, from: number, to: number, delimiter: string): number {
  let at = from;
  while (at < to && (bytes[at] === 32 || bytes[at] === 9)) at++;
  if (at >= to) return 0;
  const byte = bytes[at];
  const next = at + 1 < to ? bytes[at + 1] : 0;
  if (byte === 35 || byte === 37 || byte === 33) return at + 1 - from;
  if (byte === 47 && next === 47) return at + 2 - from;
  if (byte === 59 && delimiter !== ';') return at + 1 - from;
  return 0;
}
