import type { Postgres } from './postgres.ts';

const SCHEMA = '"weighing-sandbox"';
/** Milliseconds over which stored tickets are spread, from the start of 2026 on. */
const [START, YEAR_MS] = [Date.UTC(2026, 0, 1), 365 * 86_400_000];

/**
 * Fills the tickets of the server's sandbox up to a number with one statement, as `ticketText` would make them, evenly
 * over a year. Series have no part in it, and indices are made afterwards, so the database is smaller than a grown one.
 * Divided by month it gets the months of the year first, as a server makes them, and numbers without the trigger.
 * @param stored tickets that are there, at least one: it gives the organisation and the weigh bridge
 */
export function fillPostgres(postgres: Postgres, stored: number, tickets: number): void {
  const indices = postgres.value(
    `SELECT string_agg(indexdef, ';') || '|' || string_agg(format('%I.%I', schemaname, indexname), ', ') FROM pg_indexes
     WHERE schemaname = 'weighing-sandbox' AND tablename = 'ticketVersions' AND indexname <> 'ticketVersions_pkey'`,
  );
  const [definitions, names] = indices.split('|') as [string, string];
  const isDivided = postgres.value('SELECT count(*) FROM pg_partitioned_table') !== '0';
  if (isDivided) {
    const months = "generate_series(timestamp '2026-01-01', '2026-12-01', '1 month')";
    postgres.sql(`SET search_path = ${SCHEMA}; SELECT "makeTicketMonth"(month::date) FROM ${months} AS month`);
  }
  postgres.sql(`DROP INDEX ${names}`);
  postgres.sql(`
    SET search_path = ${SCHEMA};
    SET maintenance_work_mem = '512MB';
    SET session_replication_role = replica;
    ${isDivided ? numbers(stored, tickets) : ''}
    INSERT INTO "ticketVersions" (uuid, version, change, current, "organisationId", "clientId", "createdAt",
      "modifiedAt", "locationId", "externalId", "weighedAt", plate, project, product, "productName", customer,
      "customerName", unit, quantity, "tareKg", body)
    SELECT substr(time, 1, 8) || '-' || substr(time, 9) || '-7' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3)
        || '-' || substr(hash, 7, 12),
      1, 'created', 1, "organisationId", "clientId", at, at, "locationId", 'F' || i, at,
      chr(65 + (i % 26)::int) || 'X' || 100 + i % 700 || 'B', 'J' || i % 80, 'P' || i % 12, 'Asphalt ' || i % 12,
      'C' || i % 50, 'Customer ' || i % 50, 'kg', 20000 + i % 997 * 10 || '.00', (9000 + i % 50 * 20)::text,
      replace(body, "externalId", 'F' || i)
    FROM (SELECT "organisationId", "clientId", "locationId", "externalId", body FROM "ticketVersions" LIMIT 1) AS one,
      generate_series(${stored}::bigint, ${tickets - 1}) AS i,
      LATERAL (SELECT ${START} + i * ${YEAR_MS} / ${tickets} AS at, md5(i::text) AS hash) AS made,
      LATERAL (SELECT lpad(to_hex(at), 12, '0') AS time) AS version;
    ${definitions.replaceAll(' ON ONLY ', ' ON ')}`);
  // As autovacuum leaves the table: without a map of visible rows, scans of an index alone would read the rows as well.
  postgres.sql(`VACUUM (ANALYZE) ${SCHEMA}."ticketVersions"`);
}

/** Puts the numbers of the tickets to be made into their table. */
function numbers(stored: number, tickets: number): string {
  return `INSERT INTO "ticketNumbers" SELECT "locationId", 'F' || i
    FROM (SELECT "locationId" FROM "ticketVersions" LIMIT 1) AS one,
      generate_series(${stored}::bigint, ${tickets - 1}) AS i;`;
}
