import type { Digits } from './digits.ts';

/** A value in a cell; null is an empty one. */
export type Cell = string | number | Digits | null | undefined;

/** Longest text of a cell. */
const WIDEST = 48;

/**
 * Rows as columns for people: numbers are aligned at their right.
 * @param rows by heading; the first row determines the headings
 */
export function textTable(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const [first] = rows;
  if (first === undefined) return 'None.\n';
  const heads = Object.keys(first);
  const cells = rows.map((row) => heads.map((head) => cellText(row[head])));
  const widths = heads.map((head, at) => cells.reduce((most, row) => Math.max(most, row[at]!.length), head.length));
  const isNumber = heads.map((head) => rows.every((row) => typeof row[head] !== 'string'));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (isNumber[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  ');
  return [heads, ...cells].map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** Names and values, one line each; names without a value are left out. */
export function fieldLines(fields: Readonly<Record<string, Cell>>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${String(value).replaceAll('\n', ' ')}\n`).join('');
}

function cellText(value: Cell): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
