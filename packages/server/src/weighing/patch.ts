import { SERVICE_FIELDS } from '@fieldbridge/contract';
import { detailOf, type Fault } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { JsonFault } from './json/fault.ts';
import { mergePatch } from './json/merge.ts';
import type { JsonObject } from './json/node.ts';
import { type ScannedJson, scanText } from './json/scan.ts';
import { type Shape, TICKET_SHAPE } from './leaves.ts';
import { unknownName } from './unknown-name.ts';
import { MOST_FAULTS, validationProblem } from './validate.ts';

/**
 * A stored ticket with a merge patch applied.
 * @throws ProblemError validation-failed for a null with an unknown name, and if both together are too large
 */
export function patched(stored: string, patch: ScannedJson): ScannedJson {
  // Unknown names with other values are found in the result; an unknown null would silently remove nothing.
  const unknown = patch.root.kind === 'object' ? unknownNulls(patch.root, TICKET_SHAPE, '', SERVICE_FIELDS) : [];
  if (unknown.length > 0) throw validationProblem(unknown);
  try {
    return scanText(mergePatch(scanText(stored), patch));
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const detail = detailOf('The ticket with this patch cannot be read: {message}.', { message: error.message });
    throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#', detail }] });
  }
}

function unknownNulls({ members }: JsonObject, shape: Shape, at: string, ignored: readonly string[] = []): Fault[] {
  const faults: Fault[] = [];
  for (const { name, value } of members) {
    const slot = shape.slots.get(name);
    if (slot?.shape !== undefined && value.kind === 'object')
      faults.push(...unknownNulls(value, slot.shape, `${at}/${name}`));
    else if (slot === undefined && value.kind === 'null' && !ignored.includes(name))
      faults.push(unknownName(name, shape, at));
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults;
}
