import type { MigrationSeries } from '../storage/port/migration.ts';

/**
 * One append-only table: a row is a version of a ticket, its entry in the history and its event, in one insert. Only
 * `current` ever changes, when a later version replaces it. The unique index on current rows is the rule against
 * duplicates.
 */
export const weighingMigrations: MigrationSeries = {
  series: 'weighing',
  migrations: [
    {
      number: 1,
      name: 'ticket versions',
      sql: `
        CREATE TABLE ticketVersions (
          seq INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL,
          version INTEGER NOT NULL,
          change TEXT NOT NULL CHECK (change IN ('created', 'updated', 'deleted')),
          current INTEGER CHECK (current = 1),
          organisationId TEXT NOT NULL,
          clientId TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          modifiedAt INTEGER NOT NULL,
          locationId TEXT NOT NULL,
          externalId TEXT NOT NULL,
          weighedAt INTEGER NOT NULL,
          plate TEXT NOT NULL,
          project TEXT NOT NULL,
          product TEXT NOT NULL,
          productName TEXT NOT NULL,
          customer TEXT NOT NULL,
          customerName TEXT NOT NULL,
          unit TEXT NOT NULL,
          quantity TEXT NOT NULL,
          tareKg TEXT,
          cumulativeKg TEXT,
          findings TEXT,
          body TEXT
        ) STRICT;
        CREATE UNIQUE INDEX ticketNumber ON ticketVersions (locationId, externalId) WHERE current = 1;
        CREATE UNIQUE INDEX ticketHistory ON ticketVersions (uuid, version);
        CREATE INDEX ticketsByTime ON ticketVersions (locationId, weighedAt, uuid, modifiedAt, plate, project, product, productName,
          customer, customerName, unit, quantity, current) WHERE current = 1;
        CREATE INDEX ticketTares ON ticketVersions (locationId, plate, seq) WHERE current = 1 AND tareKg IS NOT NULL;
        CREATE INDEX ticketCounters ON ticketVersions (locationId, project, product, customer, seq)
          WHERE current = 1 AND cumulativeKg IS NOT NULL;
        CREATE INDEX ticketFindings ON ticketVersions (locationId, seq) WHERE current = 1 AND findings IS NOT NULL;
      `,
    },
    {
      number: 2,
      name: 'series in the order of making',
      sql: `
        DROP INDEX ticketTares;
        DROP INDEX ticketCounters;
        CREATE INDEX ticketTares ON ticketVersions (locationId, plate, createdAt) WHERE current = 1 AND tareKg IS NOT NULL;
        CREATE INDEX ticketCounters ON ticketVersions (locationId, project, product, customer, createdAt)
          WHERE current = 1 AND cumulativeKg IS NOT NULL;
      `,
    },
    {
      number: 3,
      name: 'series as chains',
      // An index of all tickets by vehicle would touch a separate page for every new ticket; the last ticket of each
      // series and the previous one of each ticket are on a few pages.
      sql: `
        CREATE TABLE ticketSeries (
          kind TEXT NOT NULL,
          locationId TEXT NOT NULL,
          plate TEXT NOT NULL,
          project TEXT NOT NULL,
          product TEXT NOT NULL,
          customer TEXT NOT NULL,
          seq INTEGER NOT NULL,
          kilograms TEXT NOT NULL,
          PRIMARY KEY (kind, locationId, plate, project, product, customer)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ticketsBefore (
          kind TEXT NOT NULL,
          seq INTEGER NOT NULL,
          before INTEGER NOT NULL,
          PRIMARY KEY (kind, seq)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO ticketsBefore SELECT 'cumulative', seq, before FROM (
          SELECT seq, lag(seq) OVER (PARTITION BY locationId, project, product, customer ORDER BY createdAt, seq) AS before
          FROM ticketVersions INDEXED BY ticketCounters WHERE current = 1 AND cumulativeKg IS NOT NULL
        ) WHERE before IS NOT NULL ORDER BY seq;
        INSERT INTO ticketsBefore SELECT 'tare', seq, before FROM (
          SELECT seq, lag(seq) OVER (PARTITION BY locationId, plate ORDER BY createdAt, seq) AS before
          FROM ticketVersions INDEXED BY ticketTares WHERE current = 1 AND tareKg IS NOT NULL
        ) WHERE before IS NOT NULL ORDER BY seq;
        INSERT INTO ticketSeries SELECT 'cumulative', locationId, '', project, product, customer, seq, cumulativeKg
          FROM ticketVersions WHERE seq IN (SELECT seq FROM (
            SELECT seq, lead(seq) OVER (PARTITION BY locationId, project, product, customer ORDER BY createdAt, seq) AS behind
            FROM ticketVersions INDEXED BY ticketCounters WHERE current = 1 AND cumulativeKg IS NOT NULL
          ) WHERE behind IS NULL);
        INSERT INTO ticketSeries SELECT 'tare', locationId, plate, '', '', '', seq, tareKg
          FROM ticketVersions WHERE seq IN (SELECT seq FROM (
            SELECT seq, lead(seq) OVER (PARTITION BY locationId, plate ORDER BY createdAt, seq) AS behind
            FROM ticketVersions INDEXED BY ticketTares WHERE current = 1 AND tareKg IS NOT NULL
          ) WHERE behind IS NULL);
        DROP INDEX ticketTares;
        DROP INDEX ticketCounters;
      `,
      // PostgreSQL came after this step: no ticket is there yet.
      postgres: `
        CREATE TABLE ticketSeries (
          kind TEXT NOT NULL,
          locationId TEXT NOT NULL,
          plate TEXT NOT NULL,
          project TEXT NOT NULL,
          product TEXT NOT NULL,
          customer TEXT NOT NULL,
          seq INTEGER NOT NULL,
          kilograms TEXT NOT NULL,
          PRIMARY KEY (kind, locationId, plate, project, product, customer)
        );
        CREATE TABLE ticketsBefore (
          kind TEXT NOT NULL,
          seq INTEGER NOT NULL,
          before INTEGER NOT NULL,
          PRIMARY KEY (kind, seq)
        );
        DROP INDEX ticketTares;
        DROP INDEX ticketCounters;
      `,
    },
    {
      number: 4,
      name: 'digests of long tickets',
      sql: 'ALTER TABLE ticketVersions ADD COLUMN digest TEXT;',
    },
    {
      number: 5,
      name: 'long tickets by number',
      // The digest follows the body in its row: reading it there would read the whole body.
      sql: `
        CREATE INDEX ticketDigests ON ticketVersions (locationId, externalId, digest, uuid, current)
          WHERE current = 1 AND digest IS NOT NULL;
      `,
    },
    {
      number: 6,
      name: 'reasons of corrections',
      sql: `
        CREATE TABLE ticketReasons (
          uuid TEXT NOT NULL, version INTEGER NOT NULL, person TEXT, reason TEXT NOT NULL,
          PRIMARY KEY (uuid, version)
        ) STRICT, WITHOUT ROWID;
      `,
    },
    {
      number: 7,
      name: 'settled findings',
      sql: `
        CREATE TABLE ticketSettlements (
          ticketUuid TEXT NOT NULL, ticketVersion INTEGER NOT NULL, settledAt INTEGER NOT NULL, settledBy TEXT NOT NULL,
          settledPerson TEXT, note TEXT NOT NULL, PRIMARY KEY (ticketUuid, ticketVersion)
        ) STRICT, WITHOUT ROWID;
      `,
    },
    {
      number: 8,
      name: 'numbers that are taken',
      // The embedded engine finds out with the insert itself.
      sql: '',
      postgres: `
        CREATE FUNCTION takenNumbers(location text, number text) RETURNS TABLE (locationId text, externalId text)
          LANGUAGE sql STABLE AS $$
            SELECT locationId, externalId FROM ticketVersions
              WHERE locationId = location AND externalId = number AND current = 1
          $$;
      `,
      worksFrom: 0,
    },
    {
      number: 9,
      name: 'taken numbers by the index of numbers',
      sql: '',
      // Equal values as an order: until PostgreSQL has analysed the table, every index that begins with the location
      // seems to find one row, and others than this one would find all tickets of a weigh bridge. Where tickets are
      // divided by month, numbers have a table of their own.
      postgres: `
        DO $$ BEGIN
          IF to_regclass('"ticketNumbers"') IS NULL THEN
            CREATE OR REPLACE FUNCTION takenNumbers(location text, number text)
              RETURNS TABLE (locationId text, externalId text) LANGUAGE sql STABLE AS $sql$
                SELECT locationId, externalId FROM ticketVersions
                  WHERE locationId = location AND externalId >= number AND externalId <= number AND current = 1
                  ORDER BY externalId LIMIT 1
              $sql$;
          END IF;
        END $$;
      `,
      worksFrom: 0,
    },
  ],
};
