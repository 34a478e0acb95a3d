import { R2000 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { extrusion, withFields } from '../object/fields.ts';

const readOldFace = withFields(['3BD', 10], ['3BD', 11], ['3BD', 12], ['3BD', 13]);

/** 3DFACE: since 2000 every corner as its difference from the one before. */
export function readFace(from: EntityReading): void {
  const { object, out } = from;
  const { data } = object;
  if (object.release < R2000) {
    readOldFace(from);
    return;
  }
  data.flag();
  const isFlat = data.flag();
  data.x = data.double();
  data.y = data.double();
  data.z = isFlat ? 0 : data.double();
  out.point(10, data);
  for (let code = 11; code <= 13; code++) {
    data.x = data.doubleOr(data.x);
    data.y = data.doubleOr(data.y);
    data.z = data.doubleOr(data.z);
    out.point(code, data);
  }
}

/** SOLID and TRACE: the corners are in the entity's own plane. */
export function readSolid({ object, out }: EntityReading): void {
  const { data, release } = object;
  if (release < R2000 || !data.flag()) data.bitDouble();
  const elevation = data.bitDouble();
  for (let code = 10; code <= 13; code++) {
    data.rawPair();
    data.z = elevation;
    out.point(code, data);
  }
  out.normal(extrusion(object));
}

/** MESH: vertices, then the faces as a count and that many vertex numbers each. */
export function readMesh({ object, out }: EntityReading): void {
  const { data } = object;
  data.bitShort();
  data.flag();
  out.number(91, data.bitLong());
  for (let i = data.count(6); i > 0; i--) out.point(10, data.triple());
  const numbers = data.count(2);
  out.number(93, numbers);
  for (let i = 0; i < numbers; i++) out.number(90, data.bitLong());
  out.number(94, data.bitLong());
}
