import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { Lost } from './handover/drawing.ts';
import { library } from './library/library.ts';

/** Reports a record that could not be passed on, and counts it as skipped if it is an entity. */
export function lostInto(context: ReadContext): Lost {
  return (record, reason) => {
    const { objectName, handle } = record;
    if (record instanceof library.Entity) {
      const tally = context.tally.of(objectName);
      tally.found++;
      tally.skipped++;
    }
    const message = reason instanceof Error ? reason.message : String(reason);
    const parameters = { type: objectName, reason: 'library', message } as const;
    context.report(issueOf('dwg-entity-lost', parameters, { handle: handle.toString(16).toUpperCase() }));
  };
}
