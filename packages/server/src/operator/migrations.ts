import type { MigrationSeries } from '../storage/port/migration.ts';

/** The desk's own tables. Credentials, divisions and weigh bridges are in their own spaces. */
export const deskMigrations: MigrationSeries = {
  series: 'desk',
  migrations: [
    {
      number: 1,
      name: 'organisations, operators, requests, messages, audit',
      sql: `
        CREATE TABLE organisations (
          id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, contact TEXT, note TEXT,
          createdAt INTEGER NOT NULL, modifiedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE operators (
          id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, keyHash BLOB NOT NULL UNIQUE,
          createdAt INTEGER NOT NULL, keyChangedAt INTEGER NOT NULL, lastSignInAt INTEGER, removedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sessions (
          hash BLOB PRIMARY KEY, operatorId TEXT NOT NULL REFERENCES operators (id), csrfHash BLOB NOT NULL,
          createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE accessRequests (
          id TEXT PRIMARY KEY, organisationName TEXT NOT NULL, contactName TEXT, email TEXT NOT NULL,
          interface TEXT NOT NULL, environment TEXT, note TEXT, weighBridges TEXT NOT NULL, origin TEXT NOT NULL,
          state TEXT NOT NULL, createdAt INTEGER NOT NULL, decidedAt INTEGER, decidedBy TEXT, reason TEXT,
          organisationId TEXT, clientId TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX accessRequestsByState ON accessRequests (state, id);
        CREATE TABLE messages (
          id TEXT PRIMARY KEY, accessRequestId TEXT REFERENCES accessRequests (id), recipient TEXT NOT NULL,
          subject TEXT NOT NULL, body TEXT NOT NULL, createdAt INTEGER NOT NULL, sentAt INTEGER, failure TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE collections (
          hash BLOB PRIMARY KEY, space TEXT NOT NULL, clientId TEXT NOT NULL, createdAt INTEGER NOT NULL,
          expiresAt INTEGER NOT NULL, collectedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE audit (
          id TEXT PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
          subject TEXT, organisationId TEXT, details TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX auditByOrganisation ON audit (organisationId, id);
      `,
    },
    {
      number: 2,
      name: 'proof of the server key',
      sql: 'CREATE TABLE serverKey (id INTEGER PRIMARY KEY CHECK (id = 1), proof BLOB NOT NULL) STRICT;',
    },
    {
      number: 3,
      name: 'roles of operators',
      // Until then everybody at the desk could do everything.
      sql: "ALTER TABLE operators ADD COLUMN role TEXT NOT NULL DEFAULT 'operator';",
    },
    {
      number: 4,
      name: 'quotas of organisations',
      sql: `
        CREATE TABLE quotas (
          organisationId TEXT PRIMARY KEY REFERENCES organisations (id),
          jobs INTEGER, bytes INTEGER, requestsPerMinute INTEGER
        ) STRICT, WITHOUT ROWID;
      `,
    },
    {
      number: 5,
      name: 'expiry of operator keys',
      sql: 'ALTER TABLE operators ADD COLUMN keyExpiresAt INTEGER;',
    },
    {
      number: 6,
      name: 'people, their ways in, sessions of both',
      // An upgrade ends open sessions: people sign in again.
      sql: `
        CREATE TABLE people (
          id TEXT PRIMARY KEY, organisationId TEXT REFERENCES organisations (id), name TEXT NOT NULL,
          email TEXT UNIQUE COLLATE NOCASE, language TEXT NOT NULL, deskRole TEXT, roles TEXT NOT NULL,
          weighBridges TEXT NOT NULL, createdAt INTEGER NOT NULL, accessChangedAt INTEGER NOT NULL,
          lastSignInAt INTEGER, removedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX peopleByOrganisation ON people (organisationId, id);
        CREATE TABLE passwords (
          personId TEXT PRIMARY KEY REFERENCES people (id), hash TEXT NOT NULL, changedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE personLinks (
          hash BLOB PRIMARY KEY, personId TEXT NOT NULL REFERENCES people (id), purpose TEXT NOT NULL,
          createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX personLinksByPerson ON personLinks (personId);
        DROP TABLE sessions;
        CREATE TABLE sessions (
          hash BLOB PRIMARY KEY, kind TEXT NOT NULL, ownerId TEXT NOT NULL, createdAt INTEGER NOT NULL,
          expiresAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessionsByOwner ON sessions (ownerId);
      `,
    },
    {
      number: 7,
      name: 'passkeys',
      sql: `
        CREATE TABLE passkeys (
          id TEXT PRIMARY KEY, personId TEXT NOT NULL REFERENCES people (id), credentialId TEXT NOT NULL UNIQUE,
          publicKey BLOB NOT NULL, counter INTEGER NOT NULL, name TEXT NOT NULL, createdAt INTEGER NOT NULL,
          lastUsedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkeysByPerson ON passkeys (personId, id);
      `,
    },
    {
      number: 8,
      name: 'sessions with device and last use',
      // An upgrade ends open sessions: people sign in again.
      sql: `
        DROP TABLE sessions;
        CREATE TABLE sessions (
          hash BLOB PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, ownerId TEXT NOT NULL,
          device TEXT NOT NULL, createdAt INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessionsByOwner ON sessions (ownerId);
      `,
    },
    {
      number: 9,
      name: 'company sign-in',
      sql: `
        CREATE TABLE companySignIns (
          organisationId TEXT PRIMARY KEY REFERENCES organisations (id), issuer TEXT NOT NULL, clientId TEXT NOT NULL,
          secret BLOB NOT NULL, scope TEXT NOT NULL, claim TEXT NOT NULL, roles TEXT NOT NULL,
          modifiedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE people ADD COLUMN companySubject TEXT;
        CREATE UNIQUE INDEX peopleByCompany ON people (organisationId, companySubject)
          WHERE companySubject IS NOT NULL;
      `,
    },
  ],
};
