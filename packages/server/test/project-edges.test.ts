import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { type Json, refused, startProjects } from '../testing/project.ts';
import { storeOf } from '../testing/store-of.ts';

// Uses of projects that are not in the manual's examples.

const { server, call, divisions, input, created } = await startProjects();
after(() => server[Symbol.asyncDispose]());
const pointer = (body: Json) => (body['errors'] as { pointer?: string }[] | undefined)?.[0]?.pointer;

describe('a number', () => {
  test('with half a surrogate pair is refused with its place, on creation and change', async () => {
    const { path, project } = await created();
    for (const number of ['\ud800', '\udfff', 'A\udc00B', 'A\0B']) {
      for (const answer of [
        await call('POST', '/projects', input({ number })),
        await call('PATCH', path, { number }),
      ]) {
        refused(answer, 422, 'validation-failed');
        assert.equal(pointer(answer.body), '#/number');
      }
    }
    assert.deepEqual((await call('GET', path)).body, project);
    for (const field of ['name', 'description', 'address'])
      assert.equal(pointer((await call('POST', '/projects', input({ [field]: '\udbff' }))).body), `#/${field}`);
    refused(await call('POST', '/projects', { ...input(), '\ud800': 1 }), 422, 'validation-failed');
  });

  test('is compared exactly: case, accents and blanks count, complete pairs are characters', async () => {
    const numbers = ['a', 'A', 'a ', 'é', 'e\u0301', '😀', '😁', '%', '_', '\u0001'].map((one) => `K${one}`);
    const ids = new Set<unknown>();
    for (const number of numbers) {
      const { project } = await created({ number });
      assert.equal(project['number'], number);
      ids.add(project['id']);
    }
    assert.equal(ids.size, numbers.length);
    for (const number of numbers)
      refused(await call('POST', '/projects', input({ number })), 409, 'project-number-taken');
  });

  test('may have 64 characters, of any number of bytes', async () => {
    assert.equal((await created({ number: '😀'.repeat(64) })).project['number'], '😀'.repeat(64));
    refused(await call('POST', '/projects', input({ number: '😀'.repeat(65) })), 422, 'validation-failed');
  });

  test('moves with its project into another division if it is free there', async () => {
    const there = await created({ number: 'M-1', divisionId: divisions[1]!.id });
    const { path } = await created({ number: 'M-1' });
    refused(await call('PATCH', path, { divisionId: divisions[1]!.id }), 409, 'project-number-taken');
    assert.equal((await call('PATCH', there.path, { number: 'M-2' })).status, 200);
    const moved = await call('PATCH', path, { divisionId: divisions[1]!.id });
    assert.deepEqual([moved.status, moved.body['divisionId']], [200, divisions[1]!.id]);
    assert.equal(
      (await call('POST', '/projects', input({ number: 'M-1' }))).status,
      201,
      'and is free in the old division',
    );
  });
});

test('ids may be in upper or lower case, everywhere', async () => {
  const upper = divisions[0]!.id.toUpperCase();
  const { project } = await created({ divisionId: upper, description: 'either case' });
  assert.equal(project['divisionId'], divisions[0]!.id);
  assert.deepEqual((await call('GET', `/divisions/${upper}`)).body, divisions[0]);
  const path = `/projects/${String(project['id']).toUpperCase()}`;
  assert.deepEqual((await call('GET', path)).body, project);
  assert.equal((await call('PATCH', path, { name: 'New' })).body['name'], 'New');
  const listed = (await call('GET', `/projects?divisionId=${upper}&text=either%20case`)).body['items'] as Json[];
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['New'],
  );
  assert.equal((await call('DELETE', path)).status, 204);
  assert.equal((await call('GET', path)).body['status'], 'archived');
  refused(
    await call('POST', '/projects', input({ divisionId: upper, number: project['number'] })),
    409,
    'project-number-taken',
  );
});

describe('many at once', () => {
  test('changes of different fields without If-Match all take effect: none undoes another', async () => {
    const { path } = await created();
    const changes: Json[] = [
      ...[{ name: 'N' }, { description: 'D' }, { address: 'A' }, { countryCode: 'NL' }, { coordinateSystem: 28992 }],
      ...[
        { status: 'active' },
        { startDate: '2026-01-01' },
        { endDate: '2026-12-31' },
        { number: `U${Math.random()}` },
      ],
    ];
    const answers = await Promise.all(changes.map((change) => call('PATCH', path, change)));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, changes.length, 'each a version');
    const { body } = await call('GET', path);
    for (const change of changes) assert.deepEqual({ ...body, ...change }, body);
  });

  test('permanent deletions with one ETag: one deletes, the others find nothing', async () => {
    const { path, etag } = await created();
    const removal = () => call('DELETE', `${path}?permanent=true`, undefined, { 'if-match': etag });
    const answers = await Promise.all(Array.from({ length: 20 }, removal));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(19).fill(404)]);
  });

  test('archiving gives one event', async () => {
    const { path, project } = await created();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('DELETE', path)));
    assert.ok(answers.every(({ status }) => status === 204));
    const rows = await storeOf(server, 'project-sandbox').read('SELECT type, data FROM outbox');
    const own = rows.filter(({ data }) => String(data).includes(String(project['id'])));
    assert.deepEqual(
      own.map(({ type }) => type),
      ['project.created', 'project.archived'],
    );
  });

  test('two projects that exchange numbers: one of them must go first', async () => {
    const [one, other] = [await created(), await created()];
    const answers = await Promise.all([
      call('PATCH', one.path, { number: other.project['number'] }),
      call('PATCH', other.path, { number: one.project['number'] }),
    ]);
    for (const answer of answers) refused(answer, 409, 'project-number-taken');
  });
});

