import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, describe, test } from 'node:test';
import { TestClock } from '../testing/clock.ts';
import { holdWriter } from '../testing/hold-writer.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { callerOf, type Json, refused, startProjects } from '../testing/project.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

const { server, call, divisions, input, created } = await startProjects();
const caller = new ProjectCaller(server);
const { access_token } = await caller.tokens();
after(() => server[Symbol.asyncDispose]());

describe('Idempotency-Key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  test('replays the first answer, including headers', async () => {
    const headers = key();
    const body = input();
    const first = await call('POST', '/projects', body, headers);
    const second = await call('POST', '/projects', body, headers);
    assert.deepEqual([second.status, second.body], [201, first.body]);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    assert.equal(first.headers.get('idempotency-replayed'), null);
    for (const name of ['etag', 'location', 'content-type'])
      assert.equal(second.headers.get(name), first.headers.get(name), name);
  });
  test('replays refusals too, and belongs to one body', async () => {
    const headers = key();
    refused(await call('POST', '/projects', { name: 'x' }, headers), 422, 'validation-failed');
    refused(await call('POST', '/projects', input(), headers), 422, 'idempotency-key-reused');
  });
  test('lets one of many at once do the work', async () => {
    const headers = key();
    const body = input();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/projects', body, headers)));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body: b }) => b['id']));
    assert.equal(ids.size, 1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      refused(answer, 409, 'idempotency-in-progress');
  });
  test('does the work once, also if the first caller disconnects before its answer', async () => {
    const writer = holdWriter(storeOf(server, 'project-sandbox'));
    const arrived = once(server.app.server, 'request') as Promise<[unknown, ServerResponse]>;
    const [headers, body] = [key(), input()];
    const gone = new AbortController();
    const first = fetch(`${caller.base}/projects`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: gone.signal,
    });
    const [, answer] = await arrived;
    await writer.asked(1);
    const noticed = once(answer, 'close');
    gone.abort();
    await Promise.all([assert.rejects(first), noticed]);
    refused(await call('POST', '/projects', body, headers), 409, 'idempotency-in-progress');
    await writer.release();
    let again = await call('POST', '/projects', body, headers);
    await until(async () => {
      if (again.status === 409) again = await call('POST', '/projects', body, headers);
      return again.status !== 409;
    }, 'the answer of the first');
    assert.deepEqual(
      [again.status, again.headers.get('idempotency-replayed')],
      [201, 'true'],
      JSON.stringify(again.body),
    );
  });
  test('of different clients is independent', async () => {
    const headers = key();
    await call('POST', '/projects', input(), headers);
    const other = await callerOf(new ProjectCaller(server, await server.otherOrganisation('project-sandbox')));
    refused(await other('POST', '/projects', input(), headers), 422, 'division-unknown');
  });
  test('is forgotten after 24 hours', async () => {
    const clock = new TestClock();
    await using timed = await startTestServer({}, { clock });
    const caller = new ProjectCaller(timed);
    const own = await callerOf(caller);
    const [division] = (await own('GET', '/divisions')).body as never as { id: string }[];
    const [headers, body] = [key(), { divisionId: division!.id, number: '1', name: 'One' }];
    assert.equal((await own('POST', '/projects', body, headers)).status, 201);
    clock.pass(24 * 3_600_000 - 1);
    const later = await callerOf(caller);
    assert.equal((await later('POST', '/projects', body, headers)).headers.get('idempotency-replayed'), 'true');
    clock.pass(1);
    const afterwards = await callerOf(caller);
    refused(await afterwards('POST', '/projects', body, headers), 409, 'project-number-taken');
  });
  test('that is invalid is refused', async () => {
    refused(await call('POST', '/projects', input(), { 'idempotency-key': 'x'.repeat(300) }), 400, 'invalid-parameter');
  });
});

