import type { Statements } from './statements.ts';

/**
 * A write operation that can run in any thread: a function of the connection's statements and of plain data, found by its
 * module. What is given and what comes back is copied between threads, so it must be data only; and it may be run again after
 * what it wrote was undone, so it must change nothing but the database.
 */
export interface Procedure<Given, Result> {
  /** Address of the module that exports it under its name. */
  readonly module: string;
  readonly run: (statements: Statements, given: Given) => Result;
}

/** A transaction for the thread: one procedure, run for each of what is given. Without anything given it is only loaded. */
export interface ThreadQuestion {
  readonly id: number;
  readonly module: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

/** An error as it crosses threads: what `storageFailure` looks at. */
export interface ThreadError {
  readonly message: string;
  readonly code?: unknown;
  readonly errcode?: unknown;
}

/**
 * What became of a transaction: of each operation, or of all when it failed as a whole. It is on the disk, unless `unsynced` says
 * why nobody knows.
 */
export interface ThreadAnswer {
  readonly id: number;
  readonly outcomes?: readonly ({ readonly value: unknown } | { readonly error: ThreadError })[];
  readonly error?: ThreadError;
  readonly unsynced?: ThreadError;
}
