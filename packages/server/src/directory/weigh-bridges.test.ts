import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { TestClock } from '../../testing/clock.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { checkTimeZone, type WeighBridge, WeighBridgeStore } from './weigh-bridges.ts';

const folder = mkdtempSync(join(tmpdir(), 'weigh-bridges-'));
const database = new SqliteStore(join(folder, 'space.sqlite'), [coreMigrations]);
const clock = new TestClock();
const store = new WeighBridgeStore(database, clock);
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

describe('a time zone', () => {
  test('is a name of the IANA database, in any case', () => {
    for (const zone of [
      'Europe/Amsterdam',
      'america/ARGENTINA/buenos_aires',
      'UTC',
      'Etc/GMT+5',
      'GMT',
      'Asia/Kolkata',
    ])
      checkTimeZone(zone);
  });

  describe('is not an offset, which has no daylight saving, nor an unknown place, nor a text that only begins like a name', () => {
    for (const zone of [
      '+01:00',
      '-05',
      '+0100',
      '',
      ' UTC',
      'UTC ',
      'Mars/Olympus',
      'Europe',
      '1',
      'UTC\0',
      'é',
      'local',
      // Temporal knows these as times, Intl the last one as an abbreviation.
      'T12Z',
      't1200+0100',
      'T12[Europe/Amsterdam]',
      'IST',
    ])
      test(JSON.stringify(zone), () => {
        assert.throws(
          () => checkTimeZone(zone, '#/weighBridges/3/timeZone'),
          (error: { code: string; options: { errors: { pointer: string }[] } }) =>
            error.code === 'validation-failed' && error.options.errors[0]!.pointer === '#/weighBridges/3/timeZone',
          JSON.stringify(zone),
        );
      });
  });
});

describe('a weigh bridge', () => {
  test('is read as it was added, also by another process', async () => {
    const added = await store.add('o', 'Gate', 'Europe/Oslo');
    assert.deepEqual(added, {
      ...{ id: added.id, organisationId: 'o', name: 'Gate', timeZone: 'Europe/Oslo' },
      ...{ createdAt: clock.now(), modifiedAt: clock.now() },
    });
    assert.deepEqual(await store.get(added.id), added);
    assert.deepEqual(await new WeighBridgeStore(database, clock).get(added.id), added);
    assert.equal(await store.get(crypto.randomUUID()), undefined);
  });

  test('cannot be created with an invalid time zone, nor changed to one', async () => {
    await assert.rejects(store.add('nobody', 'Gate', 'Mars/Olympus'), { code: 'validation-failed' });
    assert.deepEqual(await store.list('nobody'), []);
    const added = await store.add('o', 'Gate', 'Europe/Oslo');
    await assert.rejects(store.change(added.id, { name: 'x', timeZone: '+01:00' }), { code: 'validation-failed' });
    assert.deepEqual(await store.get(added.id), added);
  });

  test('changes only in the given fields, and the change shows at once', async () => {
    const added = await store.add('o', 'Gate', 'Europe/Oslo');
    await store.get(added.id);
    clock.pass(1000);
    const named = await store.change(added.id, { name: 'Pit' });
    assert.deepEqual(named, { ...added, name: 'Pit', modifiedAt: clock.now() });
    assert.deepEqual(await store.get(added.id), named);
    const moved = await store.change(added.id, { timeZone: 'Asia/Tokyo' });
    assert.deepEqual([moved.name, moved.timeZone], ['Pit', 'Asia/Tokyo']);
    await assert.rejects(store.change(crypto.randomUUID(), { name: 'x' }), { code: 'not-found' });
  });

  test('may be named in upper or lower case, and is the same weigh bridge', async () => {
    const added = await store.add('o', 'Gate', 'Europe/Oslo');
    const mixed = [...added.id].map((letter, i) => (i % 2 === 0 ? letter.toUpperCase() : letter)).join('');
    assert.deepEqual([await store.get(mixed), await store.get(added.id.toUpperCase())], [added, added]);
    clock.pass(1000);
    const changed = await store.change(added.id.toUpperCase(), { timeZone: 'Asia/Tokyo' });
    assert.equal(changed.timeZone, 'Asia/Tokyo');
    for (const id of [added.id, mixed]) assert.deepEqual(await store.get(id), changed);
    assert.deepEqual(
      (await store.list('o')).find(({ id }) => id === added.id),
      changed,
      'and on the disk',
    );
  });

  test('is unchanged if the check of a change fails', async () => {
    const added = await store.add('o', 'Gate', 'Europe/Oslo');
    const check = (present: WeighBridge) => {
      assert.deepEqual(present, added);
      throw new Error('another version');
    };
    await assert.rejects(store.change(added.id, { name: 'x' }, check), /another version/);
    assert.deepEqual(await store.get(added.id), added);
  });
});

test('after any additions and changes, each organisation’s list is its own, by name, and consistent with single reads', async () => {
  const step = fc.record({
    of: fc.constantFrom('a', 'b'),
    name: fc.constantFrom('N', 'S', 'é', 'n'),
    change: fc.option(fc.nat()),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.uuid(), async (steps, round) => {
      const model: WeighBridge[] = [];
      for (const { of, name, change } of steps) {
        clock.pass(1);
        const at = change === null || model.length === 0 ? -1 : change % model.length;
        if (at < 0) model.push(await store.add(`${of}${round}`, name, 'UTC'));
        else model[at] = await store.change(model[at]!.id, { name });
        for (const whose of ['a', 'b']) {
          const own = model.filter(({ organisationId }) => organisationId === `${whose}${round}`);
          own.sort((x, y) => (x.name === y.name ? (x.id < y.id ? -1 : 1) : x.name < y.name ? -1 : 1));
          assert.deepEqual(await store.list(`${whose}${round}`), own);
        }
        for (const one of model) assert.deepEqual(await store.get(one.id), one);
      }
    }),
    { numRuns: 15 },
  );
});
