/** One measured run: its duration and, if it was watched, the peak memory of the process. */
export interface Measurement {
  readonly seconds: number;
  /** Bytes; undefined if not measured. */
  readonly peakMemory?: number;
  /** 99th percentile of the answer times in milliseconds. The table shows the median of all runs and the worst. */
  readonly p99?: number;
  /** Processor time of all that took part, where it is measured: it means the same on a busy machine. */
  readonly cpuSeconds?: number;
  /** Further figures to print after the row, from the last run. */
  readonly note?: string;
}

/**
 * Something that does the row's work: this project, a peer, or the limit (the least work that any solution has to do).
 */
export interface Subject {
  readonly name: string;
  readonly role: 'ours' | 'peer' | 'limit';
  /** Why it cannot run here (`ezdxf is not installed`); undefined if it can. */
  readonly missing?: () => string | undefined;
  /** Larger sizes are skipped for it (slow peers), and the table says so. */
  readonly largest?: number;
  /** Does the work once on the input of that size. */
  readonly run: (size: number) => Promise<Measurement>;
}

/** One row of targets.md, measured by `npm run bench -- <id>`. */
export interface BenchRow {
  readonly id: string;
  readonly title: string;
  /** The goal as worded in targets.md. */
  readonly goal: string;
  /** The ladder ×1, ×4, ×16 (in `unit`s); ratios are quoted for the last size. */
  readonly sizes: readonly number[];
  /** Sizes that take minutes, measured only with `--large`. */
  readonly large?: readonly number[];
  /** What a size counts: `MB`, `rows`, `requests`, … */
  readonly unit: string;
  /** Creates the inputs of all sizes; returns a function that removes them. */
  readonly prepare: (sizes: readonly number[]) => Promise<() => Promise<void>>;
  readonly subjects: readonly Subject[];
}

/** Tables that are computed instead of measured, printed by `npm run bench -- <id>`. */
export interface BenchReport {
  readonly id: string;
  readonly title: string;
  readonly text: () => Promise<string>;
}
