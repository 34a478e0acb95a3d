import type { CadDocument } from '@node-projects/acad-ts';
import type { ReadContext } from '../format.ts';

/** Entities of all blocks and spaces by their DXF name. */
export function countEntities(document: CadDocument): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const block of document.blockRecords ?? []) {
    for (const { objectName } of block.entities) counts.set(objectName, (counts.get(objectName) ?? 0) + 1);
  }
  return counts;
}

/** Reports, and counts as skipped, what the library held but did not hand on: nothing is dropped silently. */
export function reportLost(held: ReadonlyMap<string, number>, context: ReadContext): void {
  const found = new Map<string, number>();
  for (const { type, found: count } of context.tally.rows()) found.set(type, (found.get(type) ?? 0) + count);
  for (const [type, count] of held) {
    const lost = count - (found.get(type) ?? 0);
    if (lost <= 0) continue;
    const tally = context.tally.of(type);
    tally.found += lost;
    tally.skipped += lost;
    context.report({
      code: 'dwg-entity-lost',
      severity: 'warning',
      text: `${lost} of ${count} ${type} were not handed on by the library and are left out`,
    });
  }
}
