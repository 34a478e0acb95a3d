import type { Crs } from '../crs.ts';
import type { Unit } from '../unit.ts';

/** The kinds that are compared, each on its own. */
export const DIFF_KINDS = [
  ...(['point', 'line', 'area', 'text', 'surface', 'alignment'] as const),
  ...(['plane', 'controlPoint', 'code', 'layer', 'drawing', 'observation'] as const),
] as const;
export type DiffKind = (typeof DIFF_KINDS)[number];

/** A value that differs: as in the first job (`a`) and in the second one (`b`); null: missing. */
export interface FieldChange {
  /** Name of the field; of a nested one its path (`vertical[2].station`). */
  readonly field: string;
  readonly a: string | number | boolean | null;
  readonly b: string | number | boolean | null;
}

/** A position; the elevation is null where it is not known. */
export interface Place {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number | null;
}

/** One thing that is not the same in both jobs. */
export interface Difference {
  readonly kind: DiffKind;
  /** `moved`: its geometry differs by more than the tolerance, and perhaps more. `onlyA`, `onlyB`: one job has it. */
  readonly change: 'moved' | 'changed' | 'onlyA' | 'onlyB';
  /** Its name, or the text of a text; '' if it has none. */
  readonly name: string;
  /** Name of its layer, or ''. */
  readonly layer: string;
  /** Its place in the first job, or in the only one that has it. */
  readonly place?: Place;
  /** How far it moved, second job minus first; of a line or a surface the vertex that moved farthest. */
  readonly moved?: Place & { readonly distance: number };
  readonly fields: readonly FieldChange[];
}

/** How many of a kind are the same, and how many are not. */
export interface DiffCounts {
  same: number;
  moved: number;
  changed: number;
  onlyA: number;
  onlyB: number;
}

/** The differences between two jobs. */
export interface JobDiff {
  readonly same: boolean;
  /** The unit of every length here. */
  readonly unit: Unit;
  readonly tolerance: number;
  /** Differences of the jobs themselves: unit, reference system. */
  readonly job: readonly FieldChange[];
  readonly counts: Readonly<Record<DiffKind, DiffCounts>>;
  /** At most `most` of each kind; `counts` has all. */
  readonly differences: readonly Difference[];
}

/** The outcome for one row of either job, or for a pair of them. */
export interface ComparedRow {
  readonly kind: DiffKind;
  readonly change: Difference['change'] | 'same';
  /** Row in the first job and in the second one; -1: it has none. */
  readonly rows: readonly [a: number, b: number];
  readonly fields: readonly FieldChange[];
}

/** How two jobs are compared. */
export interface DiffOptions {
  /** Difference up to which positions, lengths and heights are equal, in the unit of the first job. */
  readonly tolerance: number;
  /** Most differences listed of each kind; 1000 if left out. */
  readonly most?: number;
  /** The kinds that are compared; all if left out. */
  readonly kinds?: readonly DiffKind[];
  /** Called with every row of points, lines, areas, texts, surfaces and alignments. */
  readonly each?: (row: ComparedRow) => void;
}

/** A system as a field value. */
export function crsValue(crs: Crs): string {
  return crs.kind === 'epsg' ? `EPSG:${crs.code}${crs.vertical === undefined ? '' : `+${crs.vertical}`}` : crs.kind;
}
