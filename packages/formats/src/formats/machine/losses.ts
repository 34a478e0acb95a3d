import type { FieldJob } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import type { Kind, WriteContext } from '../../core/format.ts';
import { reportCrsLeftOut } from '../../kit/losses/crs-left-out.ts';
import { type FeatureField, type HeldFields, reportFieldsLeftOut } from '../../kit/losses/fields-left-out.ts';
import { reportInfiniteElevations } from '../../kit/losses/infinite-elevations.ts';
import { reportLeftOut } from '../../kit/losses/left-out.ts';

/** What points and lines of TP3 keep; attributes that are lost are told where they are sorted out. */
export const CAPTIONED: readonly FeatureField[] = ['layer', 'name', 'code', 'time', 'attributes'];
/** What labels of TP3 keep. */
export const LABELLED: readonly FeatureField[] = ['layer', 'code'];

/** What a writer could not hold, counted, and reported once per code at the end. */
export class Losses {
  readonly #counts = new Map<string, { count: number; text: string; severity: 'note' | 'warning' }>();

  /** Something was altered or left out. */
  add(code: string, count: number, text: string): void {
    this.#add(code, count, text, 'warning');
  }

  /** Worth knowing, nothing is lost. */
  note(code: string, count: number, text: string): void {
    this.#add(code, count, text, 'note');
  }

  /** What was said so far, in words; '' when nothing was. */
  get words(): string {
    return Array.from(this.#counts.values(), ({ count, text }) => `${text} (${count})`).join('; ');
  }

  /** Refuses more of something than the format can number. @throws FormatError `too-large-for-format` */
  limit(what: string, found: number, most: number): void {
    if (found > most)
      throw new FormatError('too-large-for-format', `the format holds at most ${most} ${what}; the job has ${found}`);
  }

  /** Reports everything, and the kinds of data and the fields of them that the format has no place for. */
  report(job: FieldJob, held: readonly Kind[], fields: HeldFields, context: WriteContext): void {
    for (const [code, { count, text, severity }] of this.#counts)
      context.report({ code, severity, text: `${text} (${count})`, count });
    reportLeftOut(job, held, context);
    reportInfiniteElevations(job, held, context);
    reportCrsLeftOut(job, context);
    reportFieldsLeftOut(job, { info: [], ...fields }, context);
    context.report({
      code: 'experimental',
      severity: 'note',
      text: "what is written follows a study of real files, not the vendor's documents: check the file on the machine before work is done with it",
    });
  }

  #add(code: string, count: number, text: string, severity: 'note' | 'warning'): void {
    if (count === 0) return;
    const entry = this.#counts.get(code);
    if (entry === undefined) this.#counts.set(code, { count, text, severity });
    else entry.count += count;
  }
}
