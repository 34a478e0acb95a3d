import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { AccessRequestInput } from '@fieldbridge/contract';
import fc from 'fast-check';
import { openDeskParts } from '../../testing/desk-parts.ts';
import type { Organisation } from '../directory/organisations.ts';

// Organisations, requests for access and messages in the desk's database.

const desk = openDeskParts();
after(() => desk[Symbol.asyncDispose]());
const { clock, database, messages, organisations, requests } = desk;
const form = { organisationName: 'Gravel', email: 'it@gravel.example', interface: 'conversion' as const };

describe('an organisation', () => {
  test('is created, found by id and by name, and changed only in the given fields', async () => {
    const made = await organisations.add('Ada', { name: 'Gravel & Sons', note: 'n' });
    assert.deepEqual(
      { ...made },
      { id: made.id, name: 'Gravel & Sons', contact: null, note: 'n', createdAt: clock.now(), modifiedAt: clock.now() },
    );
    for (const found of [
      await organisations.get(made.id),
      await organisations.byName('GRAVEL & SONS'),
      await organisations.require(made.id),
    ])
      assert.deepEqual(found, made);
    clock.pass(1000);
    const seen: Organisation[] = [];
    const changed = await organisations.change(
      'Ben',
      made.id,
      { contact: 'Ada' },
      (present) => void seen.push(present),
    );
    assert.deepEqual(changed, { ...made, contact: 'Ada', modifiedAt: clock.now() });
    assert.deepEqual(seen, [made]);
    const { actor, action, details } = await desk.newest();
    assert.deepEqual([actor, action, details], ['Ben', 'organisation.changed', { fields: ['contact'] }]);
    const cleared = await organisations.change('Ben', made.id, { contact: null, note: null }, () => {});
    assert.deepEqual([cleared.contact, cleared.note], [null, null]);
  });

  test('is unchanged by a refused change, and the trail does not mention it', async () => {
    const [one, other] = [
      await organisations.add('x', { name: 'One' }),
      await organisations.add('x', { name: 'Other' }),
    ];
    await desk.news();
    const stale = () => {
      throw new Error('another version');
    };
    await assert.rejects(organisations.change('x', one.id, { name: 'Third' }, stale), /another version/);
    await assert.rejects(
      organisations.change('x', one.id, { name: 'OTHER' }, () => {}),
      { code: 'name-taken' },
    );
    await assert.rejects(
      organisations.change('x', crypto.randomUUID(), {}, () => {}),
      { code: 'not-found' },
    );
    await assert.rejects(organisations.add('x', { name: 'other' }), {
      code: 'name-taken',
      message: /already is an organisation named "Other"/,
    });
    assert.deepEqual([await organisations.get(one.id), await organisations.get(other.id)], [one, other]);
    assert.deepEqual(await desk.news(), []);
  });

  test('with an unknown name is not found', async () => {
    for (const name of ['', 'Nobody', "' OR 1=1 --", '%'])
      assert.equal(await organisations.byName(name), undefined, name);
    await assert.rejects(async () => organisations.require('x'), { code: 'not-found' });
  });
});

test('names: of any names in any order, the first of each spelling is accepted and every other spelling of it refused', async () => {
  await using own = openDeskParts();
  const name = fc.constantFrom(
    'Acme',
    'ACME',
    'acme',
    'Müller',
    'MÜLLER',
    'Mu\u0308ller',
    'Muller',
    'Ж',
    'ж',
    'Straße',
    'Strasse',
  );
  const same = (text: string) => text.normalize('NFC').toLowerCase();
  const taken = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(name, fc.boolean(), fc.nat(), async (wanted, isNew, which) => {
      const known = [...taken.values()];
      const id = known[which % Math.max(1, known.length)];
      const holder = taken.get(same(wanted));
      if (isNew || id === undefined) {
        const adding = own.organisations.add('x', { name: wanted });
        if (holder !== undefined) await assert.rejects(adding, { code: 'name-taken' });
        else taken.set(same(wanted), (await adding).id);
      } else {
        const changing = own.organisations.change('x', id, { name: wanted }, () => {});
        if (holder !== undefined && holder !== id) await assert.rejects(changing, { code: 'name-taken' });
        else {
          await changing;
          for (const [text, of] of taken) if (of === id) taken.delete(text);
          taken.set(same(wanted), id);
        }
      }
      for (const [text, of] of taken) assert.equal((await own.organisations.byName(text))?.id, of, text);
    }),
    { numRuns: 60 },
  );
});

