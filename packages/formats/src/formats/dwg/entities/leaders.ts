import { R14, R2000, R2007, R2010 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { readContext } from './multileader-context.ts';
import { readPicture } from './proxies.ts';

/** LEADER, with the arrow head of its dimension style (Open Design Specification, 20.4.41). */
export function readLeader({ object, out, names }: EntityReading): void {
  const { data, release } = object;
  data.flag();
  data.bitShort();
  out.number(72, data.bitShort());
  for (let i = data.count(6); i > 0; i--) out.point(10, data.triple());
  // Origin, extrusion, direction, offset of the text, and since R14 the end of the line.
  for (let i = release >= R14 ? 5 : 4; i > 0; i--) data.triple();
  if (release < R2000) data.bitDouble();
  // Size of the text: before 2010 only, as the samples show.
  if (release < R2010) for (let i = 0; i < 2; i++) data.bitDouble();
  data.flag();
  out.number(71, data.flag() ? 1 : 0);
  // Its text.
  object.reference();
  const style = names.dimensionStyles.get(object.reference());
  if (style !== undefined) out.name(3, style);
}

/**
 * MULTILEADER: its proxy graphics; the text or block of its context; for every leader its landing, the knee from there
 * to the text, and its lines from the arrow on; after the end of the context (301) the fields of the multileader
 * itself.
 */
export function readMultileader(from: EntityReading): void {
  const { object, out, names } = from;
  const { data, release } = object;
  readPicture(from);
  const start = out.mark();
  try {
    if (release >= R2010) data.bitShort();
    readContext(from);
    out.name(301, '}');
    object.reference();
    data.bitLong();
    out.number(170, data.bitShort());
    object.readColour();
    object.reference();
    data.bitLong();
    data.flag();
    out.number(291, data.flag() ? 1 : 0);
    data.bitDouble();
    const arrow = object.reference();
    if (arrow !== 0) out.handle(342, arrow);
    data.bitDouble();
    data.bitShort();
    object.reference();
    for (let i = 0; i < 4; i++) data.bitShort();
    object.readColour();
    data.flag();
    const block = object.reference();
    if (names.blocks.has(block)) out.handle(344, block);
    object.readColour();
    data.triple();
    data.bitDouble();
    data.bitShort();
    data.flag();
    if (release <= R2007)
      for (let i = data.count(1); i > 0; i--) {
        data.flag();
        object.reference();
      }
    for (let i = data.count(4); i > 0; i--) {
      object.reference();
      out.text(302, object.text());
      data.bitShort();
      data.bitDouble();
    }
  } catch (error) {
    // Its picture shows it, too.
    if (from.common.pictureSize === 0) throw error;
    out.rewind(start);
  }
}
