import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Json, refused, startDesk } from '../testing/desk.ts';

const { server, call, organisation } = await startDesk();
after(() => server[Symbol.asyncDispose]());

describe('what the desk shows', () => {
  test('is listed page by page, everything once, with cursors of that list only', async () => {
    const { id } = await organisation();
    const other = await organisation();
    const letters = ['C', 'A', 'D', 'B', 'E'];
    for (const name of letters) {
      const environment = 'sandbox';
      await call('POST', `/organisations/${id}/divisions`, { environment, name, abbreviation: name });
      await call('POST', `/organisations/${id}/weigh-bridges`, { environment, name, timeZone: 'Europe/Oslo' });
      await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion', label: name });
      await call('POST', '/operators', { name: `Operator ${name}` });
    }
    const idOf = (item: Json): string => item.id ?? item.clientId;
    for (const path of [
      `/organisations/${id}/divisions?environment=sandbox&`,
      `/organisations/${id}/weigh-bridges?environment=sandbox&`,
      `/organisations/${id}/credentials?`,
      '/operators?',
    ]) {
      const whole = (await call('GET', path)).body;
      assert.ok(whole.items.length >= 5 && whole.next === undefined, path);
      const seen: string[] = [];
      let cursor = '';
      do {
        const { status, body } = await call('GET', `${path}limit=2${cursor}`);
        assert.equal(status, 200, JSON.stringify(body));
        assert.ok(body.items.length <= 2);
        seen.push(...body.items.map(idOf));
        cursor = body.next === undefined ? '' : `&cursor=${body.next}`;
        const elsewhere = path.replace(id, other.id);
        if (cursor !== '' && elsewhere !== path)
          refused(await call('GET', `${elsewhere}limit=2${cursor}`), 400, 'invalid-cursor');
      } while (cursor !== '');
      assert.deepEqual(seen, whole.items.map(idOf), path);
      refused(await call('GET', `${path}limit=1001`), 400, 'invalid-parameter');
    }
  });

  test('has an ETag for single objects, and accepts the object sent back', async () => {
    const made = await organisation();
    const { credential } = (await call('POST', `/organisations/${made.id}/credentials`, { interface: 'conversion' }))
      .body;
    const entered = await call('POST', '/access-requests', {
      organisationName: made.name,
      email: 'it@etag.example',
      interface: 'conversion',
    });
    const paths = [
      `/organisations/${made.id}`,
      `/credentials/${credential.clientId}`,
      `/access-requests/${entered.body.id}`,
    ];
    const key = { authorization: `Bearer ${server.demo.operator.key}` };
    for (const path of paths) {
      const etag = (await call('GET', path)).headers.get('etag')!;
      assert.match(etag, /^"[\w-]+"$/, path);
      assert.equal((await call('GET', path, undefined, { ...key, 'if-none-match': etag })).status, 304, path);
    }
    const before = (await call('GET', paths[1]!)).headers.get('etag');
    await call('POST', `${paths[1]}/secrets`);
    assert.notEqual((await call('GET', paths[1]!)).headers.get('etag'), before, 'a second secret is another version');
    const back = await call('PATCH', paths[0]!, { ...made, note: 'sent back' });
    assert.deepEqual(
      [back.status, back.body.note, back.body.id],
      [200, 'sent back', made.id],
      JSON.stringify(back.body),
    );

    const environment = 'sandbox';
    const division = await call('POST', `${paths[0]}/divisions`, { environment, name: 'North', abbreviation: 'N' });
    const bridge = await call('POST', `${paths[0]}/weigh-bridges`, { environment, name: 'Gate', timeZone: 'UTC' });
    for (const [kind, shown] of [
      ['divisions', division.body],
      ['weigh-bridges', bridge.body],
    ] as const) {
      const changed = await call('PATCH', `${paths[0]}/${kind}/${shown.id}`, { ...shown, environment, name: 'Other' });
      assert.deepEqual([changed.status, changed.body.name], [200, 'Other'], JSON.stringify(changed.body));
      const listed = (await call('GET', `${paths[0]}/${kind}?environment=sandbox`)).body.items;
      assert.deepEqual(listed, [changed.body]);
      assert.equal(listed[0].id, shown.id);
    }

    const decline = () =>
      call('POST', `${paths[2]}/decline`, { reason: 'No.' }, { ...key, 'idempotency-key': made.id });
    const [first, second] = [await decline(), await decline()];
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body]);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    const { message } = first.body;
    const read = await call('GET', `/messages/${message.id}`);
    assert.deepEqual([read.status, read.body.recipient], [200, 'it@etag.example']);
    assert.ok(read.headers.get('etag') !== null);
    const listed = (await call('GET', '/messages?limit=1')).body;
    assert.deepEqual([listed.items.length, listed.items[0].id], [1, message.id]);
  });

  test('in the audit trail are all actions, failed ones as failed', async () => {
    const { id } = await organisation();
    const entries = async (): Promise<Record<string, unknown>[]> =>
      (await call('GET', `/audit?organisationId=${id}`)).body.items.reverse();
    const trail = async (): Promise<string[]> => (await entries()).map((one) => one['action'] as string);
    const mars = { environment: 'sandbox', name: 'Olympus', timeZone: 'Mars/Olympus' };
    refused(await call('POST', `/organisations/${id}/weigh-bridges`, mars), 422, 'validation-failed');
    const division = { environment: 'sandbox', name: 'North', abbreviation: 'N' };
    const north = (await call('POST', `/organisations/${id}/divisions`, division)).body.id;
    const bridge = { ...mars, timeZone: 'Europe/Oslo' };
    const gate = (await call('POST', `/organisations/${id}/weigh-bridges`, bridge)).body.id;
    refused(await call('POST', `/organisations/${id}/divisions`, division), 409, 'name-taken');
    const { body } = await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' });
    await call('POST', `/credentials/${body.credential.clientId}/secrets`);
    refused(await call('POST', `/credentials/${body.credential.clientId}/secrets`), 409, 'two-live-secrets');
    assert.deepEqual(await trail(), [
      'organisation.created',
      'weigh-bridge.created',
      'weigh-bridge.created.failed',
      'division.created',
      'weigh-bridge.created',
      'division.created',
      'division.created.failed',
      'credential.issued',
      'secret.issued',
      'secret.issued',
      'secret.issued.failed',
    ]);
    const { clientId } = body.credential;
    const subjects = (await entries()).map((one) => one['subject']);
    assert.deepEqual(
      [subjects[0], subjects[3], subjects[4], subjects.slice(-4)],
      [id, north, gate, new Array(4).fill(clientId)],
    );
    // An object that was not created has its intended id in both entries.
    for (const [one, other] of [subjects.slice(1, 3), subjects.slice(5, 7)]) {
      assert.equal(one, other);
      assert.ok(typeof one === 'string' && one !== north);
    }
    const { items } = (await call('GET', `/audit?organisationId=${id}&limit=1`)).body;
    assert.equal(items[0].details.reason, 'two-live-secrets');
  });
});
