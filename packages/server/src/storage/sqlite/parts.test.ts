import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { ProblemError } from '../../core/problem.ts';
import { DataDirectoryDamaged, openFailure } from '../damaged.ts';
import { makeDataDirectory, syncFolder } from '../data-directory.ts';
import { storageFailure } from '../failure.ts';
import { ConstraintFailure } from '../port/constraint-failure.ts';
import type { Transaction } from '../port/space-store.ts';
import { type Waiting, WriteQueue } from '../write-queue.ts';
import { storeFailure } from './store-failure.ts';
import { ThreadCaller } from './thread-caller.ts';
import { Transactions } from './transactions.ts';

const directory = mkdtempSync(join(tmpdir(), 'fieldbridge-parts-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** Lets the event loop turn. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

function memory(): { database: DatabaseSync; transactions: Transactions; names: () => unknown[] } {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE things (name TEXT UNIQUE) STRICT');
  const names = () =>
    database
      .prepare('SELECT name FROM things ORDER BY rowid')
      .all()
      .map(({ name }) => name);
  return { database, transactions: new Transactions(database), names };
}

describe('a transaction', () => {
  for (const way of ['run', 'runRepeatable'] as const) {
    test(`(${way}) holds what succeeded, in order, and nothing of what failed`, async () => {
      const operation = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), throws: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
          const { database, transactions, names } = memory();
          const outcomes = await transactions[way](
            operations.map(({ name, throws }) => async (tx) => {
              await tx.run('INSERT INTO things VALUES (?)', name);
              if (throws) throw new Error('as asked');
              return name;
            }),
          );
          const expected: string[] = [];
          for (const [i, { name, throws }] of operations.entries()) {
            const succeeds = !throws && !expected.includes(name);
            if (succeeds) expected.push(name);
            assert.deepEqual('value' in outcomes[i]! ? outcomes[i].value : 'failed', succeeds ? name : 'failed');
          }
          assert.deepEqual(names(), expected);
          assert.equal(database.isTransaction, false);
          database.close();
        }),
        { numRuns: 60 },
      );
    });
  }

  test('that cannot be begun fails as a whole, and the next one works', async () => {
    const { database, transactions, names } = memory();
    database.exec('BEGIN');
    await assert.rejects(transactions.run([() => 1]), /within a transaction/);
    assert.equal(database.isTransaction, false, 'nothing stays open');
    assert.deepEqual(await transactions.run([() => 2]), [{ value: 2 }]);
    assert.deepEqual(names(), []);
    database.close();
  });

  test('runs repeatable operations a second time only if something failed', async () => {
    const { database, transactions } = memory();
    let runs = 0;
    const count = (): number => ++runs;
    await transactions.runRepeatable([count, count]);
    assert.equal(runs, 2);
    const fails = (): never => {
      throw new Error('as asked');
    };
    const outcomes = await transactions.runRepeatable([count, fails, count]);
    assert.deepEqual(
      outcomes.map((one) => ('value' in one ? one.value : 'failed')),
      [4, 'failed', 5],
    );
    database.close();
  });
});

describe('a write operation that', () => {
  const insert = 'INSERT INTO things VALUES (?)';
  const cases: [string, RegExp, (tx: Transaction, kept: Transaction[]) => Promise<unknown>][] = [
    [
      'waits for something other than its transaction is undone',
      /waited for something other than its transaction/,
      async (tx) => {
        await tx.run(insert, 'half');
        await turns(3);
        await tx.run(insert, 'late');
      },
    ],
    [
      'uses the transaction of an ended one is refused',
      /The transaction is over/,
      async (_tx, [over]) => over!.run(insert, 'late'),
    ],
  ];
  for (const [what, message, body] of cases) {
    for (const way of ['run', 'runRepeatable'] as const) {
      test(`(${way}) ${what}, and no other with it`, async () => {
        const { database, transactions, names } = memory();
        const kept: Transaction[] = [];
        const outcomes = await transactions[way]([
          async (tx) => {
            kept.push(tx);
            await tx.run(insert, 'a');
          },
          (tx) => body(tx, kept),
          (tx) => tx.run(insert, 'b'),
        ]);
        assert.match(String((outcomes[1] as { error: unknown }).error), message);
        await turns(5);
        assert.deepEqual(names(), ['a', 'b']);
        assert.equal(database.isTransaction, false);
        database.close();
      });
    }
  }
});

