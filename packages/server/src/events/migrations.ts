import type { MigrationSeries } from '../storage/port/migration.ts';

/** Tables of events: give a space this series besides the service's own. */
export const eventMigrations: MigrationSeries = {
  series: 'events',
  migrations: [
    {
      number: 1,
      name: 'outbox, endpoints, deliveries',
      sql: `
        CREATE TABLE outbox (
          seq INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          organisationId TEXT NOT NULL,
          type TEXT NOT NULL,
          at INTEGER NOT NULL,
          data TEXT NOT NULL
        ) STRICT;
        CREATE TABLE webhookEndpoints (
          id TEXT PRIMARY KEY,
          organisationId TEXT NOT NULL,
          url TEXT NOT NULL,
          types TEXT NOT NULL,
          description TEXT NOT NULL,
          enabled INTEGER NOT NULL,
          secretGeneration INTEGER NOT NULL,
          secretRotatedAt INTEGER,
          createdAt INTEGER NOT NULL,
          modifiedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhookEndpointsByOrganisation ON webhookEndpoints (organisationId, id);
        CREATE TABLE webhookDeliveries (
          seq INTEGER PRIMARY KEY,
          endpointId TEXT NOT NULL REFERENCES webhookEndpoints (id) ON DELETE CASCADE,
          eventId TEXT NOT NULL,
          type TEXT NOT NULL,
          body TEXT NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
          attempts INTEGER NOT NULL,
          nextAt INTEGER NOT NULL,
          lastAt INTEGER,
          lastStatus INTEGER,
          lastError TEXT,
          createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX webhookDeliveriesDue ON webhookDeliveries (nextAt) WHERE state = 'pending';
        CREATE INDEX webhookDeliveriesByEndpoint ON webhookDeliveries (endpointId, seq);
        CREATE TABLE eventPositions (source TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      `,
    },
    {
      number: 2,
      name: 'due deliveries by endpoint',
      sql: `
        CREATE INDEX webhookDeliveriesDueByEndpoint ON webhookDeliveries (endpointId, nextAt, seq) WHERE state = 'pending';
      `,
    },
    {
      number: 3,
      name: 'ended deliveries by time',
      sql: `
        CREATE INDEX webhookDeliveriesEnded ON webhookDeliveries (lastAt) WHERE state <> 'pending';
      `,
    },
    {
      number: 4,
      name: 'waiting deliveries by event',
      sql: `
        CREATE INDEX webhookDeliveriesWaiting ON webhookDeliveries (endpointId, eventId) WHERE state = 'pending';
      `,
    },
    {
      number: 5,
      name: 'bodies once per event',
      // The trigger removes a body with its last delivery, however that goes: deleted means gone.
      sql: `
        CREATE TABLE webhookBodies (seq INTEGER PRIMARY KEY, eventId TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
        INSERT INTO webhookBodies (eventId, body) SELECT eventId, min(body) FROM webhookDeliveries GROUP BY eventId;
        ALTER TABLE webhookDeliveries ADD COLUMN bodySeq INTEGER;
        UPDATE webhookDeliveries SET bodySeq =
          (SELECT seq FROM webhookBodies WHERE webhookBodies.eventId = webhookDeliveries.eventId);
        ALTER TABLE webhookDeliveries DROP COLUMN body;
        CREATE INDEX webhookDeliveriesByBody ON webhookDeliveries (bodySeq);
        CREATE TRIGGER webhookBodiesUnused AFTER DELETE ON webhookDeliveries BEGIN
          DELETE FROM webhookBodies WHERE seq = OLD.bodySeq
            AND NOT EXISTS (SELECT 1 FROM webhookDeliveries WHERE bodySeq = OLD.bodySeq);
        END;
      `,
      postgres: `
        CREATE TABLE webhookBodies (seq INTEGER PRIMARY KEY, eventId TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
        ALTER TABLE webhookDeliveries ADD COLUMN bodySeq INTEGER;
        ALTER TABLE webhookDeliveries DROP COLUMN body;
        CREATE INDEX webhookDeliveriesByBody ON webhookDeliveries (bodySeq);
        CREATE FUNCTION removeUnusedBody() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          DELETE FROM webhookBodies WHERE seq = OLD.bodySeq
            AND NOT EXISTS (SELECT 1 FROM webhookDeliveries WHERE bodySeq = OLD.bodySeq);
          RETURN NULL;
        END $$;
        CREATE TRIGGER webhookBodiesUnused AFTER DELETE ON webhookDeliveries
          FOR EACH ROW EXECUTE FUNCTION removeUnusedBody();
      `,
    },
  ],
};
