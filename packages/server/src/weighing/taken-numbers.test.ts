import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PostgresStore } from '../storage/postgres/postgres-store.ts';
import { startTestPostgres } from '../storage/postgres/testing/test-postgres.ts';
import { weighingMigrations } from './migrations.ts';
import { existingAmong } from './ticket-batch.ts';
import { ticketMonthMigrations } from './ticket-months.ts';

const postgres = await startTestPostgres();
if (typeof postgres === 'string') test('taken numbers on PostgreSQL', { skip: postgres }, () => {});
else {
  after(() => postgres.close());
  // A plan that is made now is kept: PostgreSQL knows nothing of the tables until it analyses them.
  for (const [what, migrations, ofNumbers, ofTickets] of [
    ['tickets', [weighingMigrations], 'ticketNumber', 'ticketNumber'],
    [
      'tickets by month',
      [weighingMigrations, ticketMonthMigrations],
      'ticketNumbers_pkey',
      'ticketVersionsRest_locationId_externalId_idx',
    ],
  ] as const)
    test(`a number, and the ticket that has it, are looked up in the index of numbers before there are ${what}`, async () => {
      const store = await PostgresStore.open(await postgres.database(), 'space', migrations);
      const plans = await store.write(async (tx) => {
        const number = await tx.read("EXPLAIN SELECT * FROM takenNumbers('bridge', 'number')");
        await existingAmong(tx, [{ locationId: 'bridge', externalId: 'number' }]);
        const prepared = await tx.first<{ name: string; values: number }>(
          `SELECT name, cardinality(parameter_types) AS "values" FROM pg_prepared_statements
             WHERE statement LIKE '%CROSS JOIN LATERAL%"ticketVersions"%'`,
        );
        const values = Array(prepared!.values).fill("'{a}'").join();
        return [number, await tx.read(`EXPLAIN EXECUTE ${prepared!.name}(${values})`)];
      });
      for (const [i, index] of [ofNumbers, ofTickets].entries())
        assert.match(JSON.stringify(plans[i]), new RegExp(`Index (Only )?Scan using \\\\"${index}\\\\"`));
      await store.close();
    });
}
