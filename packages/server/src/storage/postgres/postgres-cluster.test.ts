import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LEASE_MS, LOOK_MS } from '../port/cluster.ts';
import { connectClient } from './connections.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import { PostgresStore } from './postgres-store.ts';
import { startTestPostgres, type TestPostgres } from './testing/test-postgres.ts';

const started = await startTestPostgres();

if (typeof started === 'string') test('the servers of a database', { skip: started }, () => {});
else {
  after(() => started.close());
  await servers(started);
}

async function servers(postgres: TestPostgres): Promise<void> {
  const url = await postgres.database();

  describe('the servers of a database', () => {
    test('hold a lease one at a time, and it is free when its holder leaves', async () => {
      const first = await PostgresCluster.join(url);
      await using second = disposable(await PostgresCluster.join(url));
      assert.equal(await first.hold('sweep'), true);
      assert.equal(await second.hold('sweep'), false);
      assert.deepEqual([first.holds('sweep'), second.holds('sweep')], [true, false]);
      await first.release('sweep');
      assert.equal(first.holds('sweep'), false);
      assert.equal(await takes(second, 'sweep', 2 * LOOK_MS), true, 'it was given back');
      assert.equal(await first.hold('other'), true);
      await first.close();
      assert.equal(await takes(second, 'other', 2 * LOOK_MS), true, 'its holder has left');
    });

    test('take over from one that is silent, which then gets a new id and holds nothing', async () => {
      await using first = disposable(await PostgresCluster.join(url));
      await using second = disposable(await PostgresCluster.join(url));
      await first.hold('imports');
      const before = first.id;
      assert.equal(await second.isGone(before), false);
      // As another server does after a lease without a sign of life.
      const client = await connectClient(url, 'cluster');
      await client.query('DELETE FROM servers WHERE id = $1', [before]);
      await client.end();
      assert.equal(await second.isGone(before), true);
      assert.equal(await takes(second, 'imports', LEASE_MS), true);
      await until(() => first.id !== before, 3 * LOOK_MS);
      assert.deepEqual([first.holds('imports'), await first.hold('imports')], [false, false]);
    });

    test('remove a row without signs of life after a lease', async () => {
      await using first = disposable(await PostgresCluster.join(url));
      const client = await connectClient(url, 'cluster');
      await client.query("INSERT INTO servers VALUES ('dead', 'all', '', clock_timestamp())");
      await client.end();
      const begun = performance.now();
      while (!(await first.isGone('dead'))) await pause(100);
      const took = performance.now() - begun;
      assert.ok(took > LEASE_MS - LOOK_MS && took < LEASE_MS + 2 * LOOK_MS + 1000, `${took} ms`);
    });

    test('count together what is open, also when they ask at once, and no longer what one had that ended', async () => {
      const first = await PostgresCluster.join(url);
      await using second = disposable(await PostgresCluster.join(url));
      assert.deepEqual(await Promise.all([first.open('streams a', 3, 5), first.open('streams b', 9, 5)]), [
        true,
        false,
      ]);
      assert.deepEqual([await second.open('streams a', 3, 5), await second.open('streams a', 2, 5)], [false, true]);
      assert.deepEqual([await first.open('streams a', 4, 5), await second.open('streams b', 5, 5)], [false, true]);
      await second.open('streams a', 1);
      assert.equal(await first.open('streams a', 4, 5), true, 'the other one has closed one');
      await first.open('streams a', 0);
      assert.equal(await second.open('streams a', 5, 5), true);
      for (let round = 0; round < 20; round++) {
        const taken = await Promise.all([first, second].map((one) => one.open(`round ${round}`, 1, 1)));
        assert.deepEqual(taken.sort(), [false, true], 'one of both has the last place');
      }
      await first.open('streams c', 5, 5);
      const client = await connectClient(url, 'cluster');
      await client.query('DELETE FROM servers WHERE id = $1', [first.id]);
      assert.equal(await second.open('streams c', 5, 5), true, 'a dead server has nothing open');
      await client.end();
      await first.close();
    });

    test('forget what another one has changed, and tell each other things', async () => {
      await using first = disposable(await PostgresCluster.join(url));
      await using second = disposable(await PostgresCluster.join(url));
      const store = await PostgresStore.open(url, 'marked', [], { memory: first.memoryOf('marked') });
      const forgotten: string[] = [];
      second.memoryOf('marked').onMark('tokens', () => forgotten.push('tokens'));
      second.memoryOf('marked').onMark('bridges', () => forgotten.push('bridges'));
      await assert.rejects(
        store.write(async (tx) => {
          await tx.mark('bridges');
          throw new Error('undone');
        }),
        /undone/,
      );
      const begun = performance.now();
      await store.write((tx) => tx.mark('tokens'));
      await until(() => forgotten.length > 0, 3 * LOOK_MS);
      assert.ok(performance.now() - begun < LOOK_MS / 2, 'by a notice, not by the next look');
      assert.deepEqual(forgotten, ['tokens']);
      const ranges = [await store.write((tx) => tx.range()), await store.write((tx) => tx.range())];
      assert.equal(ranges[1], ranges[0]! + 1, 'each number once');
      await store.close();
      const heard: string[] = [];
      for (const one of [first, second]) one.onTold('job', (text) => heard.push(text));
      first.tell('job', 'a');
      first.tell('other', 'b');
      first.tell('job', 'c');
      await until(() => heard.length === 2, LOOK_MS);
      assert.deepEqual(heard, ['a', 'c'], 'the other one hears them, in order');
    });

    test('refuse one with files elsewhere, and everybody while one needs the database for itself', async () => {
      const first = await PostgresCluster.join(url, { place: 'outside' });
      await (await PostgresCluster.join(url, { place: 'outside' })).close();
      await assert.rejects(PostgresCluster.join(url, { isAlone: true }), /^DatabaseInUse: A server works on this/);
      await assert.rejects(PostgresCluster.join(url, { place: 'here:/data', isOwnPlace: true }), /files elsewhere/);
      await first.close();
      await using _ = disposable(await PostgresCluster.join(url, { isAlone: true }));
      await assert.rejects(PostgresCluster.join(url), /^DatabaseInUse: A server of an earlier version/);
    });
  });
}

function disposable<T extends { close(): Promise<void> }>(one: T): T & AsyncDisposable {
  return Object.assign(one, { [Symbol.asyncDispose]: () => one.close() });
}

/** Asks for a lease until it is taken. */
async function takes(cluster: PostgresCluster, name: string, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await cluster.hold(name)) return true;
    await pause(50);
  }
  return false;
}

async function until(holds: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!holds()) {
    assert.ok(performance.now() < end, `not within ${ms} ms`);
    await pause(5);
  }
}
