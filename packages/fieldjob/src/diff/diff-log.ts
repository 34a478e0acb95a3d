import { type ComparedRow, DIFF_KINDS, type DiffCounts, type Difference, type DiffKind } from './difference.ts';

type Rows = ComparedRow['rows'];

/** Counts differences, and keeps the first of each kind. */
export class DiffLog {
  readonly counts = Object.fromEntries(
    DIFF_KINDS.map((kind) => [kind, { same: 0, moved: 0, changed: 0, onlyA: 0, onlyB: 0 }]),
  ) as Record<DiffKind, DiffCounts>;
  readonly differences: Difference[] = [];
  readonly #most: number;
  readonly #kept = new Map<DiffKind, number>();

  readonly #each: ((row: ComparedRow) => void) | undefined;

  constructor(most: number, each?: (row: ComparedRow) => void) {
    this.#most = most;
    this.#each = each;
  }

  same(kind: DiffKind, rows: Rows): void {
    this.counts[kind].same++;
    this.#each?.({ kind, change: 'same', rows, fields: [] });
  }

  /** Counts a difference; it is described only if it is kept. */
  add(
    kind: DiffKind,
    change: Difference['change'],
    rows: Rows,
    describe: () => Omit<Difference, 'kind' | 'change'>,
  ): void {
    this.counts[kind][change]++;
    this.#each?.({ kind, change, rows, fields: describe().fields });
    const kept = this.#kept.get(kind) ?? 0;
    if (kept >= this.#most) return;
    this.#kept.set(kind, kept + 1);
    this.differences.push({ kind, change, ...describe() });
  }
}
