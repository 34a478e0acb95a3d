import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { openDeskParts } from '../../testing/desk-parts.ts';
import type { Operator } from '../directory/people/operators.ts';
import { type FoundSession, identityOf, type SessionOwner, Sessions } from '../directory/people/sessions.ts';
import { newSecret } from '../directory/secret.ts';

// Operators, their keys and their sessions.

const desk = openDeskParts();
after(() => desk[Symbol.asyncDispose]());
const { clock, operators, sessions } = desk;
const HOUR = 3_600_000;
let people = 0;
const ownerOf = (operator: Operator): SessionOwner => ({ kind: 'operator', operator });
const idOf = (found: FoundSession | undefined): string | undefined => found && identityOf(found.owner).id;
const add = () => operators.add('server', `Person ${++people}`);

describe('an operator', () => {
  test('is identified by the key, and by nothing similar', async () => {
    const { operator, key } = await add();
    assert.match(key, /^fbop_[\w-]{43}$/);
    assert.deepEqual(await operators.byKey(key), operator);
    for (const other of ['', key.slice(0, -1), `${key}x`, key.toUpperCase(), ` ${key}`, newSecret('op'), key.slice(5)])
      assert.equal(await operators.byKey(other), undefined, other);
    assert.equal(await operators.byKey(`${key}${'x'.repeat(300)}`), undefined, 'a longer text is not even looked up');
  });

  test('is stored without the key', async () => {
    const { key } = await add();
    const rows = desk.database.read('SELECT * FROM operators');
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    assert.ok(!stored.includes(key) && !stored.includes(key.slice(5)));
  });

  test('gets another key, and the old one ends with its sessions at the same moment', async () => {
    const { operator, key } = await add();
    const session = await sessions.open(ownerOf(operator));
    clock.pass(5000);
    const replaced = await operators.replaceKey('Ada', operator.id);
    assert.deepEqual([await operators.byKey(key), await sessions.find(session.token)], [undefined, undefined]);
    assert.deepEqual(await operators.byKey(replaced.key), replaced.operator);
    assert.deepEqual(replaced.operator, { ...operator, lastSignInAt: clock.now() - 5000, keyChangedAt: clock.now() });
    const { actor, action, subject } = await desk.newest();
    assert.deepEqual([actor, action, subject], ['Ada', 'operator.key-replaced', operator.id]);
  });

  test('that was removed is gone for everybody, and the name is free again, also a second time', async () => {
    const first = await operators.add('Ada', 'Comes and goes');
    for (let again = 0; again < 3; again++) {
      const known = (await operators.list()).find(({ name }) => name === 'Comes and goes')!;
      await operators.remove('Ada', known.id);
      assert.equal(await operators.get(known.id), undefined);
      await assert.rejects(operators.replaceKey('Ada', known.id), { code: 'not-found' });
      await assert.rejects(operators.remove('Ada', known.id), { code: 'not-found' });
      const next = await operators.add('Ada', 'COMES AND GOES');
      assert.notEqual(next.operator.id, known.id);
      await operators.remove('Ada', next.operator.id);
      await operators.add('Ada', 'Comes and goes');
    }
    assert.equal(await operators.byKey(first.key), undefined);
  });

  test('has a unique name; the refusal leaves no trace in the audit trail', async () => {
    await operators.add('Ada', 'Grace');
    await desk.news();
    for (const name of ['Grace', 'GRACE', 'grace'])
      await assert.rejects(operators.add('Ada', name), {
        code: 'name-taken',
        message: /There already is an operator named/,
      });
    assert.deepEqual(await desk.news(), []);
  });
});

