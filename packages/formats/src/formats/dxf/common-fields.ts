import { handle, integer, name, point, real } from './fields.ts';

/** Fields that entities of every kind may state. */
export const COMMON = {
  handle: handle(5),
  /** The handle of a dimension style, which uses 5 for something else. */
  styleHandle: handle(105),
  lineType: name(6),
  layer: name(8),
  /** The elevation of the whole entity, before R11, and of an LWPOLYLINE. */
  elevation: real(38),
  isInvisible: integer(60),
  /** ACI number: 0 by block, 256 by layer. */
  colour: integer(62, 256),
  isOnSheet: integer(67),
  /** The name of the class whose fields follow; recorded of a HELIX alone. */
  subclass: name(100),
  /** The start of an embedded object, which lasts to the end of the entity. */
  embedded: name(101),
  extrusion: point(210, 0, 0, 1),
  /** In hundredths of a millimetre; negative for by layer, by block and the usual one. */
  lineWeight: integer(370, -1),
  /** 0xRRGGBB. */
  trueColour: integer(420),
};
