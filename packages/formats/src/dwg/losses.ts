import type { ReadContext } from '../format.ts';
import type { Lost } from './handover/drawing.ts';

/** Reports, and counts as skipped, an entity that could not be handed on: nothing is dropped silently. */
export function lostInto(context: ReadContext): Lost {
  return ({ objectName, handle }, reason) => {
    const tally = context.tally.of(objectName);
    tally.found++;
    tally.skipped++;
    context.report({
      code: 'dwg-entity-lost',
      severity: 'warning',
      text: `a ${objectName} is not whole and is left out (${reason instanceof Error ? reason.message : String(reason)})`,
      handle: handle.toString(16).toUpperCase(),
    });
  };
}
