import { type Static, Type } from 'typebox';

/** A division as the project interface shows it. */
export const Division = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Supplied to other operations that need a division' }),
    name: Type.String({ description: 'Division name' }),
    abbreviation: Type.String({ description: 'Short code of the division' }),
  },
  { title: 'Division' },
);
export type Division = Static<typeof Division>;
