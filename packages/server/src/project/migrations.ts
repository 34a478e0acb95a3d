import type { MigrationSeries } from '../storage/port/migration.ts';

/** The tables of one environment of the project interface. */
export const projectMigrations: MigrationSeries = {
  series: 'project',
  migrations: [
    {
      number: 1,
      name: 'divisions, projects, tokens',
      sql: `
        CREATE TABLE divisions (
          id TEXT PRIMARY KEY, organisationId TEXT NOT NULL, name TEXT NOT NULL, abbreviation TEXT NOT NULL,
          createdAt INTEGER NOT NULL, modifiedAt INTEGER NOT NULL,
          UNIQUE (organisationId, abbreviation)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE projects (
          id TEXT PRIMARY KEY, organisationId TEXT NOT NULL, divisionId TEXT NOT NULL REFERENCES divisions (id),
          number TEXT NOT NULL, status TEXT NOT NULL, fields TEXT NOT NULL, searchText TEXT NOT NULL,
          revision INTEGER NOT NULL, createdAt INTEGER NOT NULL, modifiedAt INTEGER NOT NULL,
          UNIQUE (divisionId, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX projectsByOrganisation ON projects (organisationId, id);
      `,
    },
  ],
};
