import type { DwgObject } from '../object/dwg-object.ts';

/** How wide a text style (STYLE; Open Design Specification, 20.4.56) makes letters, behind its name. */
export function readLetterWidth({ data }: DwgObject): number {
  // Vertical, a file of shapes, height.
  data.skip(2);
  data.bitDouble();
  return data.bitDouble();
}
