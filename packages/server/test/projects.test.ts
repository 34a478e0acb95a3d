import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { ProjectCaller } from '../testing/oauth.ts';
import { type Answer, callerOf, type Json, refused, startProjects } from '../testing/project.ts';

const { server, call, divisions, input, created } = await startProjects();
after(() => server[Symbol.asyncDispose]());
const pointersOf = (answer: Answer) => (answer.body['errors'] as { pointer?: string }[]).map(({ pointer }) => pointer);

describe('divisions', () => {
  test('are a bare array with exactly the documented fields', async () => {
    assert.deepEqual(
      divisions.map((d) => Object.keys(d).sort()),
      [
        ['abbreviation', 'id', 'name'],
        ['abbreviation', 'id', 'name'],
      ],
    );
    const answer = await call('GET', `/divisions/${divisions[0]!.id}`);
    assert.deepEqual(answer.body, divisions[0]);
    assert.equal(
      (await call('GET', `/divisions/${divisions[0]!.id}`, undefined, { 'if-none-match': answer.headers.get('etag')! }))
        .status,
      304,
    );
  });
  test('of another organisation are hidden', async () => {
    const other = await callerOf(new ProjectCaller(server, await server.otherOrganisation('project-sandbox')));
    assert.deepEqual((await other('GET', '/divisions')).body, []);
    refused(await other('GET', `/divisions/${divisions[0]!.id}`), 404, 'not-found');
    refused(await call('GET', '/divisions/not-an-id'), 404, 'not-found');
  });
});

describe('creating a project', () => {
  test('answers 201 with its address and all its fields', async () => {
    const full = input({
      status: 'active',
      description: 'Two lanes',
      address: 'Dorpsstraat 1',
      countryCode: 'NL',
      location: { longitude: 4.9, latitude: 52.37 },
      startDate: '2026-02-28',
      endDate: '2026-02-28',
      coordinateSystem: 28992,
    });
    const answer = await call('POST', '/projects', full);
    assert.equal(answer.status, 201);
    const { id, createdAt, modifiedAt, ...rest } = answer.body;
    assert.deepEqual(rest, full);
    assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(createdAt, modifiedAt);
    const location = answer.headers.get('location')!;
    assert.equal(location, `/project/v1/sandbox/projects/${id}`);
    const read = await call('GET', `/projects/${id}`);
    assert.deepEqual(read.body, answer.body);
    assert.equal(read.headers.get('etag'), answer.headers.get('etag'));
  });

  test('accepts null for optional fields, and the result of a GET', async () => {
    const { project } = await created({ description: null, location: null, coordinateSystem: null });
    assert.equal(project['status'], 'planned');
    const again = await call('POST', '/projects', { ...project, number: `${project['number']} again` });
    assert.equal(again.status, 201, JSON.stringify(again.body));
    assert.notEqual(again.body['id'], project['id']);
  });

  test('refuses an unknown field and names the nearest one', async () => {
    const answer = await call('POST', '/projects', input({ desciption: 'x' }));
    refused(answer, 422, 'validation-failed');
    assert.deepEqual(answer.body['errors'], [
      {
        pointer: '#/desciption',
        detail: 'There is no field "desciption". Did you mean "description"?',
        nearest: 'description',
      },
    ]);
  });

  test('refuses violations of a rule with their pointer', async () => {
    for (const [fields, pointer] of [
      [{ name: '' }, '#/name'],
      [{ name: '   ' }, '#/name'],
      [{ name: 7 }, '#/name'],
      [{ number: 'x'.repeat(65) }, '#/number'],
      [{ status: 'open' }, '#/status'],
      [{ countryCode: 'NLD' }, '#/countryCode'],
      [{ location: { longitude: 181, latitude: 0 } }, '#/location/longitude'],
      [{ location: { longitude: 1 } }, '#/location/latitude'],
      [{ startDate: '2026-02-29' }, '#/startDate'],
      [{ endDate: '2026-13-01' }, '#/endDate'],
      [{ coordinateSystem: '28992' }, '#/coordinateSystem'],
      [{ coordinateSystem: 1 }, '#/coordinateSystem'],
    ] as const) {
      const answer = await call('POST', '/projects', input(fields));
      refused(answer, 422, 'validation-failed');
      assert.ok(pointersOf(answer).includes(pointer), JSON.stringify([fields, answer.body]));
    }
    const reversed = await call('POST', '/projects', input({ startDate: '2026-05-02', endDate: '2026-05-01' }));
    refused(reversed, 422, 'project-dates-reversed');
  });

  test('needs a division of its own organisation, in its own environment', async () => {
    const other = await server.otherOrganisation('project-sandbox');
    const theirs = await callerOf(new ProjectCaller(server, other));
    const answer = await theirs('POST', '/projects', input());
    refused(answer, 422, 'division-unknown');
    assert.deepEqual(pointersOf(answer), ['#/divisionId']);
    const production = await callerOf(
      new ProjectCaller(server, await server.otherOrganisation('project-production'), 'production'),
    );
    refused(await production('POST', '/projects', input()), 422, 'division-unknown');
  });

  test('keeps numbers unique within a division, also with fifty requests at once', async () => {
    const same = input();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', '/projects', same)));
    const won = answers.filter(({ status }) => status === 201);
    assert.equal(won.length, 1);
    for (const lost of answers.filter(({ status }) => status !== 201)) {
      refused(lost, 409, 'project-number-taken');
      assert.equal(lost.body['existing'], won[0]!.body['id']);
    }
    assert.equal((await call('POST', '/projects', { ...same, divisionId: divisions[1]!.id })).status, 201);
  });

  test('answers any JSON without a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (body) => {
        const { status } = await call('POST', '/projects', body ?? {});
        assert.ok(status === 422 || status === 400, String(status));
      }),
      { numRuns: 40 },
    );
  });
});

