import { type Static, Type } from 'typebox';

const Words = (description: string) => Type.Array(Type.String(), { description });
const Fields = (things: string) => Type.Optional(Words(`Properties of ${things} that are kept`));

/** The parts of a job that a file of a format keeps; everything else is reported as left out. */
export const FormatHolds = Type.Object(
  {
    kinds: Words('Kinds of data that are written'),
    crs: Type.Optional(Type.Boolean({ description: 'Whether the reference system is kept' })),
    infiniteElevations: Type.Optional(
      Type.Boolean({ description: 'False if infinite elevations are written as unknown' }),
    ),
    point: Fields('points'),
    line: Fields('lines'),
    area: Fields('areas'),
    text: Fields('texts'),
    info: Fields('the job'),
    layer: Fields('layers'),
    surface: Fields('surfaces'),
    alignment: Fields('alignments'),
    controlPoint: Fields('control points'),
  },
  {
    additionalProperties: false,
    title: 'FormatHolds',
    description:
      'What a written file keeps of a job. Without one of the members, the format has no such objects, or the loss depends on the job and is only in the report of an export.',
  },
);
export type FormatHolds = Static<typeof FormatHolds>;

/** A format in the answer of GET /formats. */
export const FormatView = Type.Object(
  {
    id: Type.String({ description: 'As in the address of an upload or a download' }),
    name: Type.String(),
    extensions: Words('Without the dot'),
    mediaTypes: Type.Array(Type.String()),
    read: Type.Boolean(),
    write: Type.Boolean(),
    experimental: Type.Object(
      { read: Type.Boolean(), write: Type.Boolean() },
      { description: 'Directions that are experimental or guessed' },
    ),
    kinds: Words('Kinds of data that are read or written'),
    versions: Type.Array(Type.String()),
    holds: Type.Union([FormatHolds, Type.Null()], { description: 'Null for a format that is not written' }),
    options: Type.Object(
      {},
      { additionalProperties: true, description: 'JSON Schema of the query parameters of an upload or a download' },
    ),
    notes: Type.String(),
  },
  { additionalProperties: false, title: 'Format' },
);
export type FormatView = Static<typeof FormatView>;