describe('the queue of writes', () => {
  const waiting = (weight = 1, isRepeatable = false): Waiting => ({
    ...{ body: () => {}, weight, isRepeatable, resolve: () => {}, reject: () => {} },
  });

  test('returns what was added, in order, however it is taken', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('push' as const), fc.integer({ min: 1, max: 5 })), { maxLength: 60 }),
        (steps) => {
          const queue = new WriteQueue();
          const [pushed, taken]: [Waiting[], Waiting[]] = [[], []];
          for (const step of steps) {
            if (step === 'push') {
              pushed.push(waiting());
              queue.push(pushed.at(-1)!);
            } else if (!queue.isEmpty) {
              const some = queue.take(step);
              assert.ok(some.length >= 1 && some.length <= step);
              taken.push(...some);
            }
          }
          while (!queue.isEmpty) taken.push(...queue.take(3));
          assert.deepEqual(taken, pushed);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('always takes the first, and others only if they weigh no more and are as repeatable as the first', () => {
    const queue = new WriteQueue();
    const all = [waiting(9, true), waiting(1, true), waiting(1), waiting(0), waiting(1), waiting()];
    for (const one of all) queue.push(one);
    assert.deepEqual(queue.take(5), all.slice(0, 1));
    assert.deepEqual(queue.take(5), all.slice(1, 2));
    assert.deepEqual(queue.take(2), all.slice(2, 4), 'a weight of 0 counts as 1');
    assert.deepEqual(queue.take(5), all.slice(4));
    assert.ok(queue.isEmpty);
  });

  test('knows the weight of its members', () => {
    const queue = new WriteQueue();
    assert.equal(queue.reaches(1), false);
    queue.push(waiting(7));
    queue.push(waiting(9));
    assert.deepEqual(
      [15, 16, 17].map((weight) => queue.reaches(weight)),
      [true, true, false],
    );
  });
});

describe('a thread that answers requests', () => {
  /** A thread that answers when the test says so. */
  class FakeWorker extends EventEmitter {
    readonly asked: { id: number; text: string }[] = [];
    kept = 0;
    ref(): void {
      this.kept++;
    }
    unref(): void {
      this.kept = 0;
    }
    postMessage(question: { id: number; text: string }): void {
      this.asked.push(question);
    }
  }
  function make() {
    const workers: FakeWorker[] = [];
    const caller = new ThreadCaller<{ id: number; text: string }, { id: number; answer: string }>(
      () => {
        workers.push(new FakeWorker());
        return workers.at(-1) as unknown as Worker;
      },
      (error) => new Error(error === undefined ? 'it has ended' : `it threw: ${error.message}`),
    );
    return { caller, workers };
  }

  test('is started with the first request and gives each answer to its caller', async () => {
    const { caller, workers } = make();
    assert.equal(caller.worker, undefined);
    const answers = ['a', 'b', 'c'].map((text) => caller.ask({ text }));
    assert.equal(workers.length, 1);
    const [worker] = workers as [FakeWorker];
    for (const { id, text } of worker.asked.toReversed()) worker.emit('message', { id, answer: text.toUpperCase() });
    assert.deepEqual(
      (await Promise.all(answers)).map(({ answer }) => answer),
      ['A', 'B', 'C'],
    );
    worker.emit('message', { id: 99, answer: 'nobody asked' });
  });

  test('keeps the process alive only while somebody waits', async () => {
    const { caller, workers } = make();
    const asked = ['a', 'b'].map((text) => caller.ask({ text }));
    const [worker] = workers as [FakeWorker];
    assert.ok(worker.kept > 0);
    worker.emit('message', { id: worker.asked[0]!.id, answer: '' });
    assert.ok(worker.kept > 0, 'one is still waiting');
    worker.emit('message', { id: worker.asked[1]!.id, answer: '' });
    assert.equal(worker.kept, 0);
    await Promise.all(asked);
  });

  test('when closed, keeps the process alive until it has ended, whatever it answers before that', async () => {
    const { caller, workers } = make();
    await caller.close(() => assert.fail('no thread is running'));
    const loaded = caller.ask({ text: 'a' });
    const [worker] = workers as [FakeWorker];
    let isClosed = false;
    const closed = caller.close(() => worker.emit('asked')).then(() => (isClosed = true));
    worker.emit('message', { id: worker.asked[0]!.id, answer: '' });
    await loaded;
    assert.ok(worker.kept > 0, 'otherwise the process would end in the middle of its stop');
    assert.ok(!isClosed);
    worker.emit('exit', 0);
    await closed;
    assert.equal(caller.worker, undefined);
  });

  test('that ends before it answers leaves nobody waiting; the next request starts another', async () => {
    const { caller, workers } = make();
    const lost = [caller.ask({ text: 'a' }), caller.ask({ text: 'b' })];
    workers[0]!.emit('error', new Error('a defect'));
    workers[0]!.emit('exit', 1);
    for (const one of lost) await assert.rejects(one, /it threw: a defect/);
    assert.equal(caller.worker, undefined);
    const next = caller.ask({ text: 'c' });
    assert.equal(workers.length, 2);
    workers[0]!.emit('exit', 1);
    workers[1]!.emit('message', { id: workers[1]!.asked[0]!.id, answer: 'C' });
    assert.equal((await next).answer, 'C', 'the end of the first is not the end of the second');
    const ended = caller.ask({ text: 'd' });
    workers[1]!.emit('exit', 0);
    await assert.rejects(ended, /it has ended/);
  });
});

