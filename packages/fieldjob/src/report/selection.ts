import type { ExtentBox } from '../extent.ts';

/** The criteria of a selection, in the order of reports. */
export const GROUPS = ['kinds', 'layers', 'codes', 'surfaces', 'alignments', 'pointRanges', 'pages', 'blocks'] as const;
export type GroupName = (typeof GROUPS)[number];

/** The kinds of data an entry can count. */
export const SELECTION_KINDS = [
  'point',
  'line',
  'area',
  'text',
  'surface',
  'alignment',
  'plane',
  'controlPoint',
  'code',
  'drawing',
  'observation',
] as const;
export type SelectionKind = (typeof SELECTION_KINDS)[number];

/** One choice: how many things of this kind have this name. The caller flips `selected`. */
export interface SelectionEntry {
  name: string;
  kind: SelectionKind;
  count: number;
  extent: ExtentBox | null;
  selected: boolean;
}

/** The choices of one group. A thing is imported if no group that lists it has deselected it. */
export interface SelectionGroup {
  group: GroupName;
  entries: SelectionEntry[];
}

/** A filled-in filter: the report's groups with some entries deselected, and a box that things must touch. */
export interface Selection {
  groups: SelectionGroup[];
  bounds?: ExtentBox;
}

/** Most entries of one group; further names are gathered under OTHERS. */
export const MOST_ENTRIES = 5000;
/** The entry for all names that do not fit into a group. */
export const OTHERS = '(others)';
/** Point names are grouped by thousands of their number. */
const RANGE = 1000;

/**
 * The range of a point name, from the name alone: `A17` → `A0–A999`, `1204` → `1000–1999`; names that do not end in a
 * number share one range.
 */
export function pointRange(name: string): string {
  let start = name.length;
  while (start > 0 && name.charCodeAt(start - 1) >= 48 && name.charCodeAt(start - 1) <= 57) start--;
  if (start === name.length) return '(no number)';
  const number = Number(name.slice(start));
  if (!Number.isSafeInteger(number)) return '(no number)';
  const prefix = name.slice(0, start);
  const low = Math.floor(number / RANGE) * RANGE;
  return `${prefix}${low}–${prefix}${low + RANGE - 1}`;
}
