import { type Static, type TSchema, Type } from 'typebox';
import { listParameters } from '../list.ts';

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** States of a project; deleting one archives it. */
export const PROJECT_STATUSES = ['planned', 'active', 'completed', 'archived'] as const;
const Status = Type.Enum([...PROJECT_STATUSES], { description: 'planned by default' });

const Location = Type.Object(
  {
    longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees, WGS 84' }),
    latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees, WGS 84' }),
  },
  { additionalProperties: false },
);

const required = {
  divisionId: Type.String({ format: 'uuid', description: 'A division of your organisation' }),
  number: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S', description: 'Unique in the division' }),
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
};
const optional = {
  status: Type.Optional(Status),
  description: orNull(Type.String({ maxLength: 4000 })),
  address: orNull(Type.String({ maxLength: 500 })),
  countryCode: orNull(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Two letters, ISO 3166-1' })),
  location: orNull(Location),
  startDate: orNull(Type.String({ format: 'date' })),
  endDate: orNull(Type.String({ format: 'date', description: 'Not before startDate' })),
  coordinateSystem: orNull(Type.Integer({ minimum: 1024, maximum: 998_999, description: 'EPSG code' })),
};
/** Written by the service; ignored when sent back. */
const echoed = {
  id: Type.Optional(Type.Unknown({ description: 'Ignored' })),
  createdAt: Type.Optional(Type.Unknown({ description: 'Ignored' })),
  modifiedAt: Type.Optional(Type.Unknown({ description: 'Ignored' })),
};

/** The body that creates a project. */
export const ProjectInput = Type.Object(
  { ...required, ...optional, ...echoed },
  { additionalProperties: false, title: 'ProjectInput' },
);
export type ProjectInput = Static<typeof ProjectInput>;

/** A change of a project: a JSON merge patch; null clears an optional field. */
export const ProjectPatch = Type.Object(
  {
    divisionId: Type.Optional(required.divisionId),
    number: Type.Optional(required.number),
    name: Type.Optional(required.name),
    ...optional,
    location: orNull(
      Type.Object(
        { longitude: Type.Optional(Type.Number()), latitude: Type.Optional(Type.Number()) },
        { additionalProperties: false },
      ),
    ),
    ...echoed,
  },
  { additionalProperties: false, title: 'ProjectPatch' },
);

/** A project in answers: every field is present, and null if it has no value. */
export const Project = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    ...required,
    status: Status,
    description: Type.Union([Type.String(), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()]),
    countryCode: Type.Union([Type.String(), Type.Null()]),
    location: Type.Union([Location, Type.Null()]),
    startDate: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    endDate: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    coordinateSystem: Type.Union([Type.Integer({ description: 'EPSG code' }), Type.Null()]),
    createdAt: Type.String({ format: 'date-time' }),
    modifiedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Project' },
);
export type Project = Static<typeof Project>;

/** Filters and paging of the list of projects. */
export const ProjectListQuery = Type.Object(
  {
    divisionId: Type.Optional(Type.String({ format: 'uuid' })),
    status: Type.Optional(Type.Enum([...PROJECT_STATUSES])),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Text in number, name, description or address, ignoring case',
      }),
    ),
    modifiedSince: Type.Optional(Type.String({ format: 'date-time', description: 'Changed at this time or later' })),
    ...listParameters,
  },
  { additionalProperties: false },
);
export type ProjectListQuery = Static<typeof ProjectListQuery>;
