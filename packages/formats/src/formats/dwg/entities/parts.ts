import { BEYOND_END } from '../bits/bit-reader.ts';
import { R2004 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';

/**
 * Notes the vertices or attributes of an entity, which follow as separate records.
 * @param count their number since 2004; before, the first and the last are stated
 */
export function readParts({ object, parts }: EntityReading, count: number): void {
  if (object.release < R2004) {
    parts.first = object.reference();
    parts.last = object.reference();
    return;
  }
  const { references } = object;
  // A reference takes a byte at least.
  if (count < 0 || 8 * count > references.end - references.bit) throw BEYOND_END;
  for (let i = 0; i < count; i++) parts.list[i] = object.reference();
  parts.count = count;
}