test('of two operators who remove each other at the same moment one stays: the desk is never empty', async () => {
  await using own = openDeskParts();
  assert.ok(await own.operators.areNone());
  const [ann, ben] = [await own.operators.add('server', 'Ann'), await own.operators.add('server', 'Ben')];
  const ends = await Promise.allSettled([
    own.operators.remove('Ann', ben.operator.id),
    own.operators.remove('Ben', ann.operator.id),
  ]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.equal((ends[1] as PromiseRejectedResult).reason.code, 'conflict');
  assert.deepEqual(
    (await own.operators.list()).map(({ name }) => name),
    ['Ann'],
  );
  assert.ok(!(await own.operators.areNone()));
});

test('the first operator is created once: later calls return nothing and change nothing', async () => {
  await using own = openDeskParts();
  const [key, other] = [newSecret('op'), newSecret('op')];
  await Promise.all([own.operators.first('operator', key), own.operators.first('operator', other)]);
  assert.deepEqual(
    (await own.operators.list()).map(({ name }) => name),
    ['operator'],
  );
  assert.ok((await own.operators.byKey(key)) !== undefined && (await own.operators.byKey(other)) === undefined);
  await own.operators.remove('x', (await own.operators.add('x', 'Ada')).operator.id);
  await own.operators.first('again', other);
  assert.equal((await own.operators.list()).length, 1);
});

describe('a session', () => {
  const signIn = async () => sessions.open(ownerOf((await add()).operator));

  test('accepts only its operator and its own CSRF token', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const found = (await sessions.find(one.token))!;
    assert.deepEqual(identityOf(found.owner).id, identityOf(one.owner).id);
    assert.equal((found.owner as { operator: Operator }).operator.lastSignInAt, clock.now());
    assert.ok(found.isCsrf(one.csrfToken));
    for (const wrong of ['', other.csrfToken, one.token, `${one.csrfToken}x`, one.csrfToken.repeat(9)])
      assert.ok(!found.isCsrf(wrong), wrong);
    for (const wrong of ['', one.csrfToken, `${one.token}x`, one.token.repeat(9)])
      assert.equal(await sessions.find(wrong), undefined, wrong);
  });

  test('lasts twelve hours to the millisecond', async () => {
    const { token, expiresAt } = await signIn();
    assert.equal(expiresAt, clock.now() + 12 * HOUR);
    clock.pass(12 * HOUR - 1);
    assert.ok(await sessions.find(token));
    clock.pass(1);
    assert.equal(await sessions.find(token), undefined);
  });

  for (const [way, step] of [
    ['forward', 400 * 24 * HOUR],
    ['back', -400 * 24 * HOUR],
  ] as const)
    test(`lasts twelve hours, even if the wall clock is set ${way}, and is still there for the sweep of another sign-in`, async () => {
      const { token } = await signIn();
      clock.pass(HOUR);
      clock.step(step);
      const found = await sessions.find(token);
      assert.equal(found?.expiresAt, clock.now() + 11 * HOUR, 'the end is given by the clock as it now is');
      await signIn();
      clock.pass(11 * HOUR - 1);
      assert.ok(await sessions.find(token));
      clock.pass(1);
      assert.equal(await sessions.find(token), undefined);
      clock.step(-step);
      assert.equal(await sessions.find(token), undefined, 'over is over');
    });

  describe('after a restart', () => {
    const restarted = () => new Sessions(desk.database, desk, desk.key, { clock, validity: clock }, desk.audit);

    test('lives for what is left by the wall clock, and not longer if the clock is then set back', async () => {
      const { token } = await signIn();
      clock.pass(10 * HOUR);
      const next = restarted();
      assert.equal((await next.find(token))?.expiresAt, clock.now() + 2 * HOUR);
      clock.step(-30 * HOUR);
      clock.pass(2 * HOUR);
      assert.equal(await next.find(token), undefined);
      await signIn();
      assert.equal(await restarted().find(token), undefined, 'its end is stored');
    });

    test('has at most twelve hours again if the clock was set back meanwhile, and none before its beginning', async () => {
      const { token } = await signIn();
      clock.step(-6 * HOUR);
      const next = restarted();
      assert.equal((await next.find(token))?.expiresAt, clock.now() + 12 * HOUR);
      clock.pass(12 * HOUR);
      assert.equal(await next.find(token), undefined);
      const later = await signIn();
      clock.step(-13 * HOUR);
      assert.equal(await restarted().find(later.token), undefined);
    });

    test('is over if the highest time passed its end, though the wall clock did not', async () => {
      const { token } = await signIn();
      const validity = { now: () => clock.now() + 12 * HOUR };
      const next = new Sessions(desk.database, desk, desk.key, { clock, validity }, desk.audit);
      assert.equal(await next.find(token), undefined);
    });

    test('is over if the wall clock passed its end', async () => {
      const { token } = await signIn();
      clock.step(12 * HOUR);
      assert.equal(await restarted().find(token), undefined);
    });
  });

  test('that is over but could not be removed stays over', async () => {
    await using own = openDeskParts();
    const { token } = await own.sessions.open(ownerOf((await own.operators.add('server', 'Ada')).operator));
    own.clock.pass(12 * HOUR);
    own.clock.step(-12 * HOUR);
    own.database.connection.exec(
      "CREATE TRIGGER full BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    for (const _ of [1, 2]) assert.equal(await own.sessions.find(token), undefined);
    await assert.rejects(own.sessions.close(token));
    assert.equal(await own.sessions.find(token), undefined);
  });

  test('is removed by a later sign-in once it is over; others stay', async () => {
    const over = await signIn();
    clock.pass(6 * HOUR);
    const young = await signIn();
    clock.pass(6 * HOUR);
    await signIn();
    const hashesOf = (id: string) =>
      desk.database.first('SELECT count(*) AS n FROM sessions WHERE ownerId = ?', id)!['n'];
    assert.deepEqual([hashesOf(identityOf(over.owner).id), hashesOf(identityOf(young.owner).id)], [0, 1]);
  });

  test('is ended only by itself, and ending it twice is not an error', async () => {
    const { operator } = await add();
    const [here, there] = [await sessions.open(ownerOf(operator)), await sessions.open(ownerOf(operator))];
    await sessions.close(here.token);
    await sessions.close(here.token);
    assert.deepEqual(
      [await sessions.find(here.token), idOf(await sessions.find(there.token))],
      [undefined, operator.id],
    );
  });

  test('is not opened for an operator whose key was replaced, or who was removed, after the key was checked', async () => {
    const { operator } = await add();
    clock.pass(1000);
    await operators.replaceKey('Ada', operator.id);
    await assert.rejects(sessions.open(ownerOf(operator)), { code: 'not-authenticated' });
    const gone = (await add()).operator;
    await operators.remove('Ada', gone.id);
    await assert.rejects(sessions.open(ownerOf(gone)), { code: 'not-authenticated' });
  });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('sign-in' as const), who: fc.nat() }),
  fc.record({ kind: fc.constant('sign-out' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('replace' as const), who: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), who: fc.nat() }),
  fc.record({ kind: fc.constant('set-clock' as const), hours: fc.integer({ min: -99, max: 99 }) }),
  fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 7 }) }),
);

