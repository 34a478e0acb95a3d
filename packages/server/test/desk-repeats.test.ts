import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Answer, type Json, refused, startDesk } from '../testing/desk.ts';
import { storeOf } from '../testing/store-of.ts';

// Repetitions: requests with an Idempotency-Key, and requests that must never be answered from memory.

const { server, call, organisation } = await startDesk();
after(() => server[Symbol.asyncDispose]());
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const own = bearer(server.demo.operator.key);
const environment = 'sandbox';
const form = { organisationName: 'Twice', email: 'it@twice.example', interface: 'conversion' };
let keys = 0;
const keyed = (headers: Record<string, string> = own) => ({ ...headers, 'idempotency-key': `key-${++keys}` });

describe('under an Idempotency-Key', () => {
  test('everything is created once, and the first answer is repeated', async () => {
    const { id } = await organisation();
    const request = (await call('POST', '/access-requests', form)).body.id;
    for (const [path, body, list] of [
      ['/organisations', { name: 'Once' }, '/organisations?limit=1000'],
      [
        `/organisations/${id}/divisions`,
        { environment, name: 'N', abbreviation: 'N' },
        `/organisations/${id}/divisions?environment=sandbox`,
      ],
      [
        `/organisations/${id}/weigh-bridges`,
        { environment, name: 'G', timeZone: 'UTC' },
        `/organisations/${id}/weigh-bridges?environment=sandbox`,
      ],
      ['/access-requests', form, '/access-requests?limit=1000'],
      [`/access-requests/${request}/decline`, { reason: 'No.' }, '/messages?limit=1000'],
    ] as const) {
      const before = (await call('GET', list)).body.items.length;
      const headers = keyed();
      const [first, second] = [await call('POST', path, body, headers), await call('POST', path, body, headers)];
      assert.ok(first.status < 300, `${path} ${JSON.stringify(first.body)}`);
      assert.deepEqual([second.status, second.body], [first.status, first.body], path);
      assert.deepEqual(
        [first, second].map((one) => one.headers.get('idempotency-replayed')),
        [null, 'true'],
        path,
      );
      for (const name of ['etag', 'location']) assert.equal(second.headers.get(name), first.headers.get(name), name);
      assert.equal((await call('GET', list)).body.items.length, before + 1, path);
      refused(await call('POST', path, { ...body, nonsense: 1 }, headers), 422, 'idempotency-key-reused');
    }
  });

  test('a form sent twice is one request; without a key it is two', async () => {
    const send = (headers: Record<string, string>) => call('POST', '/access-requests/form', form, headers);
    const headers = keyed({});
    const [first, second] = [await send(headers), await send(headers)];
    assert.deepEqual([first.status, second.status, second.body], [202, 202, first.body]);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    const [third, fourth] = [await send({}), await send({})];
    assert.equal(new Set([first, third, fourth].map(({ body }) => body.id)).size, 3);
    refused(await send({ 'idempotency-key': 'k'.repeat(256) }), 400, 'invalid-parameter');
  });

  test('two operators never share a key', async () => {
    const ada = (await call('POST', '/operators', { name: 'Ada' })).body;
    const key = { 'idempotency-key': 'the-same' };
    const mine = await call('POST', '/organisations', { name: 'Mine' }, { ...own, ...key });
    const hers = await call('POST', '/organisations', { name: 'Hers' }, { ...bearer(ada.key), ...key });
    assert.deepEqual(
      [mine.body.name, hers.body.name, hers.headers.get('idempotency-replayed')],
      ['Mine', 'Hers', null],
    );
  });

  test('a refusal is repeated, too', async () => {
    const headers = keyed();
    const name = (await organisation()).name;
    const answers: Answer[] = [];
    for (let i = 0; i < 2; i++) answers.push(await call('POST', '/organisations', { name }, headers));
    for (const answer of answers) refused(answer, 409, 'name-taken');
    assert.equal(answers[1]!.headers.get('idempotency-replayed'), 'true');
  });
});

