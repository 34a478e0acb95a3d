import type { About, Issue } from '../../core/issues/issue.ts';

/** Reports issues together with their subject. */
export class Problems {
  /** The subject; undefined for the whole file. */
  about: About | undefined;
  readonly #report: (issue: Issue) => void;

  constructor(report: (issue: Issue) => void) {
    this.#report = report;
  }

  report(issue: Issue): void {
    this.#report(this.about === undefined ? issue : { about: this.about, ...issue });
  }
}
