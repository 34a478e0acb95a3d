import { ELEMENT } from '../../element-types.ts';
import { putInt32, putUint16, putVaxDouble } from '../numbers.ts';
import { type DesignPlane, SUB_UNITS } from './plane.ts';
import type { Palette } from './symbols.ts';

/** Sizes of the first three elements of every design file, as MicroStation writes them. */
const CONTROL_BLOCK = 1536;
const DIGITIZER = 356;
const LEVEL_SYMBOLOGY = 156;
const COLOUR_TABLE = 806;
/** Level byte of a control block: 8, with two further bits in a 3-D file. */
const LEVEL = { flat: 0x08, solid: 0xc8 };
const IS_3D = 0x40;
/** Level on which a group data element is a colour table. */
const COLOUR_TABLE_LEVEL = 1;

/** The head of a design file: control block, digitizer setup, level symbology, colour table. */
export function headerElements(plane: DesignPlane, palette: Palette): Uint8Array[] {
  return [
    controlBlock(plane),
    empty(ELEMENT.digitizer, DIGITIZER),
    empty(ELEMENT.levelSymbology, LEVEL_SYMBOLOGY),
    colourTable(palette),
  ];
}

/** Working units, global origin and dimension; view settings stay zero. Offsets: DGNLib, structure of type 9. */
function controlBlock(plane: DesignPlane): Uint8Array {
  const bytes = empty(ELEMENT.controlBlock, CONTROL_BLOCK);
  bytes[0] = plane.is3d ? LEVEL.solid : LEVEL.flat;
  putInt32(bytes, 1112, SUB_UNITS);
  putInt32(bytes, 1116, plane.positionsPerSub);
  for (const [i, name] of plane.names.entries())
    for (let k = 0; k < 2; k++) bytes[1120 + 2 * i + k] = name.charCodeAt(k);
  if (plane.is3d) bytes[1214] = IS_3D;
  for (const [axis, value] of plane.origin.entries()) putVaxDouble(bytes, 1240 + 8 * axis, value);
  return bytes;
}

function colourTable(palette: Palette): Uint8Array {
  const bytes = empty(ELEMENT.groupData, COLOUR_TABLE);
  bytes[0] = COLOUR_TABLE_LEVEL;
  putUint16(bytes, 30, (COLOUR_TABLE - 32) / 2);
  for (const [i, colour] of palette.entries().entries())
    bytes.set([colour >> 16, (colour >> 8) & 255, colour & 255], 38 + 3 * i);
  return bytes;
}

function empty(type: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes[1] = type;
  putUint16(bytes, 2, size / 2 - 2);
  return bytes;
}
