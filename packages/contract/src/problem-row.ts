/** One row of the table of problem codes: what a code means, its status, and the remedy. */
export interface ProblemRow {
  /** HTTP status, 400–599. */
  readonly status: number;
  /** Short summary that never changes between occurrences (RFC 9457 §3.1.3). */
  readonly title: string;
  /** Cause and remedy for the docs, in one to three sentences. */
  readonly doc: string;
}

/** Rows by code. A code is lower-case words with hyphens and is never renamed once published. */
export type ProblemRows = Readonly<Record<string, ProblemRow>>;
