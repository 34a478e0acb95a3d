import type { MigrationSeries } from './port/migration.ts';

/** Tables of every space: its callers, their weigh bridges, and the answers stored for Idempotency-Key. */
export const coreMigrations: MigrationSeries = {
  series: 'core',
  migrations: [
    {
      number: 1,
      name: 'credentials, weigh bridges, idempotency',
      sql: `
        CREATE TABLE credentials (
          clientId TEXT PRIMARY KEY,
          organisationId TEXT NOT NULL,
          label TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          revokedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX credentialsByOrganisation ON credentials (organisationId);
        CREATE TABLE secrets (
          id TEXT PRIMARY KEY,
          clientId TEXT NOT NULL REFERENCES credentials (clientId),
          hash BLOB NOT NULL,
          createdAt INTEGER NOT NULL,
          lastUsedAt INTEGER,
          revokedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX secretsByClient ON secrets (clientId);
        CREATE TABLE weighBridges (
          id TEXT PRIMARY KEY,
          organisationId TEXT NOT NULL,
          name TEXT NOT NULL,
          timeZone TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          modifiedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX weighBridgesByOrganisation ON weighBridges (organisationId, name);
        CREATE TABLE idempotentAnswers (
          key BLOB PRIMARY KEY,
          fingerprint BLOB NOT NULL,
          status INTEGER NOT NULL,
          headers TEXT NOT NULL,
          body BLOB,
          createdAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idempotentAnswersByAge ON idempotentAnswers (createdAt);
      `,
    },
    {
      number: 2,
      name: 'tokens',
      sql: `
        CREATE TABLE tokens (
          id INTEGER PRIMARY KEY,
          family INTEGER NOT NULL,
          clientId TEXT NOT NULL,
          organisationId TEXT NOT NULL,
          accessHash BLOB,
          refreshHash BLOB NOT NULL,
          expiresAt INTEGER NOT NULL,
          refreshedAt INTEGER
        ) STRICT;
        CREATE INDEX tokensByClient ON tokens (clientId);
        CREATE INDEX tokensRefreshed ON tokens (refreshedAt) WHERE refreshedAt IS NOT NULL;
      `,
    },
    {
      number: 3,
      name: 'shares of kept answers',
      // Answers stored before this count in no share; they expire within a day.
      sql: `
        ALTER TABLE idempotentAnswers ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        ALTER TABLE idempotentAnswers ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX idempotentAnswersByOwner ON idempotentAnswers (owner, createdAt, bytes);
        CREATE TABLE idempotencyShares (owner TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TRIGGER idempotentAnswerKept AFTER INSERT ON idempotentAnswers BEGIN
          INSERT INTO idempotencyShares VALUES (new.owner, new.bytes) ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
        END;
        CREATE TRIGGER idempotentAnswerRemoved AFTER DELETE ON idempotentAnswers BEGIN
          UPDATE idempotencyShares SET bytes = bytes - old.bytes WHERE owner = old.owner;
          DELETE FROM idempotencyShares WHERE owner = old.owner AND bytes <= 0;
        END;
      `,
      postgres: `
        ALTER TABLE idempotentAnswers ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        ALTER TABLE idempotentAnswers ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX idempotentAnswersByOwner ON idempotentAnswers (owner, createdAt, bytes);
        CREATE TABLE idempotencyShares (owner TEXT PRIMARY KEY, bytes INTEGER NOT NULL);
        CREATE FUNCTION keepIdempotencyShare() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO idempotencyShares AS share VALUES (new.owner, new.bytes)
            ON CONFLICT (owner) DO UPDATE SET bytes = share.bytes + excluded.bytes;
          RETURN NULL;
        END $$;
        CREATE FUNCTION removeIdempotencyShare() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          UPDATE idempotencyShares SET bytes = bytes - old.bytes WHERE owner = old.owner;
          DELETE FROM idempotencyShares WHERE owner = old.owner AND bytes <= 0;
          RETURN NULL;
        END $$;
        CREATE TRIGGER idempotentAnswerKept AFTER INSERT ON idempotentAnswers
          FOR EACH ROW EXECUTE FUNCTION keepIdempotencyShare();
        CREATE TRIGGER idempotentAnswerRemoved AFTER DELETE ON idempotentAnswers
          FOR EACH ROW EXECUTE FUNCTION removeIdempotencyShare();
      `,
    },
    {
      number: 4,
      name: 'subjects of kept answers',
      sql: `
        ALTER TABLE idempotentAnswers ADD COLUMN subject TEXT;
        CREATE INDEX idempotentAnswersBySubject ON idempotentAnswers (subject) WHERE subject IS NOT NULL;
      `,
    },
    {
      number: 5,
      name: 'expiry of secrets',
      sql: 'ALTER TABLE secrets ADD COLUMN expiresAt INTEGER;',
    },
  ],
};
