import { type Static, Type } from 'typebox';
import { EnvironmentName } from './credential.ts';

/** A person's request to be erased from the tickets of an organisation. */
export const ErasureInput = Type.Object(
  {
    environment: EnvironmentName,
    person: Type.String({
      minLength: 2,
      maxLength: 500,
      pattern: '\\S',
      description: 'A name, email address, telephone number or licence plate, as tickets have it; case does not matter',
    }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Only count, change nothing' })),
  },
  { additionalProperties: false, title: 'ErasureInput' },
);

export const Erasure = Type.Object(
  {
    dryRun: Type.Boolean(),
    tickets: Type.Integer({ description: 'Tickets that named the person' }),
    versions: Type.Integer({ description: 'Versions of these tickets that named the person' }),
    backups: Type.Array(
      Type.Object({ at: Type.String({ format: 'date-time' }), path: Type.String(), isThere: Type.Boolean() }),
      { description: 'Earlier backups, which still name the person' },
    ),
  },
  { title: 'Erasure' },
);
export type Erasure = Static<typeof Erasure>;
