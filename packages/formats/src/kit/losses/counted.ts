import type { WriteContext } from '../../core/format.ts';
import type { Severity } from '../../core/issues/issue.ts';

/** How often something was altered or left out, the code and the gravity of that, and what follows the count in its sentence. */
export type Counted = readonly [count: number, code: string, severity: Severity, text: string];

/** Reports what happened at all. */
export function reportCounted(rows: Iterable<Counted>, { report }: Pick<WriteContext, 'report'>): void {
  for (const [count, code, severity, text] of rows)
    if (count > 0) report({ code, severity, text: `${count} ${text}`, count });
}