describe('a list read while it changes', () => {
  test('continues after removed projects, with other page sizes, and ends with those created meanwhile', async () => {
    const marker = crypto.randomUUID();
    const make = () => created({ description: marker });
    const made = [await make(), await make(), await make(), await make()];
    const page = async (limit: number, cursor?: unknown) =>
      (await call('GET', `/projects?text=${marker}&limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`))
        .body;
    const first = await page(2);
    await call('DELETE', `${made[1]!.path}?permanent=true`, undefined, { 'if-match': made[1]!.etag });
    const last = await make();
    const rest = await page(3, first['next']);
    const idsOf = (body: Json) => (body['items'] as Json[]).map(({ id }) => id);
    assert.deepEqual(
      idsOf(rest),
      [made[2]!, made[3]!, last].map(({ project }) => project['id']),
    );
    assert.ok(!('next' in rest));
    assert.deepEqual(idsOf(await page(3, first['next'])), idsOf(rest), 'a cursor may be used again');
  });
});

describe('what is sent', () => {
  test('may have any media type of JSON that clients use', async () => {
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'])
      assert.equal((await call('POST', '/projects', input(), { 'content-type': type })).status, 201, type);
    const { path } = await created();
    for (const type of ['application/merge-patch+json; charset=utf-8', 'application/json'])
      assert.equal((await call('PATCH', path, { name: type }, { 'content-type': type })).body['name'], type);
    for (const type of [
      'application/json-patch+json',
      'text/json',
      'application/jsonx',
      'application/json, text/plain',
    ])
      refused(await call('PATCH', path, { name: 'x' }, { 'content-type': type }), 415, 'unsupported-media-type');
  });

  test('that is not an object is refused, on creation and change', async () => {
    const { path, project } = await created();
    for (const body of [null, [], [input()], 'x', 7, true])
      for (const [method, where] of [
        ['POST', '/projects'],
        ['PATCH', path],
      ] as const) {
        const answer = await call(method, where, body);
        assert.ok([400, 422].includes(answer.status), `${method} ${JSON.stringify(body)}: ${answer.status}`);
      }
    assert.deepEqual((await call('GET', path)).body, project);
  });

  test('may contain wrong values of the service’s own fields, which are ignored', async () => {
    const { path, project } = await created();
    const sent = { id: crypto.randomUUID(), createdAt: '1999-01-01T00:00:00Z', modifiedAt: 7, name: 'Own' };
    const { body } = await call('PATCH', path, sent);
    assert.deepEqual([body['id'], body['createdAt'], body['name']], [project['id'], project['createdAt'], 'Own']);
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown;
    for (const name of ['id', 'createdAt', 'modifiedAt']) {
      assert.equal((await call('PATCH', path, { [name]: deep })).status, 200, name);
      assert.equal((await call('POST', '/projects', input({ [name]: deep }))).status, 201, name);
    }
  });

  test('is returned unchanged, whatever a project may contain', async () => {
    const letters = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((one) => /\S/.test(one) && !one.includes('\0'));
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((one) => one + 0);
    const optional = fc.record(
      {
        status: fc.constantFrom('planned', 'active', 'completed', 'archived'),
        description: fc.option(letters),
        address: fc.option(letters),
        countryCode: fc.option(fc.constantFrom('NL', 'de', 'Xy')),
        location: fc.option(fc.record({ longitude: degrees(180), latitude: degrees(90) })),
        startDate: fc.option(date.map((one) => one.toISOString().slice(0, 10))),
        coordinateSystem: fc.option(fc.integer({ min: 1024, max: 998_999 })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(letters, optional, async (name, fields) => {
        const sent = input({ name, ...fields });
        const { status, body } = await call('POST', '/projects', sent);
        assert.equal(status, 201, JSON.stringify(body));
        assert.deepEqual({ ...body, ...JSON.parse(JSON.stringify(sent)) }, body);
        assert.deepEqual((await call('GET', `/projects/${body['id']}`)).body, body);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a version', () => {
  test('matches weak tags, too, when reading, but only strong ones when changing', async () => {
    const { path, etag } = await created();
    for (const header of [`W/${etag}`, `"x", ${etag}`, `W/"x" ,W/${etag}`, '*'])
      assert.equal((await call('GET', path, undefined, { 'if-none-match': header })).status, 304, header);
    for (const header of ['"x"', etag.replaceAll('"', ''), `"${etag}"`])
      assert.equal((await call('GET', path, undefined, { 'if-none-match': header })).status, 200, header);
    refused(await call('PATCH', path, { name: 'x' }, { 'if-match': `W/${etag}` }), 412, 'precondition-failed');
    refused(await call('DELETE', path, undefined, { 'if-match': '"x"' }), 412, 'precondition-failed');
    assert.equal((await call('DELETE', path, undefined, { 'if-match': `"x", ${etag}` })).status, 204);
  });

  test('is answered without the project itself to HEAD', async () => {
    const { path, etag } = await created();
    const answer = await call('HEAD', path);
    assert.deepEqual([answer.status, answer.headers.get('etag'), answer.body], [200, etag, {}]);
  });
});

test('permanent must be exactly true or false', async () => {
  const { path } = await created();
  for (const word of ['yes', '2', '', 'TRUE', 'true&permanent=false'])
    refused(
      await call('DELETE', `${path}?permanent=${word}`, undefined, { 'if-match': '*' }),
      400,
      'invalid-parameter',
    );
  assert.equal((await call('DELETE', `${path}?permanent=false`)).status, 204);
  assert.equal((await call('GET', path)).body['status'], 'archived');
  assert.equal((await call('DELETE', `${path}?permanent=true`, undefined, { 'if-match': '*' })).status, 204);
  refused(await call('GET', path), 404, 'not-found');
});