describe('failures', () => {
  const sqlite = (errcode: number): Error =>
    Object.assign(new Error('as SQLite says'), { code: 'ERR_SQLITE_ERROR', errcode });
  const system = (code: string): Error => Object.assign(new Error(code), { code });

  test('of the disk and the store become problems that say what to do; all others stay unchanged', () => {
    const codeOf = (error: unknown): unknown => (storeFailure(error) as ProblemError).code;
    for (const error of [system('ENOSPC'), system('EDQUOT'), sqlite(13), sqlite(13 | (1 << 8))])
      assert.equal(codeOf(error), 'disk-full');
    for (const error of [
      system('EIO'),
      system('EMFILE'),
      system('ENFILE'),
      sqlite(5),
      sqlite(5 | (2 << 8)),
      sqlite(10),
      sqlite(10 | (4 << 8)),
    ]) {
      const problem = storeFailure(error) as ProblemError;
      assert.deepEqual([problem.code, problem.options.headers?.['retry-after']], ['unavailable', '5']);
      assert.equal(problem.cause, error, 'for the log');
    }
    for (const error of [system('ENOENT'), sqlite(1), sqlite(11), new Error('x'), 'text', 7])
      assert.equal(storeFailure(error), error);
    const problem = new ProblemError('conflict');
    assert.equal(storeFailure(problem), problem);
    assert.equal((storageFailure(system('ENOSPC')) as ProblemError).code, 'disk-full', 'also outside a space');
  });

  test('of a constraint are distinguished from others', () => {
    const { database } = memory();
    database.exec("INSERT INTO things VALUES ('a')");
    for (const [text, isConstraint] of [
      ["INSERT INTO things VALUES ('a')", true],
      ['INSERT INTO things VALUES (zeroblob(1))', true],
      ['INSERT INTO nothing VALUES (1)', false],
    ] as const) {
      try {
        database.exec(text);
        assert.fail(text);
      } catch (error) {
        assert.equal(storeFailure(error) instanceof ConstraintFailure, isConstraint, text);
      }
    }
    const other = Object.assign(new Error('x'), { code: 'OTHER', errcode: 19 });
    assert.equal(storeFailure(other), other);
    database.close();
  });

  test('to open a database name the file and the remedy; unforeseen errors stay unchanged', () => {
    for (const [errcode, advice] of [
      [8, /Let this user write/],
      [8 | (1 << 8), /Let this user write/],
      [10, /backup/],
      [11, /backup/],
      [26, /backup/],
      [14, /Let this user read and write/],
    ] as const) {
      const failure = openFailure('/data/x.sqlite', sqlite(errcode)) as Error;
      assert.ok(failure instanceof DataDirectoryDamaged);
      assert.match(failure.message, /^\/data\/x\.sqlite cannot be opened: as SQLite says\. /);
      assert.match(failure.message, advice);
    }
    // Nothing is damaged then, so the start says that room is needed.
    for (const errcode of [13, 4874]) {
      const failure = openFailure('/data/x.sqlite', sqlite(errcode));
      assert.ok(failure instanceof ProblemError && failure.code === 'disk-full', String(errcode));
    }
    for (const error of [sqlite(1), system('EISDIR'), new Error('x')]) assert.equal(openFailure('/x', error), error);
  });
});

describe('a data directory', () => {
  test('is created with all folders above it for its owner only, or left unchanged', () => {
    const path = join(directory, 'a/b/c');
    makeDataDirectory(path);
    for (const part of ['a', 'a/b', 'a/b/c']) assert.equal(statSync(join(directory, part)).mode & 0o777, 0o700, part);
    makeDataDirectory(path);
    makeDataDirectory('/');
    assert.doesNotThrow(() => syncFolder(path));
    assert.throws(() => syncFolder(join(directory, 'missing')), { code: 'ENOENT' });
  });

  test('is refused with the reason where no folder can be created, and the call returns', (t) => {
    assert.throws(() => makeDataDirectory('/proc/none/such'), /cannot be created: .* Choose another with --data/);
    assert.throws(() => makeDataDirectory(join(directory, '\0')), /null bytes/i);
    if (process.platform !== 'linux') return t.skip('/proc/self/status as a file in the way: this is not Linux');
    assert.throws(
      () => makeDataDirectory('/proc/self/status/x'),
      /a part of the path is a file|folders cannot be created/,
    );
  });
});
