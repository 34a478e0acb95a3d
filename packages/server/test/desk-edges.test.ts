import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Json, refused, startDesk } from '../testing/desk.ts';
import { ProjectCaller } from '../testing/oauth.ts';

const { server, call, organisation } = await startDesk();
after(() => server[Symbol.asyncDispose]());
const key = { authorization: `Bearer ${server.demo.operator.key}` };
const environment = 'sandbox';

describe('an id of the desk', () => {
  test('may be in upper or lower case, and the request takes effect', async () => {
    const { id } = await organisation();
    const upper = (text: string) => text.toUpperCase();
    const base = `/organisations/${upper(id)}`;
    assert.equal((await call('GET', base)).body.id, id);
    assert.equal((await call('PATCH', base, { note: 'n' })).body.note, 'n');
    const division = (await call('POST', `${base}/divisions`, { environment, name: 'North', abbreviation: 'N' })).body;
    const bridge = (await call('POST', `${base}/weigh-bridges`, { environment, name: 'Gate', timeZone: 'UTC' })).body;
    for (const [kind, thing, change] of [
      ['divisions', division, { name: 'South', abbreviation: 'S' }],
      ['weigh-bridges', bridge, { name: 'Pit', timeZone: 'Asia/Tokyo' }],
    ] as const) {
      const changed = await call('PATCH', `${base}/${kind}/${upper(thing.id)}`, { environment, ...change });
      assert.deepEqual([changed.status, changed.body.name], [200, change.name], JSON.stringify(changed.body));
      const listed = (await call('GET', `${base}/${kind}?environment=sandbox`)).body.items;
      assert.deepEqual(listed, [changed.body], `the ${kind} hold the change`);
    }
    // The interface itself accepts locationId in either case, and knows the new time zone however it was spelled
    // before.
    const bridges = server.context.weighBridges('weighing-sandbox');
    assert.deepEqual(
      await Promise.all([upper(bridge.id), bridge.id].map(async (one) => (await bridges.get(one))?.timeZone)),
      ['Asia/Tokyo', 'Asia/Tokyo'],
    );
    const issued = (await call('POST', `${base}/credentials`, { interface: 'conversion' })).body.credential;
    const credential = `/credentials/${upper(issued.clientId)}`;
    assert.equal((await call('GET', credential)).body.clientId, issued.clientId);
    const rotated = (await call('POST', `${credential}/secrets`)).body.credential;
    const secret = upper(rotated.secrets[0].id);
    assert.match((await call('DELETE', `${credential}/secrets/${secret}`)).body.secrets[0].revokedAt, /^\d{4}-/);
    assert.match((await call('DELETE', credential)).body.revokedAt, /^\d{4}-/);
    const trail = (await call('GET', `/audit?organisationId=${upper(id)}`)).body.items;
    assert.equal(trail.length, 10, JSON.stringify(trail.map((one: Json) => one.action)));
    assert.ok(
      trail.every((one: Json) => one.organisationId === id),
      'ids in the trail are as shown elsewhere',
    );
  });

  test('that is invalid is 404 in an address, whatever it contains', async () => {
    for (const id of ['1', 'x'.repeat(36), '../audit', '%00', '%2e%2e', 'null', "' OR 1=1 --"])
      refused(await call('GET', `/organisations/${encodeURIComponent(id)}`), 404, 'not-found');
  });
});

