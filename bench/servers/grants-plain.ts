// The plain peer of the token endpoint on PostgreSQL: node grants-plain.ts SOCKET-DIRECTORY. Fastify, a pool, and a
// transaction for each grant: look up the client, insert the pair. No limits, no families, no audit.
import { hash, randomBytes } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

const client = { clientId: 'bench', clientSecret: 'bench-secret-bench-secret-bench-secret-0' };
const pool = new pg.Pool({ host: process.argv[2], user: 'postgres', database: 'postgres', max: 20 });
await pool.query('CREATE TABLE clients (id text PRIMARY KEY, secret bytea NOT NULL)');
await pool.query(
  'CREATE TABLE tokens (id bigserial PRIMARY KEY, client_id text NOT NULL, access bytea NOT NULL, refresh bytea NOT NULL, expires_at timestamptz NOT NULL)',
);
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
await pool.query('INSERT INTO clients VALUES ($1, $2)', [client.clientId, digest(client.clientSecret)]);
const app = fastify({ logger: { stream: { write: () => {} } } });
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, new URLSearchParams(body as string)),
);
app.post('/token', async (request, reply) => {
  const form = request.body as URLSearchParams;
  const [access, refresh] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const known = await connection.query('SELECT 1 FROM clients WHERE id = $1 AND secret = $2', [
      form.get('client_id'),
      digest(form.get('client_secret') ?? ''),
    ]);
    if (known.rowCount === 0) return reply.code(401).send({ error: 'invalid_client' });
    await connection.query('INSERT INTO tokens (client_id, access, refresh, expires_at) VALUES ($1, $2, $3, $4)', [
      ...[form.get('client_id'), digest(access), digest(refresh)],
      new Date(Date.now() + 3_600_000),
    ]);
  } finally {
    await connection.query('COMMIT');
    connection.release();
  }
  return { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3599 };
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${JSON.stringify({ ...client, port: (app.server.address() as { port: number }).port })}\n`);
process.on('SIGTERM', () => process.exit(0));
