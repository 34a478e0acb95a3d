import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

// node tickets-plain.ts SOCKET-DIRECTORY: what one would write in an afternoon. Fastify, a pool, one insert per ticket,
// unique per weigh bridge; no credential lookup, rules, history or events.
const pool = new pg.Pool({ host: process.argv[2], user: 'postgres', database: 'postgres', max: 20 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS tickets (id uuid PRIMARY KEY, location_id uuid NOT NULL, external_id text NOT NULL, created_at timestamptz NOT NULL, body jsonb NOT NULL, UNIQUE (location_id, external_id))',
);
const app = fastify({ logger: { stream: { write: () => {} } } });
app.post('/weighing', async (request, reply) => {
  const ticket = request.body as { locationId: string; externalId: string };
  const [uuid, now] = [randomUUID(), new Date()];
  await pool.query('INSERT INTO tickets VALUES ($1, $2, $3, $4, $5)', [
    ...[uuid, ticket.locationId, ticket.externalId, now],
    JSON.stringify(ticket),
  ]);
  return reply.code(201).send({ ...ticket, uuid, createdAt: now, modifiedAt: now });
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`);
