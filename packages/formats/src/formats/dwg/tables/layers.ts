import { R2000, R2007 } from '../file/releases.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import { lineWeightOf } from '../object/line-weight.ts';
import { readName } from './table.ts';

/** Flags since 2000, and the place of the line weight among them. */
const [FROZEN, OFF, FROZEN_IN_NEW, LOCKED] = [1, 2, 4, 8];
const WEIGHT_SHIFT = 5;
const WEIGHT_MASK = 0x1f;
const WHITE = 7;

/** A layer as DXF states it. */
export interface LayerRecord {
  readonly handle: number;
  readonly name: string;
  /** 1 frozen, 2 frozen in new views, 4 locked. */
  readonly flags: number;
  readonly isOn: boolean;
  readonly colour: number;
  /** 0xRRGGBB; undefined for a colour by index. */
  readonly rgb: number | undefined;
  readonly lineWeight: number;
  /** Handle of its line type. */
  readonly lineType: number;
}

/** LAYER (Open Design Specification, 20.4.54). */
export function readLayer(object: DwgObject): LayerRecord {
  const { data, release, handle } = object;
  const name = readName(object);
  let flags = 0;
  let lineWeight = -3;
  let isOn = true;
  if (release < R2000) {
    if (data.flag()) flags |= 1;
    isOn = !data.flag();
    if (data.flag()) flags |= 2;
    if (data.flag()) flags |= 4;
  } else {
    const stated = data.bitShort();
    flags =
      ((stated & FROZEN) !== 0 ? 1 : 0) | ((stated & FROZEN_IN_NEW) !== 0 ? 2 : 0) | ((stated & LOCKED) !== 0 ? 4 : 0);
    isOn = (stated & OFF) === 0;
    lineWeight = lineWeightOf((stated >> WEIGHT_SHIFT) & WEIGHT_MASK);
  }
  const { index, rgb } = object.readColour();
  // Before 2000 the sign of the colour says it, too.
  if (index < 0) isOn = false;
  object.reference();
  if (release >= R2000) object.reference();
  if (release >= R2007) object.reference();
  const lineType = object.reference();
  const colour = rgb !== undefined || index === 0 || index > 255 ? WHITE : Math.abs(index);
  return { handle, name, flags, isOn, colour, rgb, lineWeight, lineType };
}
