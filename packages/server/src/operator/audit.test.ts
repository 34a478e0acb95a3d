import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { openDeskParts } from '../../testing/desk-parts.ts';
import { ProblemError } from '../core/problem.ts';

const desk = openDeskParts();
after(() => desk[Symbol.asyncDispose]());
const { audit, clock } = desk;

describe('an entry of the trail', () => {
  test('says when, who, what, to what and of which organisation; what was not given is null', async () => {
    clock.pass(1234);
    await audit.note({ actor: 'Ada', action: 'thing.done' });
    const { id, ...bare } = await desk.newest();
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      { ...bare },
      {
        at: new Date(clock.now()).toISOString(),
        ...{ actor: 'Ada', action: 'thing.done', subject: null, organisationId: null, details: {} },
      },
    );
    const details = { text: '"é\n😀', list: [1, { a: null }] };
    await audit.note({ actor: 'server', action: 'x', subject: 's', organisationId: 'o', details });
    const full = await desk.newest();
    assert.deepEqual([full.subject, full.organisationId, full.details], ['s', 'o', details]);
  });

  test('of a change elsewhere is stored before the change is made', async () => {
    await desk.news();
    const seen = await audit.around({ actor: 'Ada', action: 'change' }, async () => desk.news());
    assert.deepEqual(seen, [['Ada', 'change']]);
    assert.deepEqual(await desk.news(), [], 'and nothing follows if it succeeds');
  });

  test('of a failed change is followed by one that says so, with the code; the error itself is passed on', async () => {
    await desk.news();
    for (const [error, reason] of [
      [new ProblemError('two-live-secrets'), 'two-live-secrets'],
      [new Error('a path /srv/secret'), 'internal'],
    ] as const) {
      const failing = audit.around({ actor: 'Ada', action: 'change', subject: 's', details: { a: 1 } }, async () => {
        throw error;
      });
      await assert.rejects(failing, (thrown) => thrown === error);
      assert.deepEqual(await desk.news(), [
        ['Ada', 'change'],
        ['Ada', 'change.failed'],
      ]);
      const { subject, details } = await desk.newest();
      assert.deepEqual([subject, details], ['s', { a: 1, reason }]);
    }
  });

  test('that cannot be stored prevents its change', async () => {
    const { connection } = desk.database;
    connection.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END");
    let isMade = false;
    const change = async () => void (isMade = true);
    await assert.rejects(audit.around({ actor: 'Ada', action: 'change' }, change), /no room/);
    connection.exec('DROP TRIGGER full');
    assert.equal(isMade, false, 'nothing happens unrecorded');
  });

  test('belongs to the write operation it was added in', async () => {
    await desk.news();
    const failing = desk.database.write(async (tx) => {
      await audit.noteNow(tx, { actor: 'Ada', action: 'undone' });
      throw new ProblemError('conflict');
    });
    await assert.rejects(failing, { code: 'conflict' });
    assert.deepEqual(await desk.news(), []);
  });
});

test('the trail of all, and of each organisation, is paged newest first without gap or repeat, however the clock steps', async () => {
  await using own = openDeskParts();
  const written = fc.record({ of: fc.option(fc.constantFrom('a', 'b')), step: fc.integer({ min: -50, max: 50 }) });
  const expected: { n: number; of: string | null }[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(written, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), async (notes, limit) => {
      for (const { of, step } of notes) {
        own.clock.step(step);
        const n = expected.length;
        expected.push({ n, of });
        await own.audit.note({
          actor: 'x',
          action: 'y',
          ...(of === null ? {} : { organisationId: of }),
          details: { n },
        });
      }
      for (const whose of [undefined, 'a', 'b', 'nobody']) {
        const seen: unknown[] = [];
        for (let before: string | undefined; ; ) {
          const page = await own.audit.list(limit, before, whose);
          assert.ok(page.length <= limit);
          seen.push(...page.map(({ details }) => details['n']));
          if (page.length < limit) break;
          before = page.at(-1)!.id;
        }
        const whole = expected.filter((one) => whose === undefined || one.of === whose).map(({ n }) => n);
        assert.deepEqual(seen, whole.reverse());
      }
    }),
    { numRuns: 25 },
  );
});

test('an organisation’s entries are found by an index, not by reading the whole trail', () => {
  for (const [text, index] of [
    ['SELECT * FROM audit WHERE organisationId = ? AND id < ? ORDER BY id DESC LIMIT ?', 'auditByOrganisation'],
    ['SELECT * FROM accessRequests WHERE state = ? AND id > ? ORDER BY id LIMIT ?', 'accessRequestsByState'],
  ] as const) {
    const plan = desk.database.connection.prepare(`EXPLAIN QUERY PLAN ${text}`).all('a', 'b', 1);
    assert.match(JSON.stringify(plan), new RegExp(`SEARCH \\w+ USING INDEX ${index}`));
  }
});
