import { FormatError } from '../../core/failure.ts';
import type { WriteContext } from '../../core/format.ts';

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

  /** Reports everything. */
  report(context: WriteContext): void {
    for (const [code, { count, text, severity }] of this.#counts)
      context.report({ code, severity, text: `${text} (${count})`, count });
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
