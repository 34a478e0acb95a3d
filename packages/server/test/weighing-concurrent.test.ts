import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { type Answer, type Call, otherCaller, ticket, weighingCaller } from '../testing/weighing.ts';

// Many concurrent callers, with a server restart in between: each ticket once, each answer true.

let server: TestServer;
let call: Call;
let bridges: readonly string[] = [];
let caller: Awaited<ReturnType<typeof otherCaller>>;
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, logLevel: 'error' });
  caller = await otherCaller(server);
  call = weighingCaller(server.url, caller);
  bridges = caller.locationIds;
});
after(async () => {
  const log = server.log();
  await server.stop();
  await rm(server.directory, { recursive: true, force: true });
  assert.equal(log, '', 'there was no error of the server');
});

let numbers = 0;
const number = (): string => `C-${++numbers}`;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const statuses = (answers: readonly { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Every ticket of a query, page by page. */
async function walk(query: string, limit: number, onPage: () => Promise<unknown> | undefined = () => undefined) {
  const found: { uuid: string; externalId: string }[] = [];
  for (let cursor = ''; ; ) {
    const { status, json, text } = await call('GET', `/weighing?limit=${limit}&${query}${cursor}`);
    assert.equal(status, 200, text);
    found.push(...json.items);
    if (json.next === undefined) return found;
    cursor = `&cursor=${json.next}`;
    await onPage();
  }
}

test('one Idempotency-Key from thirty callers at once is one request: one ticket, one answer, for the others a replay or a request to wait', async () => {
  const bodies: [string, number, () => unknown][] = [
    ['/weighing', 201, () => ticket(bridges[0]!, number())],
    ['/weighing', 207, () => times(5, () => ticket(bridges[1]!, number()))],
    ['/weighing?atomic=true', 201, () => times(5, () => ticket(bridges[0]!, number()))],
    ['/weighing', 422, () => ({ ...ticket(bridges[0]!, number()), tripNumber: 'x' })],
  ];
  for (const [path, status, make] of bodies) {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = make();
    const answers = await Promise.all(times(30, () => call('POST', path, body, key)));
    const done = answers.filter((answer) => answer.status === status);
    const waiting = answers.filter((answer) => answer.json.code === 'idempotency-in-progress');
    assert.equal(done.length + waiting.length, 30, JSON.stringify(statuses(answers)));
    assert.ok(waiting.every((answer) => answer.status === 409));
    const first = done.filter(({ headers }) => headers.get('idempotency-replayed') === null);
    assert.equal(first.length, 1, 'one did the work');
    const bare = ({ text }: Answer): string => text.replace(/"requestId":"[^"]*"/, '');
    assert.equal(new Set(done.map(bare)).size, 1, 'one answer');
    const late = await call('POST', path, body, key);
    assert.deepEqual([late.status, late.headers.get('idempotency-replayed')], [status, 'true']);
    assert.equal(bare(late), bare(first[0]!));
    assert.equal(late.headers.get('location'), first[0]!.headers.get('location'));
    const other = await call('POST', path, [ticket(bridges[0]!, number())], key);
    assert.equal(other.json.code, 'idempotency-key-reused');
    const strange = await otherCaller(server);
    const theirs = await weighingCaller(server.url, strange)(
      'POST',
      '/weighing',
      ticket(strange.locationIds[0]!, 'X'),
      key,
    );
    assert.equal(theirs.status, 201, 'the key of another client is independent');
  }
});

test('different bodies under one key at once: one is done, and no other gets its answer', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const sent = times(20, () => ticket(bridges[0]!, number()));
  const answers = await Promise.all(sent.map((body) => call('POST', '/weighing', body, key)));
  const done = answers.flatMap((answer, i) => (answer.status === 201 ? [i] : []));
  assert.equal(done.length, 1, JSON.stringify(statuses(answers)));
  for (const [i, answer] of answers.entries())
    if (i !== done[0])
      assert.ok(['idempotency-key-reused', 'idempotency-in-progress'].includes(answer.json.code), answer.text);
  const stored = await Promise.all(sent.map(({ externalId }) => walk(`externalId=${externalId}`, 10)));
  assert.deepEqual(
    stored.map(({ length }) => length),
    sent.map((_, i) => (i === done[0] ? 1 : 0)),
  );
});

test('batches that overlap, sent at once, alone and all or nothing: each number is stored once, each refusal names the existing one', async () => {
  const pool = times(40, () => number());
  const picks = fc.sample(fc.uniqueArray(fc.constantFrom(...pool), { minLength: 1, maxLength: 12 }), {
    numRuns: 40,
    seed: 7,
  });
  const answers = await Promise.all(
    picks.map(async (names, i) => {
      const body = names.map((name) => ticket(bridges[0]!, name, { tripNumber: i }));
      const isAtomic = i % 3 === 0;
      return { names, isAtomic, answer: await call('POST', `/weighing?atomic=${isAtomic}`, body) };
    }),
  );
  const taken: string[] = [];
  for (const { names, isAtomic, answer } of answers) {
    if (isAtomic) {
      assert.ok([201, 422].includes(answer.status), answer.text);
      if (answer.status === 201) taken.push(...names);
      continue;
    }
    assert.equal(answer.status, 207);
    for (const [i, item] of answer.json.items.entries())
      if (item.status === 201) taken.push(names[i]!);
      else {
        assert.equal(item.status, 409);
        const { json } = await call('GET', `/weighing/${item.problem.uuid}`);
        assert.equal(json.externalId, names[i]);
      }
  }
  assert.equal(new Set(taken).size, taken.length, 'a number was taken twice');
  const there = (await walk('', 1000)).map(({ externalId }) => externalId).filter((name) => pool.includes(name));
  assert.deepEqual(there.sort(), taken.sort());
});

test('changes of one ticket at once: none is lost, versions have no gaps, and one per ETag succeeds', async () => {
  const { json } = await call('POST', '/weighing', ticket(bridges[0]!, number()));
  const path = `/weighing/${json.uuid}`;
  const answers = await Promise.all(times(40, (i) => call('PATCH', path, { tripNumber: i })));
  assert.deepEqual(statuses(answers), { 200: 40 });
  assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 40);
  const { items } = (await call('GET', `${path}/history`)).json;
  assert.deepEqual(
    items.map(({ version }: { version: number }) => version),
    times(41, (i) => i + 1),
  );
  assert.deepEqual(
    items
      .slice(1)
      .map(({ ticket: one }: { ticket: { tripNumber: number } }) => one.tripNumber)
      .sort((a: number, b: number) => a - b),
    times(40, (i) => i),
  );
  const present = await call('GET', path);
  assert.equal(present.json.tripNumber, items.at(-1).ticket.tripNumber);
  const match = { 'if-match': present.headers.get('etag')! };
  const race = await Promise.all(
    times(30, (i) =>
      i % 3 === 0
        ? call('DELETE', path, undefined, match)
        : call(i % 3 === 1 ? 'PUT' : 'PATCH', path, ticket(bridges[0]!, json.externalId), match),
    ),
  );
  const won = race.filter(({ status }) => status < 300);
  assert.equal(won.length, 1, JSON.stringify(statuses(race)));
  assert.ok(race.every(({ status }) => [200, 204, 404, 412].includes(status)));
});

