import { type Static, Type } from 'typebox';

const Nullable = <T extends ReturnType<typeof Type.String | typeof Type.Object>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const SIDES = { west: Type.Number(), south: Type.Number(), east: Type.Number(), north: Type.Number() };
const Sides = Type.Object(SIDES, { description: 'Degrees; west of an area across the date line is above east' });
const Accuracy = Type.Union([Type.Number(), Type.Null()], { description: 'Metres; null if unknown' });

/** A reference system of the EPSG registry, and how it fits given data. */
export const ReferenceSystem = Type.Object(
  {
    code: Type.Integer({ description: 'EPSG code' }),
    name: Type.String(),
    kind: Type.String({ description: 'projected, compound or geographic 2D' }),
    deprecated: Type.Boolean(),
    area: Nullable(Type.Object({ ...SIDES, name: Type.String() }, { description: 'Where it is meant to be used' })),
    fit: Nullable(
      Type.Object(
        {
          earth: Nullable(Sides),
          fits: Type.Union([Type.Boolean(), Type.Null()], {
            description: 'Whether the area of use contains the extent',
          }),
          change: Nullable(
            Type.Object(
              {
                name: Type.String(),
                accuracy: Accuracy,
                better: Nullable(
                  Type.Object(
                    { name: Type.String(), accuracy: Accuracy, grids: Type.Array(Type.String()) },
                    { description: 'A better operation, and the grids that are missing for it' },
                  ),
                ),
              },
              { description: 'The operation that would convert the coordinates' },
            ),
          ),
          problem: Nullable(
            Type.Object(
              { code: Type.String(), text: Type.String() },
              { description: 'Why the system cannot be used: a code of docs/issues.md' },
            ),
          ),
        },
        { description: 'Null without `extent`' },
      ),
    ),
  },
  { title: 'ReferenceSystem' },
);
export type ReferenceSystem = Static<typeof ReferenceSystem>;
