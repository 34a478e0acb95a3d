import type { EntityReading } from '../object/entity-reading.ts';

/** The field that says whether an MLINE is closed. */
const IS_CLOSED = 3;
/** Flags of DXF: it has vertices; it is closed. */
const [HAS_VERTICES, CLOSED] = [1, 2];

/** MLINE: per vertex its position, the direction across, and per element the distances along that direction. */
export function readMline({ object, out }: EntityReading): void {
  const { data } = object;
  data.bitDouble();
  data.byte();
  data.triple();
  data.triple();
  out.number(71, data.bitShort() === IS_CLOSED ? HAS_VERTICES | CLOSED : HAS_VERTICES);
  const elements = data.byte();
  const style = object.reference();
  if (style !== 0) out.handle(340, style);
  out.number(73, elements);
  for (let vertices = data.bitShort(); vertices > 0; vertices--) {
    out.point(11, data.triple());
    data.triple();
    out.point(13, data.triple());
    for (let i = 0; i < elements; i++) {
      const distances = data.bitShort();
      out.number(74, distances);
      for (let k = 0; k < distances; k++) out.number(41, data.bitDouble());
      for (let fills = data.bitShort(); fills > 0; fills--) data.bitDouble();
    }
  }
}
