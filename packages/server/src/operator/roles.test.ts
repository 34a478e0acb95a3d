import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { openDeskParts } from '../../testing/desk-parts.ts';
import { Operators } from '../directory/people/operators.ts';
import type { App } from '../http/app.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import { ServerKey } from '../storage/server-key.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { deskMigrations } from './migrations.ts';
import { documentRoles } from './roles.ts';

// Roles where no request shows them: routes without a row, keys of an earlier version.

const desk = openDeskParts();
const folder = mkdtempSync(join(tmpdir(), 'roles-'));
after(async () => {
  await desk[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test('a route without a row in the table does not start', () => {
  const app = fastify();
  documentRoles(app as unknown as App, '/operator/v1');
  app.get('/operator/v1/organisations', () => '');
  for (const path of ['/operator/v1/secrets', '/operator/v1/toString', '/elsewhere/v1/organisations'])
    assert.throws(() => app.get(path, () => ''), { message: /^GET \S+ is missing from OPERATOR_ROUTES/ }, path);
  assert.throws(() => app.put('/operator/v1/organisations', () => ''), TypeError);
});

test('a key of an earlier version stays valid and keeps its rights', async () => {
  const { series, migrations } = deskMigrations;
  const path = join(folder, 'desk.sqlite');
  const key = ServerKey.open(folder);
  const earlier = new SqliteStore(path, [coreMigrations, { series, migrations: migrations.slice(0, 2) }]);
  await earlier.write((tx) =>
    tx.run(
      'INSERT INTO operators (id, name, keyHash, createdAt, keyChangedAt) VALUES (?, ?, ?, 1, 1)',
      ...['a', 'Ada', key.derive('operators').hash('fbop_known')],
    ),
  );
  await earlier.close();
  const now = new SqliteStore(path, [coreMigrations, deskMigrations]);
  try {
    const operator = await new Operators(now, desk.clock, desk.audit, key).byKey('fbop_known');
    assert.deepEqual([operator?.name, operator?.role], ['Ada', 'operator']);
  } finally {
    await now.close();
  }
});
