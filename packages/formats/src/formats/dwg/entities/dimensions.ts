import { R2000, R2007, R2010 } from '../file/releases.ts';
import type { EntityReading, ReadEntity } from '../object/entity-reading.ts';
import { type BitField, readFields } from '../object/fields.ts';

/** What all kinds of dimensions have before and after the place of the text (Open Design Specification, 20.4.22). */
const BEFORE: readonly BitField[] = [
  ['RC', 0, R2010],
  ['3BE', 210],
];
const AFTER: readonly BitField[] = [
  ['T', 1],
  ['A', 53],
  ['A', 51],
  ['BD', 0],
  ['BD', 0],
  ['BD', 0],
  ['BD', 0],
  ['BS', 0, R2000],
  ['BS', 0, R2000],
  ['BD', 0, R2000],
  ['BD', 0, R2000],
  ['B', 0, R2007],
  ['B', 0, R2007],
  ['B', 0, R2007],
  ['2RD', 12],
];
/** The kinds by the number of their objects: that in DXF, and their points and angles. */
const KINDS: Readonly<Record<number, readonly [kind: number, fields: readonly BitField[]]>> = {
  20: [
    6,
    [
      ['3BD', 10],
      ['3BD', 13],
      ['3BD', 14],
    ],
  ],
  21: [
    0,
    [
      ['3BD', 13],
      ['3BD', 14],
      ['3BD', 10],
      ['A', 52],
      ['A', 50],
    ],
  ],
  22: [
    1,
    [
      ['3BD', 13],
      ['3BD', 14],
      ['3BD', 10],
      ['A', 52],
    ],
  ],
  23: [
    5,
    [
      ['3BD', 10],
      ['3BD', 13],
      ['3BD', 14],
      ['3BD', 15],
    ],
  ],
  24: [
    2,
    [
      ['2RD', 16],
      ['3BD', 13],
      ['3BD', 14],
      ['3BD', 15],
      ['3BD', 10],
    ],
  ],
  25: [
    4,
    [
      ['3BD', 10],
      ['3BD', 15],
      ['BD', 40],
    ],
  ],
  26: [
    3,
    [
      ['3BD', 15],
      ['3BD', 10],
      ['BD', 40],
    ],
  ],
};
const ORDINATE = 20;
/** Flags of the text's place: without the lowest bit it is the user's own. */
const [USUAL_PLACE, OWN_PLACE] = [1, 128];
/** An ordinate measures eastings: in the DWG, and in DXF. */
const [IS_EASTING, EASTINGS] = [1, 64];

/** DIMENSION of a kind: its block, and the points and the style that it is drawn from where that is missing. */
export function readDimension(type: number): ReadEntity {
  const [kind, fields] = KINDS[type]!;
  return (from) => {
    let flags = readCommon(from) | kind;
    readFields(fields, from);
    if (type === ORDINATE && (from.object.data.byte() & IS_EASTING) !== 0) flags |= EASTINGS;
    from.out.number(70, flags);
    readReferences(from);
  };
}

/** Dimensions of other kinds: drawn by their block only. */
export function readDimensionByBlock(from: EntityReading): void {
  readCommon(from);
  readReferences(from);
}

/** @returns the flag in DXF that the place of the text is the user's own */
function readCommon(from: EntityReading): number {
  const { data } = from.object;
  readFields(BEFORE, from);
  const { x, y } = data.rawPair();
  from.out.point(11, { x, y, z: data.bitDouble() });
  const flags = data.byte();
  readFields(AFTER, from);
  return (flags & USUAL_PLACE) === 0 ? OWN_PLACE : 0;
}

function readReferences({ object, out, names }: EntityReading): void {
  const style = names.dimensionStyles.get(object.reference());
  if (style !== undefined) out.name(3, style);
  out.name(2, names.blocks.get(object.reference()));
}
