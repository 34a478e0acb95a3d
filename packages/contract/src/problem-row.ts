/** One row of the table of problem codes: what a code means, which status it has, and what the reader is to do. */
export interface ProblemRow {
  /** HTTP status, 400–599. */
  readonly status: number;
  /** Short summary that never changes between occurrences (RFC 9457 §3.1.3). */
  readonly title: string;
  /** The page in the docs: cause and remedy, in one to three sentences. */
  readonly doc: string;
}

/** Rows by code. A code is lower-case words with hyphens and is never renamed once published. */
export type ProblemRows = Readonly<Record<string, ProblemRow>>;