describe('If-Match', () => {
  const matching = (etag: string) => ({ ...key, 'if-match': etag });
  test('protects divisions and weigh bridges; every answer with one of them has its version', async () => {
    const { id } = await organisation();
    for (const [kind, input] of [
      ['divisions', { environment, name: 'North', abbreviation: 'N' }],
      ['weigh-bridges', { environment, name: 'Gate', timeZone: 'UTC' }],
    ] as const) {
      const made = await call('POST', `/organisations/${id}/${kind}`, input);
      const etag = made.headers.get('etag')!;
      const path = `/organisations/${id}/${kind}/${made.body.id}`;
      const read = await call('GET', `${path}?environment=${environment}`);
      assert.deepEqual([read.body, read.headers.get('etag')], [made.body, etag], kind);
      refused(await call('GET', `${path}?environment=production`), 404, 'not-found');
      const first = await call('PATCH', path, { environment, name: 'first' }, matching(etag));
      assert.equal(first.status, 200, kind);
      assert.notEqual(first.headers.get('etag'), etag);
      refused(await call('PATCH', path, { environment, name: 'stale' }, matching(etag)), 412, 'precondition-failed');
      const { items } = (await call('GET', `/organisations/${id}/${kind}?environment=sandbox`)).body;
      assert.deepEqual(items, [first.body], `${kind}: the stale change changed nothing`);
      const again = await call('PATCH', path, { environment, name: 'x' }, matching(first.headers.get('etag')!));
      assert.equal(again.status, 200, kind);
      assert.equal((await call('PATCH', path, { environment, name: 'y' }, matching('*'))).status, 200, kind);
    }
  });

  test('is documented for every protected object', async () => {
    const document = await (await fetch(`${server.url}/operator/v1/openapi.json`)).json();
    for (const [path, methods] of Object.entries<Json>((document as Json).paths))
      for (const method of ['patch', 'delete']) {
        // Operators and sessions have no versions and no ETag.
        if (methods[method] === undefined || /^\/(?:operators|sessions)\//.test(path)) continue;
        const names = (methods[method].parameters as Json[]).map(({ name }) => name);
        assert.ok(names.includes('If-Match'), `${method} ${path}`);
      }
  });

  test('of a division is that of the project interface', async () => {
    const { id } = await organisation();
    const made = await call('POST', `/organisations/${id}/divisions`, { environment, name: 'N', abbreviation: 'N' });
    const issued = (await call('POST', `/organisations/${id}/credentials`, { interface: 'project', environment })).body;
    const { clientId } = issued.credential;
    const caller = new ProjectCaller(server, { clientId, clientSecret: issued.clientSecret });
    const { access_token } = await caller.tokens();
    const read = await fetch(`${caller.base}/divisions/${made.body.id}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    assert.equal(read.headers.get('etag'), made.headers.get('etag'));
    const path = `/organisations/${id}/divisions/${made.body.id}`;
    const changed = await call('PATCH', path, { environment, name: 'M' }, matching(read.headers.get('etag')!));
    assert.equal(changed.status, 200);
  });

  test('protects the revocation of a credential and of a secret', async () => {
    const { id } = await organisation();
    const { credential } = (await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' })).body;
    const path = `/credentials/${credential.clientId}`;
    const stale = (await call('GET', path)).headers.get('etag')!;
    const { secrets } = (await call('POST', `${path}/secrets`)).body.credential;
    const first = `${path}/secrets/${secrets[0].id}`;
    for (const one of [first, path])
      refused(await call('DELETE', one, undefined, matching(stale)), 412, 'precondition-failed');
    const present = await call('GET', path);
    assert.deepEqual([present.body.revokedAt, present.body.secrets[0].revokedAt], [null, null]);
    const ended = await call('DELETE', first, undefined, matching(present.headers.get('etag')!));
    assert.match(ended.body.secrets[0].revokedAt, /^\d{4}-/);
    refused(await call('DELETE', path, undefined, matching(present.headers.get('etag')!)), 412, 'precondition-failed');
    const last = (await call('GET', path)).headers.get('etag')!;
    assert.match((await call('DELETE', path, undefined, matching(last))).body.revokedAt, /^\d{4}-/);
    const actions = (await call('GET', `/audit?organisationId=${id}`)).body.items.map((one: Json) => one.action);
    assert.deepEqual(actions.filter((action: string) => action.endsWith('.failed')).sort(), [
      'credential.revoked.failed',
      'credential.revoked.failed',
      'secret.revoked.failed',
    ]);
  });
});

describe('a name', () => {
  test('is unique ignoring case, in any script, with accents composed in any way', async () => {
    const taken = ['Müller Straßenbau', 'ΟΔΟΣ ΑΕ', 'Éclair', 'Ćwir'];
    for (const name of taken) {
      assert.equal((await call('POST', '/organisations', { name })).status, 201, name);
      assert.equal((await call('POST', '/operators', { name })).status, 201, name);
    }
    for (const name of ['MÜLLER STRAßENBAU', 'müller straßenbau', 'οδος αε', 'E\u0301clair', 'ćwir', ' Éclair '])
      for (const path of ['/organisations', '/operators'])
        refused(await call('POST', path, { name }), 409, 'name-taken');
    const other = await organisation();
    refused(await call('PATCH', `/organisations/${other.id}`, { name: 'MÜLLER Straßenbau' }), 409, 'name-taken');
    const renamed = await call('PATCH', `/organisations/${other.id}`, { name: other.name.toUpperCase() });
    assert.equal(renamed.body.name, other.name.toUpperCase(), 'its own name in another case is not taken');
  });

  test('is kept without surrounding blanks, on creation and change', async () => {
    const made = await call('POST', '/organisations', { name: '  Blank & Co ' });
    assert.equal(made.body.name, 'Blank & Co');
    assert.equal((await call('PATCH', `/organisations/${made.body.id}`, { name: ' Blank ' })).body.name, 'Blank');
    refused(await call('POST', '/organisations', { name: 'Blank' }), 409, 'name-taken');
    refused(await call('PATCH', `/organisations/${made.body.id}`, { name: '   ' }), 422, 'validation-failed');
  });

  test('with a line break, a control character or reversed writing is refused', async () => {
    const { id } = await organisation();
    for (const name of ['A\nB', 'A\r', '\u001b[2JA', 'A\u0085B', 'A\u2028B', 'A\u202eB', '\u2066A'])
      for (const [path, body] of [
        ['/organisations', { name }],
        ['/operators', { name }],
        [`/organisations/${id}/divisions`, { environment, name, abbreviation: 'N' }],
        [`/organisations/${id}/divisions`, { environment, name: 'North', abbreviation: name }],
        [`/organisations/${id}/weigh-bridges`, { environment, name, timeZone: 'UTC' }],
        [
          '/access-requests',
          { organisationName: 'A', contactName: name, email: 'a@b.example', interface: 'conversion' },
        ],
      ] as const)
        refused(await call('POST', path, body), 422, 'validation-failed');
  });

  test('with half a surrogate pair, or U+0000, is refused with its place, because the store would confuse such texts', async () => {
    const { id } = await organisation();
    const wrong = ['\ud800', 'A\udc00', 'A\0x'];
    for (const name of wrong)
      for (const [method, path, body] of [
        ['POST', '/organisations', { name }],
        ['PATCH', `/organisations/${id}`, { name }],
        ['POST', '/operators', { name }],
        ['POST', `/organisations/${id}/divisions`, { environment, name, abbreviation: 'N' }],
        ['POST', `/organisations/${id}/weigh-bridges`, { environment, name, timeZone: 'UTC' }],
      ] as const) {
        const answer = await call(method, path, body);
        refused(answer, 422, 'validation-failed');
        assert.deepEqual(
          answer.body.errors.map((one: Json) => one.pointer),
          ['#/name'],
          path,
        );
      }
    const form = { organisationName: '\ud800', email: 'a@b.example', interface: 'conversion' };
    refused(await call('POST', '/access-requests/form', form, {}), 422, 'validation-failed');
    assert.equal((await call('POST', '/organisations', { name: 'Pairs 😀' })).body.name, 'Pairs 😀');
  });
});
