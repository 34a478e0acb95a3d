import { FormatError } from '../../core/failure.ts';
import type { WriteContext } from '../../core/format.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { machineLosses } from '../../core/issues/machine.ts';

/** The losses that writers of these files count. */
export type Loss =
  | keyof typeof machineLosses
  | 'point-without-position'
  | 'vertical-point-left-out'
  | 'arc-stroked'
  | 'text-cut'
  | 'attribute-left-out'
  | 'time-left-out';

/** Counts the losses of a writer and reports them once per code at the end. */
export class Losses {
  readonly #counts = new Map<Loss, number>();

  /** Counts altered or omitted objects. */
  add(code: Loss, count: number): void {
    if (count > 0) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
  }

  /** The losses so far. */
  get issues(): Issue[] {
    return Array.from(this.#counts, ([code, count]) =>
      code === 'attribute-left-out' || code === 'time-left-out'
        ? issueOf(code, { found: `${count} of points and lines` }, { count })
        : issueOf(code, { count }),
    );
  }

  /** Refuses more objects than the format can number. @throws FormatError `too-large-for-format` */
  limit(what: string, found: number, most: number): void {
    if (found > most) throw new FormatError('too-large-for-format', { most, what, found });
  }

  /** Reports everything. */
  report({ report }: Pick<WriteContext, 'report'>): void {
    for (const issue of this.issues) report(issue);
    report(issueOf('experimental'));
  }
}
