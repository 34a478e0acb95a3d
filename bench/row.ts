/** One measured run: how long it took and, where it was watched, the most memory the process held. */
export interface Measurement {
  readonly seconds: number;
  /** Bytes; undefined where it was not measured. */
  readonly peakMemory?: number;
  /** Milliseconds within which 99 of 100 answers came. The table has the median of all runs and the worst. */
  readonly p99?: number;
  /** Further figures to print behind the row, those of the last run. */
  readonly note?: string;
}

/** Something that does the row's work: this project, a peer, or the limit (the least work that any solution has to do). */
export interface Subject {
  readonly name: string;
  readonly role: 'ours' | 'peer' | 'limit';
  /** Why it cannot run here (`ezdxf is not installed`); undefined when it can. */
  readonly missing?: () => string | undefined;
  /** Sizes above this are left out for it (slow peers), and the table says so. */
  readonly largest?: number;
  /** Does the work once on the input of that size. */
  readonly run: (size: number) => Promise<Measurement>;
}

/** One row of targets.md, measured by `npm run bench -- <id>`. */
export interface BenchRow {
  readonly id: string;
  readonly title: string;
  /** The goal in the words of targets.md. */
  readonly goal: string;
  /** The ladder ×1, ×4, ×16 (in `unit`s); the last is the size the ratios are quoted at. */
  readonly sizes: readonly number[];
  /** What a size counts: `MB`, `rows`, `requests`, … */
  readonly unit: string;
  /** Makes the inputs of all sizes; returns what clears them away. */
  readonly prepare: (sizes: readonly number[]) => Promise<() => Promise<void>>;
  readonly subjects: readonly Subject[];
}
