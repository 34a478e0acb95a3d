import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { postgresProxy } from '../testing/postgres-proxy.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer } from '../testing/server.ts';

// A commit whose answer is lost, because the connection to the database is cut at that moment: its rows are stored, and
// the files that they name must not be deleted as if they were not.

const started = await startTestPostgres();

if (typeof started === 'string') test('commits whose answer is lost', { skip: started }, () => {});
else {
  after(() => started.close());
  test('a commit whose answer is lost loses no file of its rows', async () => {
    await using proxy = await postgresProxy(await started.database());
    await using server = await startTestServer({ database: proxy.url });
    const client = ConversionClient.of(server);
    const { jobId } = await client.createJob({ name: 'Lost', unit: 'm' });
    // A connection names the text of a statement once, and each lost commit ends one.
    const rows: [string, RegExp][] = [
      ['segments', /INSERT INTO "?segments/],
      ['files', /INSERT INTO "?files/],
    ];
    for (const [i, [name, statement]] of rows.entries()) {
      proxy.loseCommit(statement);
      const text = `name,northing,easting\nA${i},1,2\n`;
      const send = () =>
        client.send('PUT', `/job/${jobId}/csv?filename=${name}.csv`, text, { 'idempotency-key': name });
      await until(async () => (await send()).status === 202, `an answer to the upload of ${name}`);
      await until(() => proxy.lost === i + 1, `the lost commit of ${name}`);
      const status = await client.status(jobId);
      assert.deepEqual(
        status.imports.map(({ state, result }) => [state, result]),
        status.imports.map(() => ['idle', 'success']),
        name,
      );
      assert.equal(status.imports.length, i + 1, 'each upload is one import');
    }
    proxy.loseCommit(/INSERT INTO "?exports/);
    const download = () => client.send('GET', `/job/${jobId}/ascsv`);
    assert.equal((await download()).status, 503);
    await until(async () => (await download()).status === 200, 'the export');
    assert.equal((await download()).text.trim().split('\n').length, 3);
    assert.equal(proxy.lost, 3);
  });
}
