import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { callDesk, type Json, refused } from '../testing/desk.ts';
import { NO_CONVERSION, startTestServer } from '../testing/server.ts';

// Quotas that the desk sets for one organisation: read, set, enforced.

const server = await startTestServer({ jobsPerOrganisation: 3 });
after(() => server[Symbol.asyncDispose]());
const call = (...words: [method: string, path: string, body?: unknown]) => callDesk(server, ...words);

/** An organisation with a caller of the conversion interface. */
async function tenant(name: string): Promise<{ id: string; client: ConversionClient; issue: () => Promise<Json> }> {
  const { id } = (await call('POST', '/organisations', { name })).body;
  const issue = async () => (await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' })).body;
  const { credential, clientSecret } = await issue();
  return { id, issue, client: new ConversionClient(server.url, { clientId: credential.clientId, clientSecret }) };
}
const quotas = (id: string, body?: unknown) =>
  call(body === undefined ? 'GET' : 'PATCH', `/organisations/${id}/quotas`, body);

test('without any set, the settings of the server are in force, and the usage is counted', async () => {
  const { id, client } = await tenant('Plain');
  await client.createJob();
  const { status, body } = await quotas(id);
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        jobs: { limit: 3, own: null },
        bytes: { limit: 0, own: null },
        requestsPerMinute: { limit: 0, own: null },
      },
    ],
  );
  assert.deepEqual((await call('GET', `/organisations/${id}/usage`)).body, { jobs: 1, bytes: 0 });
  refused(await quotas(crypto.randomUUID()), 404, 'not-found');
  refused(await quotas(crypto.randomUUID(), { jobs: 1 }), 404, 'not-found');
});

describe('a quota', () => {
  test('of jobs holds at once for that organisation alone, may be higher than the setting, and ends with null', async () => {
    const [one, other] = [await tenant('Few'), await tenant('Others')];
    const create = async (client: ConversionClient): Promise<[number, string | undefined]> => {
      const { status, text } = await client.send('POST', '/job/mjf');
      return [status, status === 201 ? undefined : JSON.parse(text).code];
    };
    await quotas(one.id, { jobs: 1 });
    assert.deepEqual(await create(one.client), [201, undefined]);
    assert.deepEqual(await create(one.client), [422, 'quota-exceeded']);
    assert.deepEqual(await create(other.client), [201, undefined]);
    const { detail } = (await one.client.send('POST', '/job/mjf')).json();
    assert.match(String(detail), /keeps 1 jobs; the quota jobsPerOrganisation is 1\. Delete jobs/);
    assert.equal((await quotas(one.id, { jobs: 5 })).body.jobs.limit, 5);
    for (let i = 0; i < 4; i++) assert.deepEqual(await create(one.client), [201, undefined]);
    assert.deepEqual((await quotas(one.id, { jobs: null })).body.jobs, { limit: 3, own: null });
    assert.deepEqual(await create(one.client), [422, 'quota-exceeded'], 'what is stored stays, no more comes');
    assert.equal((await quotas(one.id, { jobs: 0 })).body.jobs.limit, 0);
    assert.deepEqual(await create(one.client), [201, undefined]);
  });

  test('of bytes refuses an upload and the beginning of a resumable one', async () => {
    const { id, client } = await tenant('Small');
    const { jobId } = await client.createJob();
    await quotas(id, { bytes: 1000 });
    const answer = await client.send('POST', `/job/${jobId}/csv?filename=a.csv`, 'x'.repeat(1001));
    assert.deepEqual([answer.status, answer.json()['code']], [422, 'quota-exceeded']);
    assert.match(String(answer.json()['detail']), /the quota bytesPerOrganisation is 1000/);
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1001' };
    assert.equal((await client.send('POST', '/uploads', null, tus)).status, 422);
    await quotas(id, { bytes: 1001 });
    assert.equal((await client.send('POST', '/uploads', null, tus)).status, 201);
  });

  test('of requests counts all credentials of the organisation together, and no other organisation', async () => {
    const { id, client, issue } = await tenant('Busy');
    const { credential, clientSecret } = await issue();
    const second = new ConversionClient(server.url, { clientId: credential.clientId, clientSecret });
    await quotas(id, { requestsPerMinute: 3 });
    for (const one of [client, second, client]) assert.equal((await one.send('GET', '/job')).status, 200);
    const over = await second.send('GET', '/job');
    assert.deepEqual([over.status, over.json()['code']], [429, 'too-many-requests']);
    assert.match(
      String(over.json()['detail']),
      /^The limit is 3 requests per minute for all credentials of the organisation\.$/,
    );
    assert.ok(Number(over.headers.get('retry-after')) >= 1);
    assert.match(over.headers.get('ratelimit-policy')!, /"requests";q=600000;w=60, "organisation";q=3;w=60/);
    assert.equal((await (await tenant('Quiet')).client.send('GET', '/job')).status, 200);
    await quotas(id, { requestsPerMinute: null });
    assert.equal((await second.send('GET', '/job')).status, 200);
  });

  test('is a whole number that is not negative; anything else changes nothing', async () => {
    const { id } = await tenant('Wrong');
    for (const jobs of [-1, 1.5, '5', true, 2 ** 53, []]) refused(await quotas(id, { jobs }), 422, 'validation-failed');
    refused(await quotas(id, { job: 5 }), 422, 'validation-failed');
    assert.equal((await quotas(id)).body.jobs.own, null);
  });

  test('is changed only as it was read, with If-Match', async () => {
    const { id } = await tenant('Versioned');
    const read = await quotas(id);
    const matching = (etag: string) => ({
      authorization: `Bearer ${server.demo.operator.key}`,
      'if-match': etag,
    });
    const change = (etag: string) =>
      callDesk(server, 'PATCH', `/organisations/${id}/quotas`, { jobs: 9 }, matching(etag));
    const changed = await change(read.headers.get('etag')!);
    assert.equal(changed.status, 200);
    refused(await change(read.headers.get('etag')!), 412, 'precondition-failed');
    assert.equal((await quotas(id)).headers.get('etag'), changed.headers.get('etag'));
  });

  test('is in the audit trail, and in force after a restart', async () => {
    const { id } = await tenant('Lasting');
    await quotas(id, { jobs: 1 });
    await quotas(id, { bytes: 2000 });
    const { items } = (await call('GET', `/audit?organisationId=${id}&limit=2`)).body;
    assert.deepEqual(
      items.map(({ action, details }: Json) => [action, details]),
      [
        ['organisation.quotas-changed', { bytes: 2000 }],
        ['organisation.quotas-changed', { jobs: 1 }],
      ],
    );
    const { directory } = server;
    await server.stop();
    await using again = await startTestServer({ data: directory });
    const { body } = await callDesk(again, 'GET', `/organisations/${id}/quotas`);
    assert.deepEqual(
      [body.jobs, body.bytes],
      [
        { limit: 1, own: 1 },
        { limit: 2000, own: 2000 },
      ],
    );
  });
});

test('a server without the conversion interface counts nothing, and says so', async () => {
  await using own = await startTestServer(NO_CONVERSION);
  const { id } = (await callDesk(own, 'POST', '/organisations', { name: 'Here' })).body;
  refused(await callDesk(own, 'GET', `/organisations/${id}/usage`), 409, 'conflict');
  assert.equal((await callDesk(own, 'GET', `/organisations/${id}/quotas`)).body.jobs.limit, 0);
});