describe('changing a project', () => {
  test('merges, clears with null, and accepts both media types', async () => {
    const { path } = await created({ description: 'old', location: { longitude: 1, latitude: 2 } });
    const changed = await call(
      'PATCH',
      path,
      { description: null, location: { latitude: 3 } },
      { 'content-type': 'application/merge-patch+json' },
    );
    assert.deepEqual(
      [changed.status, changed.body['description'], changed.body['location']],
      [200, null, { longitude: 1, latitude: 3 }],
    );
    assert.equal((await call('PATCH', path, { location: null })).body['location'], null);
  });
  test('with a stale If-Match is 412 and changes nothing', async () => {
    const { path, etag } = await created();
    const first = await call('PATCH', path, { name: 'first' }, { 'if-match': etag });
    assert.equal(first.status, 200);
    refused(await call('PATCH', path, { name: 'second' }, { 'if-match': etag }), 412, 'precondition-failed');
    assert.equal((await call('GET', path)).body['name'], 'first');
    assert.equal(
      (await call('PATCH', path, { name: 'third' }, { 'if-match': `"x", ${first.headers.get('etag')}` })).status,
      200,
    );
    assert.equal((await call('PATCH', path, { name: 'fourth' }, { 'if-match': '*' })).status, 200);
  });
  test('of fifty with the same If-Match exactly one wins', async () => {
    const { path, etag } = await created();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => call('PATCH', path, { name: `name ${i}` }, { 'if-match': etag })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });
  test('keeps the rules: required fields, numbers, dates, divisions', async () => {
    const taken = await created();
    const { path } = await created({ startDate: '2026-05-01' });
    refused(await call('PATCH', path, { name: null }), 422, 'validation-failed');
    refused(await call('PATCH', path, { number: taken.project['number'] }), 409, 'project-number-taken');
    refused(await call('PATCH', path, { endDate: '2026-04-01' }), 422, 'project-dates-reversed');
    refused(await call('PATCH', path, { divisionId: crypto.randomUUID() }), 422, 'division-unknown');
    refused(await call('PATCH', path, { nmae: 'x' }), 422, 'validation-failed');
    refused(await call('PATCH', path, { location: { longitude: 5 } }), 422, 'validation-failed');
  });
  test('of another organisation’s project is 404', async () => {
    const { path, etag } = await created();
    const other = await callerOf(new ProjectCaller(server, await server.otherOrganisation('project-sandbox')));
    for (const method of ['GET', 'DELETE'] as const) refused(await other(method, path), 404, 'not-found');
    refused(await other('PATCH', path, { name: 'mine' }), 404, 'not-found');
    refused(await other('DELETE', `${path}?permanent=true`, undefined, { 'if-match': etag }), 404, 'not-found');
  });
});

describe('deleting a project', () => {
  test('archives it; a repetition is also 204; the number stays taken; it can be restored', async () => {
    const { path, project } = await created();
    assert.deepEqual([(await call('DELETE', path)).status, (await call('DELETE', path)).status], [204, 204]);
    assert.equal((await call('GET', path)).body['status'], 'archived');
    refused(await call('POST', '/projects', input({ number: project['number'] })), 409, 'project-number-taken');
    assert.equal((await call('PATCH', path, { status: 'active' })).body['status'], 'active');
  });
  test('permanently needs the version that was read', async () => {
    const { path, etag, project } = await created();
    const unnamed = await call('DELETE', `${path}?permanent=true`);
    refused(unnamed, 428, 'precondition-required');
    assert.match(String(unnamed.body['detail']), /If-Match with the ETag of the project/, 'the cure');
    refused(
      await call('DELETE', `${path}?permanent=true`, undefined, { 'if-match': '"stale"' }),
      412,
      'precondition-failed',
    );
    refused(await call('DELETE', `${path}?permament=true`), 400, 'invalid-parameter');
    assert.equal((await call('DELETE', `${path}?permanent=true`, undefined, { 'if-match': etag })).status, 204);
    refused(await call('GET', path), 404, 'not-found');
    assert.equal((await call('POST', '/projects', input({ number: project['number'] }))).status, 201);
  });
});

test('every change of a project is an event, written with it', async () => {
  const { path, project } = await created({ name: 'Eventful' });
  await call('PATCH', path, { name: 'Changed' });
  await call('DELETE', path);
  await call('DELETE', path);
  await call('PATCH', path, { number: '' });
  const rows = await server.context.space('project-sandbox').store.read('SELECT type, data FROM outbox ORDER BY seq');
  const own = rows
    .map((row) => ({ type: row['type'], data: JSON.parse(String(row['data'])) as Json }))
    .filter(({ data }) => data['id'] === project['id']);
  assert.deepEqual(
    own.map(({ type, data }) => [type, data['name']]),
    [
      ['project.created', 'Eventful'],
      ['project.updated', 'Changed'],
      ['project.archived', 'Changed'],
    ],
  );
  const endpoints = await call('GET', '/events/endpoints');
  assert.deepEqual([endpoints.status, endpoints.body], [200, { items: [] }]);
});