describe('the list of projects', () => {
  test('returns everything once, in order, with any page size', async () => {
    const marker = crypto.randomUUID();
    const made: unknown[] = [];
    for (let i = 0; i < 7; i++) made.push((await created({ description: marker })).project['id']);
    for (const limit of [1, 2, 3, 7, 100]) {
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await call(
          'GET',
          `/projects?text=${marker}&limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        );
        const items = body['items'] as Json[];
        assert.ok(items.length <= limit);
        seen.push(...items.map(({ id }) => id));
        cursor = body['next'] as string | undefined;
        assert.equal('next' in body, cursor !== undefined);
      } while (cursor !== undefined);
      assert.deepEqual(seen, made);
    }
  });
  test('filters by division, status, text and time of change', async () => {
    const marker = crypto.randomUUID();
    const old = (await created({ name: `ALPHA ${marker}` })).project;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const young = (await created({ address: `100% ${marker}`, status: 'active', divisionId: divisions[1]!.id }))
      .project;
    const ids = async (query: string) =>
      ((await call('GET', `/projects?${query}`)).body['items'] as Json[]).map(({ id }) => id);
    assert.deepEqual(await ids(`text=${encodeURIComponent(`alpha ${marker.toUpperCase()}`)}`), [old['id']]);
    assert.deepEqual(await ids(`text=${encodeURIComponent(`100% ${marker}`)}`), [young['id']]);
    assert.deepEqual(await ids(`text=${encodeURIComponent(`100_ ${marker}`)}`), []);
    assert.deepEqual(await ids(`text=${marker}&status=active`), [young['id']]);
    assert.deepEqual(await ids(`text=${marker}&divisionId=${divisions[0]!.id}`), [old['id']]);
    assert.deepEqual(await ids(`text=${marker}&modifiedSince=${young['modifiedAt']}`), [young['id']]);
  });
  test('accepts every notation of a time, also leap seconds', async () => {
    const marker = crypto.randomUUID();
    await created({ description: marker });
    const count = async (since: string): Promise<unknown> => {
      const { status, body } = await call('GET', `/projects?text=${marker}&modifiedSince=${encodeURIComponent(since)}`);
      return status === 200 ? (body['items'] as Json[]).length : body['code'];
    };
    const now = new Date(Date.now() - 60_000);
    const [day, time] = [now.toISOString().slice(0, 10), now.toISOString().slice(11, 19)];
    for (const [since, expected] of [
      [`${day}T${time}Z`, 1],
      [`${day}t${time}z`, 1],
      [`${day} ${time}.123456789Z`, 1],
      [`${day}T${time}+00:00`, 1],
      [`${day}T${time}+0000`, 1],
      [`${day}T${time}-00`, 1],
      [`${day}T${time}-01:30`, 0],
      [`${day}T${time}-0130`, 0],
      [`${day}T${time}-02`, 0],
      [`${day}T${time}+01`, 1],
      ['2016-12-31T23:59:60Z', 1],
      ['2016-12-31T15:59:60.5-08:00', 1],
      ['2099-06-30T23:59:60Z', 0],
      ['2099-06-31T00:00:00Z', 'invalid-parameter'],
      [`${day}T${time}`, 'invalid-parameter'],
      [day, 'invalid-parameter'],
    ])
      assert.equal(await count(String(since)), expected, String(since));
  });
  test('refuses unreadable parameters, and cursors of other lists', async () => {
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=x',
      'limit=1&limit=2',
      'status=open',
      'modifiedSince=yesterday',
      'divisionId=1',
      'lmit=3',
    ]) {
      refused(await call('GET', `/projects?${query}`), 400, 'invalid-parameter');
    }
    for (const query of ['limit=1&limit=1', 'status=active&status=planned', 'text=a&text=b', 'cursor=a&cursor=b']) {
      const { body } = await call('GET', `/projects?${query}`);
      const parameter = query.split('=')[0];
      assert.deepEqual(body['errors'], [{ parameter, detail: 'The value is given 2 times; give it once.' }], query);
    }
    await created();
    await created();
    const { next } = (await call('GET', '/projects?limit=1')).body;
    refused(await call('GET', `/projects?limit=1&status=active&cursor=${next}`), 400, 'invalid-cursor');
    const changed = await call('GET', `/projects?cursor=${String(next).slice(0, -2)}AA`);
    refused(changed, 400, 'invalid-cursor');
    assert.match(String(changed.body['detail']), /Send `next` of a page of this list unchanged/, 'the cure');
    const other = await callerOf(new ProjectCaller(server, await server.otherOrganisation('project-sandbox')));
    refused(await other('GET', `/projects?cursor=${next}`), 400, 'invalid-cursor');
  });
});
