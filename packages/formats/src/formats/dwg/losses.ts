import type { ReadContext } from '../../core/format.ts';
import type { Lost } from './handover/drawing.ts';
import { library } from './library/library.ts';

/** Reports, and counts as skipped where it is an entity, what could not be handed on: nothing is dropped silently. */
export function lostInto(context: ReadContext): Lost {
  return (record, reason) => {
    const { objectName, handle } = record;
    if (record instanceof library.Entity) {
      const tally = context.tally.of(objectName);
      tally.found++;
      tally.skipped++;
    }
    context.report({
      code: 'dwg-entity-lost',
      severity: 'warning',
      text: `a ${objectName} is not whole and is left out (${reason instanceof Error ? reason.message : String(reason)})`,
      handle: handle.toString(16).toUpperCase(),
    });
  };
}
