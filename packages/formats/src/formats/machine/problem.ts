import type { About, Issue, Severity } from '../../core/issues/issue.ts';

/** Hands issues to whoever reads: the code, what was found and what became of it, and where. */
export class Problems {
  /** What is being read; the file as a whole where undefined. */
  about: About | undefined;
  readonly #report: (issue: Issue) => void;

  constructor(report: (issue: Issue) => void) {
    this.#report = report;
  }

  /** Worth knowing, nothing is lost. */
  note(code: string, text: string, offset?: number): void {
    this.#send(code, 'note', text, offset);
  }

  /** Something was altered or skipped. */
  warning(code: string, text: string, offset?: number): void {
    this.#send(code, 'warning', text, offset);
  }

  /** The file could not be read to its end. */
  error(code: string, text: string, offset?: number): void {
    this.#send(code, 'error', text, offset);
  }

  #send(code: string, severity: Severity, text: string, offset?: number): void {
    const about = this.about === undefined ? {} : { about: this.about };
    this.#report({ code, severity, text, ...(offset === undefined ? {} : { offset }), ...about });
  }
}
