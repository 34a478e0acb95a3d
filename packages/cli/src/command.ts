/** Where a command reads and writes; tests pass their own. */
export interface CommandIo {
  /**
   * The result; with --json one document and nothing else.
   * @param written called once the text is in the file or pipe, or could not be written
   */
  readonly out: (text: string, written?: (error?: NodeJS.ErrnoException) => void) => void;
  /** Progress and messages for people. */
  readonly err: (text: string) => void;
  /** Replaces the current line of standard error by this text, on a terminal. */
  readonly rewrite: (text: string) => void;
  /** Whether standard error is a terminal that can rewrite a line. */
  readonly terminal: boolean;
  /** Whether standard output is a terminal. */
  readonly screen?: boolean;
  /** Asks for yes or no; undefined where nobody can answer. */
  readonly ask?: (question: string) => Promise<boolean>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Called when the modules of a command are loaded, before it runs. */
  readonly loaded?: (name: string) => void;
}

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2, partial: 3 } as const;

/** A command: `fieldbridge NAME …`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help text. */
  readonly usage: string;
  /** The exit code of any failure, if not those of EXIT. */
  readonly failed?: number;
  /** @param args the words after the name @returns the exit code @throws UsageError for wrong usage */
  readonly run: (args: readonly string[], io: CommandIo) => Promise<number>;
}

/** Wrong usage: exit 2, with the sentence and the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