describe('a request for access', () => {
  test('needs an environment if its interface has one, and valid time zones', async () => {
    for (const [input, pointer] of [
      [{ ...form, environment: 'sandbox' as const }, '#/environment'],
      [{ ...form, interface: 'project' as const }, '#/environment'],
      [
        {
          ...form,
          weighBridges: [
            { name: 'a', timeZone: 'UTC' },
            { name: 'b', timeZone: '+01:00' },
          ],
        },
        '#/weighBridges/1/timeZone',
      ],
    ] as const)
      await assert.rejects(
        async () => requests.add('Ada', 'desk', input as AccessRequestInput),
        (error: { code: string; options: { errors: { pointer: string }[] } }) =>
          error.code === 'validation-failed' && error.options.errors[0]!.pointer === pointer,
        pointer,
      );
  });

  test('is decided once: later decisions learn by whom and when', async () => {
    const { id } = await requests.add('form', 'form', form);
    const decide = (state: 'approved' | 'declined', by: string) =>
      database.write((tx) => requests.decideNow(tx, id, { state, by, reason: 'r', clientId: 'c' }));
    const [first, second] = await Promise.allSettled([decide('approved', 'Ada'), decide('declined', 'Ben')]);
    assert.equal(first.status, 'fulfilled');
    assert.equal((second as PromiseRejectedResult).reason.code, 'request-decided');
    const kept = await requests.require(id);
    assert.deepEqual(
      [kept.state, kept.decidedBy, kept.decidedAt],
      ['approved', 'Ada', new Date(clock.now()).toISOString()],
    );
    await assert.rejects(async () => requests.requirePending(id), {
      code: 'request-decided',
      message: `The request was approved by Ada at ${kept.decidedAt}.`,
    });
    await assert.rejects(async () => requests.require(crypto.randomUUID()), { code: 'not-found' });
  });

  test('is listed by its state, in order of arrival, page by page', async () => {
    await using own = openDeskParts();
    const states: string[] = [];
    const ids: string[] = [];
    for (let i = 0; i < 9; i++) {
      const { id } = await own.requests.add('form', 'form', form);
      const state = (['pending', 'approved', 'declined'] as const)[i % 3]!;
      if (state !== 'pending') await own.database.write((tx) => own.requests.decideNow(tx, id, { state, by: 'Ada' }));
      ids.push(id);
      states.push(state);
    }
    for (const state of [undefined, 'pending', 'approved', 'declined']) {
      const seen: string[] = [];
      for (let after: string | undefined; ; after = seen.at(-1)) {
        const page = await own.requests.list(state, 2, after);
        seen.push(...page.map(({ id }) => id));
        if (page.length < 2) break;
      }
      assert.deepEqual(
        seen,
        ids.filter((_, i) => state === undefined || states[i] === state),
        String(state),
      );
    }
  });
});

describe('a message', () => {
  test('is stored whether or not it is sent, with the result of the last attempt', async () => {
    const { id: requestId } = await requests.add('form', 'form', form);
    const letter = { subject: 'Access', body: 'Dear Ada,\n' };
    const { id } = await database.write((tx) => messages.addNow(tx, requestId, 'it@gravel.example', letter));
    const kept = {
      ...{ id, accessRequestId: requestId, recipient: 'it@gravel.example', ...letter },
      ...{ createdAt: new Date(clock.now()).toISOString(), sentAt: null, failure: null },
    };
    assert.deepEqual({ ...(await messages.require(id)) }, kept);
    clock.pass(1000);
    assert.deepEqual(
      { ...(await messages.noteSending(id, 'connection refused')) },
      { ...kept, failure: 'connection refused' },
    );
    const sentAt = new Date(clock.now()).toISOString();
    assert.deepEqual({ ...(await messages.noteSending(id, undefined)) }, { ...kept, sentAt });
    const failed = await messages.noteSending(id, 'mailbox full');
    assert.deepEqual([failed.sentAt, failed.failure], [null, 'mailbox full'], 'it is the last attempt that counts');
    await assert.rejects(messages.noteSending(crypto.randomUUID(), undefined), { code: 'not-found' });
  });

  test('precedes those written earlier, page by page', async () => {
    const { id: requestId } = await requests.add('form', 'form', form);
    for (let i = 0; i < 5; i++)
      await database.write((tx) => messages.addNow(tx, requestId, 'a@b.example', { subject: `S${i}`, body: '' }));
    const first = await messages.list(3);
    const rest = await messages.list(3, first.at(-1)!.id);
    assert.deepEqual(
      [...first, ...rest].slice(0, 5).map(({ subject }) => subject),
      ['S4', 'S3', 'S2', 'S1', 'S0'],
    );
  });
});
