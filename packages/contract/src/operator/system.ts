import { type Static, Type } from 'typebox';

const orNull = Type.Union([Type.String(), Type.Null()]);

/** The server, and the state of its backups. */
export const SystemView = Type.Object(
  {
    version: Type.String({ description: 'Of Fieldbridge' }),
    runtime: Type.String({ description: 'Its runtime' }),
    storage: Type.Enum(['SQLite', 'PostgreSQL'], { description: 'Where the rows are stored' }),
    startedAt: Type.String(),
    backups: Type.Union(
      [
        Type.Object({
          folder: Type.String(),
          everyHours: Type.Integer(),
          keep: Type.Integer({ description: 'How many are kept' }),
          made: Type.Array(Type.Object({ name: Type.String(), at: Type.String() }), {
            description: 'Backups in the folder, newest first',
          }),
          failure: Type.Union([Type.String(), Type.Null()], { description: 'Why the last one failed' }),
        }),
        Type.Null(),
      ],
      { description: 'Null where none are scheduled' },
    ),
  },
  { title: 'System' },
);
export type SystemView = Static<typeof SystemView>;

/** A request that was refused or that failed in the server. */
export const RefusalView = Type.Object(
  {
    requestId: Type.String(),
    at: Type.String(),
    method: Type.String(),
    path: Type.String({ description: 'Without the query, and without secrets' }),
    status: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
    clientId: orNull,
    organisationId: orNull,
    address: orNull,
  },
  { title: 'Refusal' },
);
export type RefusalView = Static<typeof RefusalView>;
