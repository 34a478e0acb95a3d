import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { ConstraintFailure } from './constraint-failure.ts';
import type { SpaceStore, Transaction, Value } from './space-store.ts';

/**
 * A store with an empty table of things, created in whatever way its engine needs: see the SQLite form next to
 * `spaceStoreContract`.
 */
export interface ContractStore {
  readonly store: SpaceStore;
  close(): Promise<void>;
}

/** The tables that the contract needs, as SQLite creates them. */
export const THINGS = `CREATE TABLE things (
  id INTEGER PRIMARY KEY, name TEXT UNIQUE, "bigNumber" INTEGER, "realNumber" REAL, bytes BLOB
) STRICT;
CREATE TABLE numbered (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE named (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT`;

const ADD = 'INSERT INTO things (id, name) VALUES (?, ?)';
const COUNT = 'SELECT count(*) AS number FROM things';

/**
 * The tests of every `SpaceStore`.
 * @param make opens a new store with the tables of `THINGS`, without rows
 */
export function spaceStoreContract(make: () => Promise<ContractStore>): void {
  let made: ContractStore;
  let store: SpaceStore;
  before(async () => {
    made = await make();
    ({ store } = made);
  });
  after(() => made.close());
  /** Numbers for things, so that tests can share one store. */
  let last = 0;
  const next = (): number => ++last;
  const add = (tx: Transaction, id: number, name = `thing ${id}`) => tx.run(ADD, id, name);
  const nameOf = async (id: number): Promise<string | undefined> =>
    (await store.first<{ name: string }>('SELECT name FROM things WHERE id = ?', id))?.name;

  describe('reading', () => {
    const columns: [string, Value, Value, Value, Value][] = [
      ['nothing', null, null, null, null],
      ['empty values', '', 0, 0, new Uint8Array()],
      [
        'large values',
        '𝄞 ‮ é\n',
        Number.MAX_SAFE_INTEGER,
        Number.MAX_VALUE,
        Uint8Array.from({ length: 300 }, (_, i) => i),
      ],
      ['small values', ' ', Number.MIN_SAFE_INTEGER, 5e-324, new Uint8Array([0])],
    ];
    for (const [what, text, bigNumber, realNumber, bytes] of columns) {
      test(`returns ${what} as they were written, by column names`, async () => {
        const id = next();
        await store.write((tx) =>
          tx.run(
            'INSERT INTO things (id, name, bigNumber, realNumber, bytes) VALUES (?, ?, ?, ?, ?)',
            ...[id, text, bigNumber, realNumber, bytes],
          ),
        );
        const sql = 'SELECT id, name AS text, bigNumber, realNumber, bytes FROM things WHERE id = ?';
        const row = await store.first(sql, id);
        assert.deepEqual(Object.keys(row!), ['id', 'text', 'bigNumber', 'realNumber', 'bytes']);
        const plain = (value: Value | undefined) => (value instanceof Uint8Array ? [...value] : value);
        assert.deepEqual(Object.values(row!).map(plain), [id, text, bigNumber, realNumber, bytes].map(plain));
      });
    }

    test('returns all rows in the order of the statement, the first of them, or undefined', async () => {
      const ids = [next(), next(), next()];
      await store.write(async (tx) => {
        for (const id of ids) await add(tx, id);
      });
      const sql = 'SELECT id FROM things WHERE id BETWEEN ? AND ? ORDER BY id DESC';
      const expected = ids.toReversed().map((id) => ({ id }));
      assert.deepEqual(await store.read(sql, ids[0]!, ids[2]!), expected);
      assert.deepEqual(await store.first(sql, ids[0]!, ids[2]!), expected[0]);
      assert.deepEqual(await store.read(sql, -2, -1), []);
      assert.equal(await store.first(sql, -2, -1), undefined);
    });

    test('writes nothing', async () => {
      await assert.rejects(async () => store.read(ADD, -1, 'written by a read'));
      assert.equal(await nameOf(-1), undefined);
    });

    test('fails with the fault of the statement', async () => {
      await assert.rejects(async () => store.read('SELECT nonsense FROM things'), /nonsense/);
      await assert.rejects(async () => store.first('SELECT id FROM nowhere'), /nowhere/);
    });
  });

  for (const way of ['write', 'many'] as const) {
    describe(`writing (${way})`, () => {
      const write: SpaceStore['write'] = (body, weight) => store[way](body, weight);

      test("returns the body's result, and the next read shows it", async () => {
        const id = next();
        assert.equal(await write(async (tx) => `${await add(tx, id, `${way} first`)} row`), '1 row');
        assert.equal(await nameOf(id), `${way} first`);
      });

      test('counts the rows that a statement changed', async () => {
        const [a, b] = [next(), next()];
        const counts = await write(async (tx) => [
          ...[await add(tx, a), await add(tx, b)],
          await tx.run('UPDATE things SET bigNumber = 1 WHERE id IN (?, ?)', a, b),
          await tx.run('UPDATE things SET bigNumber = 2 WHERE id = ?', -1),
          await tx.run('DELETE FROM things WHERE id = ?', b),
        ]);
        assert.deepEqual(counts, [1, 1, 2, 0, 1]);
      });

      test('returns rows of a statement that writes', async () => {
        const id = next();
        const row = await write((tx) =>
          tx.first('INSERT INTO things (id, name) VALUES (?, ?) RETURNING id, name', id, `returned ${way}`),
        );
        assert.deepEqual(row, { id, name: `returned ${way}` });
      });

      test('shows a body its own writes, and nobody else before the commit', async () => {
        const id = next();
        const seen = await write(async (tx) => {
          await add(tx, id, `inside ${way}`);
          const inside = await tx.first('SELECT name FROM things WHERE id = ?', id);
          return [inside, await nameOf(id)];
        });
        assert.deepEqual(seen, [{ name: `inside ${way}` }, undefined]);
        assert.equal(await nameOf(id), `inside ${way}`);
      });

      test('undoes everything that a body wrote before it threw, and nothing of its neighbours', async () => {
        const ids = Array.from({ length: 20 }, next);
        const writes = ids.map((id, i) =>
          write(async (tx) => {
            await add(tx, id);
            if (i % 3 === 1) throw new RangeError(`as asked: ${i}`);
            await tx.run('UPDATE things SET bigNumber = ? WHERE id = ?', i, id);
            return i;
          }),
        );
        for (const [i, outcome] of (await Promise.allSettled(writes)).entries()) {
          if (i % 3 === 1) assert.match(String((outcome as PromiseRejectedResult).reason), /^RangeError: as asked/);
          else assert.deepEqual(outcome, { status: 'fulfilled', value: i });
        }
        const kept = await store.read('SELECT id, bigNumber AS i FROM things WHERE id >= ? ORDER BY id', ids[0]!);
        assert.deepEqual(
          kept,
          ids.flatMap((id, i) => (i % 3 === 1 ? [] : [{ id, i }])),
        );
      });

      test('refuses a constraint violation with a ConstraintFailure, alone', async () => {
        const [a, b] = [next(), next()];
        const outcomes = await Promise.allSettled([
          write((tx) => add(tx, a)),
          write((tx) => add(tx, a, `again ${a}`)),
          write((tx) => add(tx, b)),
        ]);
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled'],
        );
        assert.ok((outcomes[1] as PromiseRejectedResult).reason instanceof ConstraintFailure);
      });

      test('undoes a part of a body that the body itself rolls back', async () => {
        const [kept, undone] = [next(), next()];
        await write(async (tx) => {
          await add(tx, kept);
          await tx.run('SAVEPOINT part');
          await add(tx, undone);
          await tx.run('ROLLBACK TO part');
          await tx.run('RELEASE part');
        });
        assert.deepEqual([await nameOf(kept), await nameOf(undone)], [`thing ${kept}`, undefined]);
      });

      test('runs bodies one at a time, in the order of the calls', async () => {
        const id = next();
        const before: number[] = [];
        await write((tx) => tx.run('INSERT INTO things (id, bigNumber) VALUES (?, 0)', id));
        const writes = Array.from({ length: 300 }, (_, i) =>
          write(async (tx) => {
            const row = await tx.first<{ number: number }>('SELECT bigNumber AS number FROM things WHERE id = ?', id);
            before[i] = row!.number;
            await tx.run('UPDATE things SET bigNumber = ? WHERE id = ?', row!.number + 1, id);
          }),
        );
        await Promise.all(writes);
        assert.deepEqual(
          before,
          Array.from({ length: 300 }, (_, i) => i),
        );
      });

      test('accepts no statement when the body is over', async () => {
        let kept: Transaction | undefined;
        await write((tx) => {
          kept = tx;
        });
        await assert.rejects(async () => add(kept!, next()));
        await assert.rejects(async () => kept!.read(COUNT));
      });
    });
  }

  describe('many lists of values for one statement', () => {
    const INSERT = `INSERT INTO things (id, name, bigNumber, realNumber, bytes) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING RETURNING id`;
    const FIND = 'SELECT id, name, bigNumber, realNumber, bytes FROM things WHERE id = ? AND bigNumber IS ?';
    const inOrder = <R extends { readonly id: number }>(rows: readonly R[]) => rows.toSorted((a, b) => a.id - b.id);

    test('are inserted and found, without those that a constraint keeps out', async () => {
      const [a, b, c] = [next(), next(), next()];
      const large = Number.MAX_SAFE_INTEGER;
      const lists: Value[][] = [
        [a, 'quoted " \\ {, }', large, 0.25, new Uint8Array([0, 255])],
        [b, null, null, -1, null],
        [a, 'the same number', large, 0, null],
        [c, ' list 😀 ä', -large, null, new Uint8Array()],
      ];
      const [inserted, found] = await store.write(async (tx) => [
        await tx.readEach<{ id: number }>(INSERT, lists),
        await tx.readEach<{ id: number; bytes: Uint8Array | null }>(FIND, [
          ...[
            [a, large],
            [b, null],
            [c, -large],
          ],
          ...[
            [a, 1],
            [-1, null],
          ],
        ]),
      ]);
      assert.deepEqual(
        inOrder(inserted).map(({ id }) => id),
        [a, b, c],
      );
      assert.deepEqual(
        inOrder(found).map(({ bytes, ...row }) => [...Object.values(row), bytes && [...bytes]]),
        [lists[0], lists[1], lists[3]].map((list) => list!.map((one) => (one instanceof Uint8Array ? [...one] : one))),
      );
    });

    test('keep every text as it is', async () => {
      const marked = fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\u0001',
        '{',
        '}',
        ',',
        'NULL',
        'n',
        'u0041',
        '\u2028',
        'é',
        '😀',
      );
      const text = fc.array(marked, { maxLength: 8 }).map((parts) => parts.join(''));
      const property = fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
        const rows = texts.map((one): [number, string] => {
          const id = next();
          return [id, `${id} ${one}`];
        });
        const found = await store.write(async (tx) => {
          await tx.insertEach(ADD, rows);
          const names = rows.map(([, name]) => [name]);
          return tx.readEach<{ id: number; name: string }>('SELECT id, name FROM things WHERE name = ?', names);
        });
        assert.deepEqual(
          inOrder(found).map(({ id, name }) => [id, name]),
          rows,
        );
      });
      await fc.assert(property, { numRuns: 50 });
    });

    test('may all lack a value, and may be none at all', async () => {
      const ids = [next(), next()];
      await store.write(async (tx) => {
        const lists = ids.map((id) => [id, null, null, null, null]);
        assert.equal((await tx.readEach(INSERT, lists)).length, 2);
        assert.deepEqual(await tx.readEach(INSERT, []), []);
        const finds = ids.map((id) => [id, null]);
        assert.equal((await tx.readEach(FIND, finds)).length, 2);
      });
    });

    for (const kind of ['write', 'many'] as const)
      test(`which ${kind} does not await are stored with their operation, or undo it alone`, async () => {
        const [ids, refused] = [[next(), next(), next()], next()];
        const add = (...wanted: readonly number[]) =>
          store[kind](async (tx) => {
            void tx.insertEach(
              ADD,
              wanted.map((id) => [id, `${id} is not awaited`]),
            );
          });
        const outcomes = await Promise.allSettled([add(ids[0]!, ids[1]!), add(refused, ids[0]!), add(ids[2]!), add()]);
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
        );
        assert.ok((outcomes[1] as PromiseRejectedResult).reason instanceof ConstraintFailure);
        assert.deepEqual(
          await store.read('SELECT id FROM things WHERE id BETWEEN ? AND ? ORDER BY id', ids[0]!, refused),
          ids.map((id) => ({ id })),
        );
      });
  });

  test('numbers drawn for rows are fresh and ascending, and no other row gets them', async () => {
    const insert = 'INSERT INTO numbered (id) VALUES (?)';
    const draw = () =>
      store.write(async (tx) => {
        const numbers = await tx.numbers('numbered', 'id', 3);
        void tx.insertEach(
          insert,
          numbers.map((id) => [id]),
        );
        return numbers;
      });
    const drawn = [...(await draw()), ...(await draw())];
    await store.write((tx) => tx.run('INSERT INTO numbered DEFAULT VALUES'));
    const ids = (await store.read<{ id: number }>('SELECT id FROM numbered ORDER BY id')).map(({ id }) => id);
    assert.deepEqual(ids.slice(0, -1), drawn);
    assert.equal(new Set(ids).size, 7);
  });

  test('one row is inserted under a key that the engine draws, unless its name is taken', async () => {
    const insert = 'INSERT INTO named (name) VALUES (?) ON CONFLICT DO NOTHING';
    const ids = await store.write(async (tx) => [
      await tx.insert(insert, 'id', 'a'),
      await tx.insert(insert, 'id', 'a'),
      await tx.insert(insert, 'id', 'b'),
    ]);
    assert.equal(ids[1], undefined);
    assert.deepEqual(await store.read('SELECT id, name FROM named ORDER BY id'), [
      { id: ids[0], name: 'a' },
      { id: ids[2], name: 'b' },
    ]);
  });

  test('a list that becomes no row fails its operation', async () => {
    const [id, fresh] = [next(), next()];
    const insert = (...ids: readonly number[]) =>
      store.write(async (tx) => {
        void tx.insertEach(
          `${ADD} ON CONFLICT DO NOTHING`,
          ids.map((one) => [one, 'kept']),
        );
      });
    await insert(id);
    await assert.rejects(insert(fresh, id));
    assert.deepEqual([await nameOf(id), await nameOf(fresh)], ['kept', undefined]);
  });

  describe('calls done together', () => {
    const insert = async (tx: Transaction, ids: readonly number[]) => {
      const lists = ids.map((id) => [id, `together ${id}`]);
      const added = await tx.readEach<{ id: number }>(`${ADD} RETURNING id`, lists);
      if (ids.some((id) => id < 0)) throw new RangeError('as asked');
      return ids.map((id) => added.some((row) => row.id === id));
    };

    test('each get their own outcome, and one that fails fails alone', async () => {
      const ids = Array.from({ length: 40 }, next);
      assert.deepEqual(
        await Promise.all(ids.map((id) => store.together(insert, id))),
        ids.map(() => true),
      );
      const [fresh, another] = [next(), next()];
      const outcomes = await Promise.allSettled([fresh, ids[3]!, -7, another].map((id) => store.together(insert, id)));
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
      );
      assert.ok((outcomes[1] as PromiseRejectedResult).reason instanceof ConstraintFailure);
      assert.match(String((outcomes[2] as PromiseRejectedResult).reason), /^RangeError: as asked/);
      assert.deepEqual([await nameOf(fresh), await nameOf(-7)], [`together ${fresh}`, undefined]);
    });

    test('run after what was asked before them, and before what is asked after them', async () => {
      const [a, b] = [next(), next()];
      const counts = await Promise.all([
        store.write((tx) => add(tx, a)),
        store.together(insert, b),
        store.many((tx) => tx.run('DELETE FROM things WHERE id IN (?, ?)', a, b)),
      ]);
      assert.deepEqual(counts, [1, true, 2]);
    });
  });

  test('settled: a later read shows every operation that had begun', async () => {
    const id = next();
    let begun!: () => void;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const written = store.write(async (tx) => {
      begun();
      await add(tx, id);
    });
    await hasBegun;
    await store.settled();
    assert.equal(await nameOf(id), `thing ${id}`);
    await written;
  });

  test('has no trouble', () => assert.equal(store.trouble, undefined));

  test('holds what a plain map would, for any concurrent writes', async () => {
    const step = fc.record({
      way: fc.constantFrom('write' as const, 'many' as const),
      does: fc.constantFrom('add' as const, 'change' as const, 'delete' as const),
      key: fc.integer({ min: 1, max: 6 }),
      throws: fc.boolean(),
      weight: fc.constantFrom(1, 1, 0, 400),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const first = last + 1;
        last += 6;
        const model = new Map<number, number>();
        const expected: boolean[] = [];
        const outcomes = await Promise.allSettled(
          steps.map(({ way, does, key, throws, weight }, i) => {
            const id = first + key - 1;
            const fails = throws || (does === 'add' && model.has(id));
            expected.push(!fails);
            if (!fails && (does === 'add' || (does === 'change' && model.has(id)))) model.set(id, i);
            if (!fails && does === 'delete') model.delete(id);
            return store[way](async (tx) => {
              if (does === 'add') await tx.run('INSERT INTO things (id, bigNumber) VALUES (?, ?)', id, i);
              else if (does === 'change') await tx.run('UPDATE things SET bigNumber = ? WHERE id = ?', i, id);
              else await tx.run('DELETE FROM things WHERE id = ?', id);
              if (throws) throw new Error('as asked');
            }, weight);
          }),
        );
        assert.deepEqual(
          outcomes.map(({ status }) => status === 'fulfilled'),
          expected,
        );
        const sql = 'SELECT id, bigNumber AS i FROM things WHERE id BETWEEN ? AND ? ORDER BY id';
        const rows = await store.read<{ id: number; i: number }>(sql, first, last);
        assert.deepEqual(
          rows.map(({ id, i }) => [id, i]),
          [...model].toSorted(([a], [b]) => a - b),
        );
      }),
      { numRuns: 60 },
    );
  });
}
