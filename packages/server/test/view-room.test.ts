import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checkManifest } from '@fieldbridge/view-wire';
import { ConversionClient } from '../testing/conversion-client.ts';
import { startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

// Views of an organisation that has little room left.

const QUOTA = 3_000_000;
const server = await startTestServer({ bytesPerOrganisation: QUOTA });
after(() => server[Symbol.asyncDispose]());
const client = ConversionClient.of(server);
const database = storeOf(server, 'conversion');
const POINTS = Array.from(
  { length: 3000 },
  (_, i) => `P${i},${440_000 + 7 * i},${5_540_000 + 11 * (i % 97)},${i % 13}`,
);

const { jobId } = await client.uploadJob('csv', ['name,easting,northing,elevation', ...POINTS].join('\n'), 'a.csv');
await client.status(jobId);
const get = (path: string) => client.send('GET', `/job/${jobId}/${path}`);

/** Says that files take all but so many bytes. */
const leave = (bytes: number) =>
  database.write((tx) => tx.run('UPDATE jobs SET bytes = ? WHERE id = ?', QUOTA - bytes, jobId));

test('a view that does not fit is refused, with the bytes that are left', async () => {
  await leave(10_000);
  const refused = await get('view');
  const { code, detail } = refused.json<{ code: string; detail: string }>();
  assert.deepEqual([refused.status, code], [422, 'quota-exceeded']);
  assert.match(detail, /leaves 10000\. Delete jobs/);
});

test('a view that gave way to exports while somebody looks is made again, the same', async () => {
  await leave(200_000);
  const { segments } = checkManifest((await get('view')).json());
  const chunk = `view/${segments[0]!.id}/0/0`;
  const before = await get(chunk);
  const kept = async () => (await database.read<{ blob: string }>('SELECT blob FROM exports')).map(({ blob }) => blob);
  const [view] = await kept();
  for (const format of ['ascsv', 'ascsv?unit=ft']) {
    const exported = await get(format);
    assert.equal(exported.status, 200, exported.text.slice(0, 300));
  }
  assert.ok(!(await kept()).includes(view!), 'the view has given way');
  const again = await get(chunk);
  assert.equal(again.status, 200, again.text);
  assert.deepEqual(again.bytes, before.bytes);
});
