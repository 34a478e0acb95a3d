import type { EntityReading } from '../object/entity-reading.ts';
import { bytesAt } from './bytes.ts';

/** The picture of an entity of an unknown kind. */
export function readPicture({ object, common, out }: EntityReading): void {
  if (common.pictureSize > 0) out.chunk(310, bytesAt(object.data, common.picture, common.pictureSize));
}

/** ACAD_PROXY_ENTITY: its class by number, and its picture. */
export function readProxy(from: EntityReading): void {
  from.out.number(91, from.object.data.bitLong());
  readPicture(from);
}
