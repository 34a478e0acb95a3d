import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { FieldDecoder } from './fields.ts';

/** Reports the lines with fields that a decoder has repaired. */
export class FieldRepairs {
  readonly #decoder: FieldDecoder;
  readonly #encoding: string;
  readonly #report: (issue: Issue) => void;
  #mended = 0;
  #stripped = 0;

  /** @param encoding that of the file, as its user knows it */
  constructor(decoder: FieldDecoder, encoding: string, report: (issue: Issue) => void) {
    this.#decoder = decoder;
    this.#encoding = encoding;
    this.#report = report;
  }

  /** Reports what was repaired since the last call. @param line where */
  report(line: number): void {
    const { mended, stripped } = this.#decoder;
    if (mended > this.#mended) this.#report(issueOf('mixed-encoding', { encoding: this.#encoding }, { line }));
    if (stripped > this.#stripped) this.#report(issueOf('controls-removed', {}, { line }));
    this.#mended = mended;
    this.#stripped = stripped;
  }
}
