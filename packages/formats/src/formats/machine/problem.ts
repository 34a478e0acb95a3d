import type { About, Issue } from '../../core/issues/issue.ts';

/** Reports issues together with what is being read. */
export class Problems {
  /** What is being read; the file as a whole where undefined. */
  about: About | undefined;
  readonly #report: (issue: Issue) => void;

  constructor(report: (issue: Issue) => void) {
    this.#report = report;
  }

  report(issue: Issue): void {
    this.#report(this.about === undefined ? issue : { about: this.about, ...issue });
  }
}
