import type { Entity } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';

const BY_LAYER = 256;
const LINE_WEIGHT_BY_LAYER = -1;

/**
 * Writes what every entity has: type, handle, layer, and line type, colour, visibility and line weight if they are not
 * the default.
 */
export function writeCommon(entity: Entity, out: Groups): void {
  out.name(0, entity.objectName || 'UNKNOWN');
  out.name(5, entity.handle.toString(16));
  out.name(8, entity.layer?.name ?? '0');
  const lineType = entity.lineType?.name ?? 'ByLayer';
  if (lineType !== 'ByLayer') out.name(6, lineType);
  const color = entity.bookColor?.color ?? entity.color;
  if (color.isTrueColor) out.number(420, (color.r << 16) | (color.g << 8) | color.b);
  else if (color.index !== BY_LAYER) out.number(62, color.index);
  if (entity.isInvisible) out.number(60, 1);
  if (entity.lineWeight !== LINE_WEIGHT_BY_LAYER) out.number(370, entity.lineWeight);
}
