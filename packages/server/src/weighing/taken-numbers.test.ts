import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PostgresStore } from '../storage/postgres/postgres-store.ts';
import { startTestPostgres } from '../storage/postgres/testing/test-postgres.ts';
import { weighingMigrations } from './migrations.ts';
import { ticketMonthMigrations } from './ticket-months.ts';

const postgres = await startTestPostgres();
if (typeof postgres === 'string') test('taken numbers on PostgreSQL', { skip: postgres }, () => {});
else {
  after(() => postgres.close());
  // A plan that is made now is kept: PostgreSQL knows nothing of the tables until it analyses them.
  for (const [what, migrations, index] of [
    ['tickets', [weighingMigrations], 'ticketNumber'],
    ['tickets by month', [weighingMigrations, ticketMonthMigrations], 'ticketNumbers_pkey'],
  ] as const)
    test(`a number is looked up in the index of numbers while there are no ${what} yet`, async () => {
      const store = await PostgresStore.open(await postgres.database(), 'space', migrations);
      const plan = await store.read("EXPLAIN SELECT * FROM takenNumbers('bridge', 'number')");
      assert.match(JSON.stringify(plan), new RegExp(`Index (Only )?Scan using \\\\"${index}\\\\"`));
      await store.close();
    });
}
