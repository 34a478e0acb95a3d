import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '../src/storage/backup/backup.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { embeddedOnly } from '../testing/database.ts';
import { startTestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

const WRITERS = 16;
/** Tickets acknowledged before the backup starts: the copy must have all of them. */
const BEFORE = 200;

test('a server starts on a backup made under load: it has everything acknowledged before and works; the first server continues', {
  skip: embeddedOnly,
  timeout: 600_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const target = join(folder, 'copy');
  const server = await startTestServer({}, { sample: true });
  t.after(() => server[Symbol.asyncDispose]());
  const { weighing, project, conversion } = server.demo;
  const call = weighingCaller(server.url, weighing);

  const acknowledged: string[] = [];
  let next = 0;
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const externalId = `B-${next++}`;
      const { status, text } = await call('POST', '/weighing', ticket(weighing.locationIds[0]!, externalId));
      assert.equal(status, 201, text);
      acknowledged.push(externalId);
    }
  });
  const client = ConversionClient.of(server);
  const sample = await client.send('GET', `/job/${conversion.sampleJobId}/ascsv`);
  assert.equal(sample.status, 200, sample.text);
  const token = await grant(server.url, project, { grant_type: 'client_credentials' });
  while (acknowledged.length < BEFORE) await new Promise((resolve) => setImmediate(resolve));

  const before = [...acknowledged];
  const { signal } = new AbortController();
  const summary = await backUp({ data: server.directory, target, secrets: true, signal, progress: () => {} });
  const meanwhile = acknowledged.length - before.length;
  // Nobody waits for a backup: the writers continue after it.
  const least = acknowledged.length + WRITERS;
  while (acknowledged.length < least) await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  await Promise.all(writers);
  assert.ok(summary.files > 0 && summary.databases.length === 6, JSON.stringify(summary));
  t.diagnostic(`${before.length} tickets before the backup, ${meanwhile} while it was made`);

  const restored = await startTestServer({ data: target });
  t.after(() => restored.stop());
  // The copy has the credentials of the first server, including its key.
  assert.deepEqual(await credentialsOf(target), await credentialsOf(server.directory));
  const there = new Map<string, number>();
  const stream = await weighingCaller(restored.url, weighing)('GET', '/weighing', undefined, {
    accept: 'application/x-ndjson',
  });
  assert.equal(stream.status, 200);
  for (const line of stream.text.trim().split('\n')) {
    const { externalId } = JSON.parse(line) as { externalId: string };
    there.set(externalId, (there.get(externalId) ?? 0) + 1);
  }
  for (const externalId of before) assert.equal(there.get(externalId), 1, externalId);
  assert.ok([...there.values()].every((times) => times === 1));
  // It has nothing sent after the copy, because both are separate servers now.
  assert.ok(there.size <= acknowledged.length - WRITERS, `${there.size} of ${acknowledged.length}`);

  const job = await new ConversionClient(restored.url, conversion).send('GET', `/job/${conversion.sampleJobId}/ascsv`);
  assert.deepEqual([job.status, job.bytes], [200, sample.bytes]);
  const renewed = await grant(restored.url, project, {
    grant_type: 'refresh_token',
    refresh_token: token['refresh_token']!,
  });
  const divisions = await fetch(`${restored.url}/project/v1/sandbox/divisions`, {
    headers: { authorization: `Bearer ${renewed['access_token']}` },
  });
  assert.equal(divisions.status, 200);
});

async function grant(
  url: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
  const answer = await fetch(`${url}/project/v1/sandbox/token`, { method: 'POST', body });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text) as Record<string, string>;
}

async function credentialsOf(directory: string): Promise<unknown> {
  const {
    baseUrl: _,
    console: __,
    ...credentials
  } = JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8')) as Record<string, unknown>;
  return credentials;
}