test('after any adding, replacing, removing, opening and closing, exactly the right keys and sessions open the desk', async () => {
  await using own = openDeskParts();
  await own.operators.add('server', 'Stays');
  let named = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const known: { operator: Operator; keys: string[]; isGone: boolean }[] = [];
      const open: { token: string; of: number; until: number; isOver: boolean }[] = [];
      const end = (of: number) => {
        for (const one of open) if (one.of === of) one.isOver = true;
      };
      for (const one of steps) {
        own.clock.pass(1);
        const of = 'who' in one ? one.who % Math.max(1, known.length) : 0;
        const who = known[of];
        if (one.kind === 'add') {
          const { operator, key } = await own.operators.add('server', `One ${++named}`);
          known.push({ operator, keys: [key], isGone: false });
        } else if (one.kind === 'set-clock') own.clock.step(one.hours * HOUR);
        else if (one.kind === 'pass') own.clock.pass(one.hours * HOUR);
        else if (one.kind === 'sign-out') {
          const session = open[one.which % Math.max(1, open.length)];
          if (session !== undefined) await own.sessions.close(session.token);
          if (session !== undefined) session.isOver = true;
        } else if (who === undefined || who.isGone) continue;
        else if (one.kind === 'sign-in') {
          const { token } = await own.sessions.open(ownerOf((await own.operators.byKey(who.keys.at(-1)!))!));
          open.push({ token, of, until: own.clock.monotonic() + 12 * HOUR, isOver: false });
        } else if (one.kind === 'replace') {
          who.keys.push((await own.operators.replaceKey('server', who.operator.id)).key);
          end(of);
        } else {
          await own.operators.remove('server', who.operator.id);
          who.isGone = true;
          end(of);
        }
        for (const { operator, keys, isGone } of known)
          for (const [i, key] of keys.entries()) {
            const isGood = !isGone && i === keys.length - 1;
            assert.equal((await own.operators.byKey(key))?.id, isGood ? operator.id : undefined, JSON.stringify(one));
          }
        for (const { token, of: whose, until, isOver } of open) {
          const isGood = !isOver && own.clock.monotonic() < until;
          assert.equal(idOf(await own.sessions.find(token)), isGood ? known[whose]!.operator.id : undefined);
        }
      }
    }),
    { numRuns: 30 },
  );
});
