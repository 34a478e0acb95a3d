import type { BitReader, Triple } from '../bits/bit-reader.ts';
import { R2000 } from '../file/releases.ts';
import type { Groups } from '../handover/groups.ts';
import type { DwgObject } from './dwg-object.ts';
import type { EntityReading, ReadEntity } from './entity-reading.ts';

/**
 * Codes of the Open Design Specification (section 2): B and RC and BS and BL numbers, BD and RD doubles, 3BD, 2BD, 2RD
 * positions, BT a thickness, BE and 3BE (never shortened) a direction of extrusion, T a text; besides, TN a name, A an
 * angle in radians, C the index of a colour and H a reference.
 */
export type BitCode =
  | 'B'
  | 'RC'
  | 'BS'
  | 'BL'
  | 'BD'
  | 'RD'
  | 'A'
  | '3BD'
  | '2BD'
  | '2RD'
  | 'BT'
  | 'BE'
  | '3BE'
  | 'T'
  | 'TN'
  | 'C'
  | 'H';

/**
 * A field of an entity: how it is coded, its group code in DXF (0: not used here), and the releases that have it, from
 * one on and before another.
 */
export type BitField = readonly [code: BitCode, group: number, since?: number, before?: number];

/** A reader of entities that only have these fields. */
export function withFields(...fields: readonly BitField[]): ReadEntity {
  return (from) => readFields(fields, from);
}

/** Reads fields in order and writes those with a group code. */
export function readFields(fields: readonly BitField[], { object, out }: Pick<EntityReading, 'object' | 'out'>): void {
  const { data, release } = object;
  for (let i = 0; i < fields.length; i++) {
    const [code, group, since, before] = fields[i]!;
    if ((since !== undefined && release < since) || (before !== undefined && release >= before)) continue;
    switch (code) {
      case '3BD':
        put3(out, group, data.triple());
        break;
      case 'BE':
        putNormal(out, group, extrusion(object));
        break;
      case '3BE':
        putNormal(out, group, data.triple());
        break;
      case '2RD':
        put2(out, group, data.rawPair());
        break;
      case '2BD':
        data.x = data.bitDouble();
        data.y = data.bitDouble();
        put2(out, group, data);
        break;
      case 'T':
      case 'TN':
        if (group === 0) object.text();
        else if (code === 'T') object.textInto(out, group);
        else object.nameInto(out, group);
        break;
      case 'C': {
        const { index, rgb } = object.readColour();
        // A true colour is not used here, so it stays that of the dimension.
        if (group !== 0 && rgb === undefined) out.number(group, index);
        break;
      }
      case 'H': {
        const handle = object.reference();
        if (group !== 0 && handle !== 0) out.handle(group, handle);
        break;
      }
      default: {
        const value = numberOf(code, data, release);
        if (group === 0) break;
        if (code === 'A') out.angle(group, value);
        else out.number(group, value);
      }
    }
  }
}

function numberOf(code: BitCode, data: BitReader, release: number): number {
  switch (code) {
    case 'BD':
    case 'A':
      return data.bitDouble();
    case 'BT':
      return release >= R2000 && data.flag() ? 0 : data.bitDouble();
    case 'RD':
      return data.double();
    case 'BS':
      return data.bitShort();
    case 'BL':
      return data.bitLong();
    case 'RC':
      return data.byte();
    default:
      return data.flag() ? 1 : 0;
  }
}

/** BE: since 2000 one bit says that it is the usual one. */
export function extrusion({ data, release }: DwgObject): Triple {
  if (release < R2000 || !data.flag()) return data.triple();
  data.x = data.y = 0;
  data.z = 1;
  return data;
}

function put3(out: Groups, group: number, at: Triple): void {
  if (group !== 0) out.point(group, at);
}

function put2(out: Groups, group: number, at: Triple): void {
  if (group !== 0) out.point2(group, at);
}

function putNormal(out: Groups, group: number, normal: Triple): void {
  if (group !== 0) out.normal(normal);
}
