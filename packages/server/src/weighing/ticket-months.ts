import type { MigrationSeries } from '../storage/port/migration.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';

/** How often months to come are looked after: long before the next one begins. */
const LOOK_MS = 6 * 3_600_000;

/**
 * Divides the tickets of a space by the month of their weighing, on PostgreSQL. Applied where the setting
 * `ticketMonths` is on, and then for good.
 *
 * PostgreSQL keeps a unique index of a divided table only if it has the column that divides. So numbers of current
 * tickets are a table of their own, which triggers keep: an insert whose number is taken inserts nothing.
 */
export const ticketMonthMigrations: MigrationSeries = {
  series: 'ticket-months',
  migrations: [
    {
      number: 1,
      name: 'tickets by month',
      // The embedded engine has no divided tables.
      sql: '',
      postgres: `
        ALTER TABLE ticketVersions RENAME TO ticketVersionsBefore;
        CREATE TABLE ticketVersions (LIKE ticketVersionsBefore INCLUDING CONSTRAINTS INCLUDING STORAGE)
          PARTITION BY RANGE (weighedAt);
        CREATE SEQUENCE ticketSeqs AS bigint;
        ALTER TABLE ticketVersions ALTER COLUMN seq SET DEFAULT nextval('"ticketSeqs"');
        ALTER SEQUENCE ticketSeqs OWNED BY ticketVersions.seq;
        SELECT setval('"ticketSeqs"', coalesce(max(seq), 1), max(seq) IS NOT NULL) FROM ticketVersionsBefore;
        CREATE TABLE ticketNumbers (
          locationId TEXT NOT NULL, externalId TEXT NOT NULL, PRIMARY KEY (locationId, externalId)
        );
        CREATE TABLE ticketVersionsRest PARTITION OF ticketVersions DEFAULT;

        CREATE FUNCTION makeTicketMonth(month date) RETURNS boolean LANGUAGE plpgsql AS $$
          DECLARE
            part text := 'ticketVersions' || to_char(month, 'YYYYMM');
            first bigint := extract(epoch FROM month::timestamp) * 1000;
            next bigint := extract(epoch FROM month::timestamp + interval '1 month') * 1000;
          BEGIN
            IF to_regclass(quote_ident(part)) IS NOT NULL THEN RETURN false; END IF;
            EXECUTE format('CREATE TABLE %I (LIKE "ticketVersions" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
            EXECUTE format('WITH moved AS (DELETE FROM "ticketVersionsRest" WHERE "weighedAt" >= %s AND "weighedAt" < %s
              RETURNING *) INSERT INTO %I SELECT * FROM moved', first, next, part);
            EXECUTE format('ALTER TABLE "ticketVersions" ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
              part, first, next);
            RETURN true;
          END $$;

        CREATE FUNCTION makeTicketMonths(moment bigint) RETURNS bigint LANGUAGE plpgsql AS $$
          DECLARE
            this date := date_trunc('month', to_timestamp(moment / 1000.0) AT TIME ZONE 'UTC')::date;
            due date;
            made bigint := 0;
          BEGIN
            FOR due IN
              SELECT (this + n * interval '1 month')::date FROM generate_series(0, 2) AS n
              UNION
              SELECT date_trunc('month', to_timestamp(weighedAt / 1000.0) AT TIME ZONE 'UTC')::date AS month
                FROM ticketVersionsRest GROUP BY 1 HAVING count(*) >= 10000
              ORDER BY 1
            LOOP
              IF makeTicketMonth(due) THEN made := made + 1; END IF;
            END LOOP;
            RETURN made;
          END $$;

        DO $$
          DECLARE due date;
          BEGIN
            FOR due IN
              SELECT date_trunc('month', to_timestamp(weighedAt / 1000.0) AT TIME ZONE 'UTC')::date AS month
                FROM ticketVersionsBefore GROUP BY 1 HAVING count(*) >= 10000 ORDER BY 1
            LOOP PERFORM makeTicketMonth(due); END LOOP;
          END $$;
        INSERT INTO ticketVersions SELECT * FROM ticketVersionsBefore ORDER BY seq;
        INSERT INTO ticketNumbers SELECT locationId, externalId FROM ticketVersionsBefore WHERE current = 1;
        DROP TABLE ticketVersionsBefore;

        ALTER TABLE ticketVersions ADD PRIMARY KEY (seq, weighedAt);
        CREATE INDEX ticketNumber ON ticketVersions (locationId, externalId) WHERE current = 1;
        CREATE UNIQUE INDEX ticketHistory ON ticketVersions (uuid, version, weighedAt);
        CREATE INDEX ticketsByTime ON ticketVersions (locationId, weighedAt, uuid, modifiedAt, plate, project, product,
          productName, customer, customerName, unit, quantity, current) WHERE current = 1;
        CREATE INDEX ticketFindings ON ticketVersions (locationId, seq) WHERE current = 1 AND findings IS NOT NULL;
        CREATE INDEX ticketDigests ON ticketVersions (locationId, externalId, digest, uuid, current)
          WHERE current = 1 AND digest IS NOT NULL;

        CREATE FUNCTION takeTicketNumber() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.current IS NULL THEN RETURN NEW; END IF;
          INSERT INTO ticketNumbers VALUES (NEW.locationId, NEW.externalId) ON CONFLICT DO NOTHING;
          IF NOT FOUND THEN RETURN NULL; END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER ticketNumberTaken BEFORE INSERT ON ticketVersions
          FOR EACH ROW EXECUTE FUNCTION takeTicketNumber();
        CREATE FUNCTION freeTicketNumber() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          DELETE FROM ticketNumbers WHERE locationId = OLD.locationId AND externalId = OLD.externalId;
          RETURN NULL;
        END $$;
        CREATE TRIGGER ticketNumberFree AFTER UPDATE OF current ON ticketVersions
          FOR EACH ROW WHEN (OLD.current = 1 AND NEW.current IS NULL) EXECUTE FUNCTION freeTicketNumber();
      `,
    },
    {
      number: 2,
      name: 'taken numbers from their table',
      sql: '',
      postgres: `
        CREATE OR REPLACE FUNCTION takenNumbers(location text, number text)
          RETURNS TABLE (locationId text, externalId text) LANGUAGE sql STABLE AS $$
            SELECT locationId, externalId FROM ticketNumbers WHERE locationId = location AND externalId = number
          $$;
      `,
      worksFrom: 0,
    },
  ],
};

/** Makes the parts of this month and the next two, and of months that have got many tickets since. */
export async function makeTicketMonths(store: SpaceStore, now: number): Promise<number> {
  return store.write(async (tx) => {
    const made = await tx.first<{ months: number }>('SELECT makeTicketMonths(?) AS months', now);
    return made!.months;
  });
}

/** Looks after the months of spaces while a server runs. */
export class TicketMonths {
  readonly #stores: readonly SpaceStore[];
  readonly #now: () => number;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(stores: readonly SpaceStore[], now: () => number, failed: (error: unknown) => void) {
    this.#stores = stores;
    this.#now = now;
    this.#failed = failed;
  }

  /** Makes what is missing now, and looks again every few hours. A failure is only logged: tickets go to the rest. */
  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #look(): Promise<void> {
    this.#looking = (async () => {
      for (const store of this.#stores) await makeTicketMonths(store, this.#now());
    })().catch(this.#failed);
    return this.#looking;
  }
}
