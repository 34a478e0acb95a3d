import { Path } from '@fieldbridge/fieldjob';
import type { Read } from './reading.ts';

export type Groups = (string | number)[];

export const LINE: Groups = [0, 'LINE', 5, 'A1', 8, 'ROAD', 10, 1, 20, 2, 30, 3, 11, 4, 21, 5, 31, 6];
export const section = (name: string, ...parts: readonly Groups[]): Groups => [
  0,
  'SECTION',
  2,
  name,
  ...parts.flat(),
  0,
  'ENDSEC',
];
export const block = (name: string, ...parts: readonly Groups[]): Groups => [
  0,
  'BLOCK',
  8,
  '0',
  2,
  name,
  70,
  0,
  10,
  0,
  20,
  0,
  ...parts.flat(),
  0,
  'ENDBLK',
];
export const insert = (name: string, ...more: Groups): Groups => [
  0,
  'INSERT',
  8,
  'ROAD',
  2,
  name,
  10,
  0,
  20,
  0,
  ...more,
];
export const EOF: Groups = [0, 'EOF'];

/** A file with HEADER, TABLES, BLOCKS and ENTITIES in this order. */
export const drawing = (
  blocks: readonly Groups[],
  entities: readonly Groups[],
  header: Groups = [],
  tables: Groups = [],
): Groups => [
  ...section('HEADER', header),
  ...section('TABLES', tables),
  ...section('BLOCKS', ...blocks),
  ...section('ENTITIES', ...entities),
  ...EOF,
];
export const codes = ({ issues }: Read): string[] => issues.summary().map(({ code }) => code);
export const vertices = ({ job }: Read, row = 0): number[] => {
  const path = job.lines.loadPath(row, new Path());
  return Array.from(path.coordinates.subarray(0, 3 * path.count));
};