describe('an answer with a secret', () => {
  test('is never repeated: each call creates its own, with or without a key, and none is kept', async () => {
    const { id } = await organisation();
    const headers = keyed();
    const issued: Json[] = [];
    for (let i = 0; i < 2; i++)
      issued.push((await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' }, headers)).body);
    assert.notEqual(issued[0].clientSecret, issued[1].clientSecret);
    assert.notEqual(issued[0].credential.clientId, issued[1].credential.clientId);
    const second = await call('POST', `/credentials/${issued[0].credential.clientId}/secrets`, undefined, headers);
    const operator = await call('POST', '/operators', { name: 'Ben' }, headers);
    const replaced = await call('POST', `/operators/${operator.body.operator.id}/key`, undefined, headers);
    const request = (await call('POST', '/access-requests', form)).body.id;
    const approved = await call('POST', `/access-requests/${request}/approve`, undefined, headers);
    refused(await call('POST', `/access-requests/${request}/approve`, undefined, headers), 409, 'request-decided');
    const page = /\/collections\/(\S+)/.exec(approved.body.message.body)![1]!;
    const stored = await storeOf(server, 'desk').read('SELECT headers, body FROM idempotentAnswers');
    const kept = stored.map(({ headers, body }) => [headers, Buffer.from(body as Uint8Array).toString()]);
    const secrets = [...issued, second.body].map(({ clientSecret }) => clientSecret);
    for (const secret of [...secrets, operator.body.key, replaced.body.key, page]) {
      assert.match(secret, /^fb(cs|op|se)_/);
      assert.ok(!JSON.stringify(kept).includes(secret));
    }
  });

  test('is marked as not cacheable', async () => {
    const { id } = await organisation();
    const issued = await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' });
    const operator = await call('POST', '/operators', { name: 'Cleo' });
    for (const answer of [
      issued,
      await call('POST', `/credentials/${issued.body.credential.clientId}/secrets`),
      operator,
      await call('POST', `/operators/${operator.body.operator.id}/key`),
      await call('POST', '/sessions', { key: server.demo.operator.key }, {}),
    ])
      assert.equal(answer.headers.get('cache-control'), 'no-store');
  });
});

describe('of fifty at once', () => {
  const fifty = (ask: (i: number) => Promise<Answer>) => Promise.all(Array.from({ length: 50 }, (_, i) => ask(i)));
  const won = (answers: Answer[]) => answers.filter(({ status }) => status < 300);

  test('one gets a name, one an abbreviation; the others are refused as taken', async () => {
    const { id } = await organisation();
    const names = await fifty((i) => call('POST', '/organisations', { name: i % 2 === 0 ? 'Rush' : 'RUSH' }));
    const body = { environment, name: 'R', abbreviation: 'R' };
    const abbreviations = await fifty(() => call('POST', `/organisations/${id}/divisions`, body));
    for (const answers of [names, abbreviations]) {
      assert.equal(won(answers).length, 1);
      for (const lost of answers) if (lost.status >= 300) refused(lost, 409, 'name-taken');
    }
  });

  test('one creates the second secret, and one deletes a version that all have read', async () => {
    const { id } = await organisation();
    const { credential } = (await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' })).body;
    const path = `/credentials/${credential.clientId}`;
    const secrets = await fifty(() => call('POST', `${path}/secrets`));
    assert.equal(won(secrets).length, 1);
    for (const lost of secrets) if (lost.status >= 300) refused(lost, 409, 'two-live-secrets');
    const ended = (await call('GET', path)).body.secrets;
    assert.equal(ended.filter((one: Json) => one.revokedAt === null).length, 2);
    const etag = (await call('GET', path)).headers.get('etag')!;
    const ends = await fifty(() => call('DELETE', path, undefined, { ...own, 'if-match': etag }));
    assert.equal(won(ends).length, 1);
    for (const lost of ends) if (lost.status >= 300) refused(lost, 412, 'precondition-failed');
  });

  test('changes of an organisation with its ETag form a chain: none is lost', async () => {
    const { id } = await organisation();
    const path = `/organisations/${id}`;
    const etag = (await call('GET', path)).headers.get('etag')!;
    const answers = await fifty((i) => call('PATCH', path, { note: `n${i}` }, { ...own, 'if-match': etag }));
    const [one] = won(answers);
    assert.equal(won(answers).length, 1);
    assert.deepEqual((await call('GET', path)).body, one!.body);
  });
});