test('a number deleted and sent again by many at once exists once at the end, and the histories are complete', async () => {
  const name = number();
  const uuids = new Set<string>();
  await Promise.all(
    times(8, async () => {
      for (let round = 0; round < 8; round++) {
        const made = await call('POST', '/weighing', ticket(bridges[1]!, name));
        assert.ok([201, 409].includes(made.status), made.text);
        const { uuid } = made.json as { uuid: string };
        uuids.add(uuid);
        const gone = await call('DELETE', `/weighing/${uuid}`);
        assert.ok([204, 404].includes(gone.status), gone.text);
      }
    }),
  );
  assert.equal((await walk(`externalId=${name}`, 10)).length, 0);
  for (const uuid of uuids) {
    const { items } = (await call('GET', `/weighing/${uuid}/history`)).json;
    assert.deepEqual(
      items.map(({ change }: { change: string }) => change),
      ['created', 'deleted'],
    );
  }
  assert.equal((await call('POST', '/weighing', ticket(bridges[1]!, name))).status, 201);
});

test('a list read while tickets come, go and change shows each remaining one exactly once', async () => {
  const weighed = (i: number) => ({
    nettWeight: { quantity: 1, unit: 't', datetime: new Date(Date.UTC(2020, 0, 1, 0, i)).toISOString() },
  });
  const project = { project: { identifier: 'walk' } };
  const made = await call(
    'POST',
    '/weighing?atomic=true',
    times(120, (i) => ({ ...ticket(bridges[i % 2]!, number()), ...weighed(i), ...project })),
  );
  const staying = new Set<string>();
  const going: string[] = [];
  for (const [i, { uuid }] of made.json.items.entries()) i % 4 === 3 ? going.push(uuid) : staying.add(uuid);
  let step = 0;
  const seen = await walk('project=walk', 7, () => {
    step++;
    return Promise.all([
      call('DELETE', `/weighing/${going.pop()}`),
      // Before the current position, after it, and at it.
      call('POST', '/weighing', { ...ticket(bridges[step % 2]!, number()), ...weighed(step * 5), ...project }),
      // A change that leaves a ticket where it is.
      call('PATCH', `/weighing/${[...staying][step * 3]}`, { tripNumber: step }),
    ]);
  });
  const counts = new Map<string, number>();
  for (const { uuid } of seen) counts.set(uuid, (counts.get(uuid) ?? 0) + 1);
  assert.ok(step > 10);
  assert.equal(Math.max(...counts.values()), 1, 'none twice');
  for (const uuid of staying) assert.equal(counts.get(uuid), 1, 'a remaining one was not shown');
});

test('everything acknowledged exists after a start on the same data: tickets, histories, cursors, kept answers', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const body = ticket(bridges[0]!, number());
  const first = await call('POST', '/weighing', body, key);
  const whole = await walk('', 1000);
  const page = (await call('GET', '/weighing?limit=3')).json;
  const totals = (await call('GET', '/weighing/totals?by=location,day')).text;
  await server.stop();
  const again = await startTestServer({ ...NO_CONVERSION, data: server.directory, logLevel: 'error' });
  server = again;
  call = weighingCaller(again.url, caller);
  assert.deepEqual(await walk('', 1000), whole);
  const rest = (await call('GET', `/weighing?limit=3&cursor=${page.next}`)).json.items;
  assert.deepEqual([...page.items, ...rest], whole.slice(0, 6), 'a cursor survives a restart');
  assert.equal((await call('GET', '/weighing/totals?by=location,day')).text, totals);
  const replayed = await call('POST', '/weighing', body, key);
  assert.deepEqual([replayed.status, replayed.text], [201, first.text]);
  assert.equal(replayed.headers.get('idempotency-replayed'), 'true');
  assert.equal((await call('POST', '/weighing', body)).json.uuid, first.json.uuid, 'refused as a duplicate');
});
