import { handle, integer, name, point, real } from './fields.ts';

/** Fields that every kind of entity may have. */
export const COMMON = {
  handle: handle(5),
  /** Handle of a dimension style, which uses 5 for something else. */
  styleHandle: handle(105),
  lineType: name(6),
  layer: name(8),
  /** Where most kinds of entity are, or begin. */
  position: point(10),
  /** Elevation of the whole entity, before R11, and of an LWPOLYLINE. */
  elevation: real(38),
  isInvisible: integer(60),
  /** ACI number; 0: by block, 256: by layer. */
  colour: integer(62, 256),
  isOnSheet: integer(67),
  /** Name of the class whose fields follow; recorded only of a HELIX. */
  subclass: name(100),
  /** Start of an embedded object, which lasts to the end of the entity. */
  embedded: name(101),
  extrusion: point(210, 0, 0, 1),
  /** In hundredths of a millimetre; negative for by layer, by block and the default. */
  lineWeight: integer(370, -1),
  /** 0xRRGGBB. */
  trueColour: integer(420),
};
