import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Transactions } from './transactions.ts';
import { Writer } from './writer.ts';

/** The events of a writer, one after another; `at once` adds many operations in one turn, as connections do. */
type Step =
  | { readonly kind: 'write'; readonly isRepeatable: boolean; readonly weight: number; readonly fails: boolean }
  | { readonly kind: 'at once'; readonly isRepeatable: boolean; readonly count: number; readonly fails: boolean }
  | { readonly kind: 'sync ends'; readonly how: 'well' | 'fails' }
  | { readonly kind: 'hold' | 'let go' | 'turn' | 'settled' | 'drained' };

/** @param disk whether syncs may fail, after which everything is refused */
function stepsOf(disk: 'good' | 'failing'): fc.Arbitrary<Step[]> {
  const kind = <K extends string>(value: K) => fc.constant(value);
  const sync = disk === 'good' ? (['well'] as const) : (['well', 'well', 'fails'] as const);
  const fails = fc.constantFrom(false, false, true);
  const isRepeatable = fc.boolean();
  const weight = fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 30 }), fc.constant(1000));
  const count = fc.integer({ min: 20, max: 80 });
  const plain = fc.constantFrom('hold', 'let go', 'turn', 'turn', 'turn', 'settled', 'drained');
  return fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.record({ kind: kind('write'), isRepeatable, weight, fails }) },
      { weight: 2, arbitrary: fc.record({ kind: kind('at once'), isRepeatable, count, fails }) },
      { weight: 3, arbitrary: fc.record({ kind: kind('sync ends'), how: fc.constantFrom(...sync) }) },
      { weight: 6, arbitrary: fc.record({ kind: plain }) },
    ) as fc.Arbitrary<Step>,
    { maxLength: 60 },
  );
}

/** Lets promises and the event loop make progress. */
async function turn(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** A writer whose disk the test controls, and the rules it must follow. */
class Trial {
  readonly #database = new DatabaseSync(':memory:');
  /** How each operation was answered, by its number in order of the calls. */
  readonly #answers = new Map<number, 'value' | 'error'>();
  #asked = 0;
  /** Operations that may fail; others must not. */
  readonly #failing = new Set<number>();
  readonly #syncs: ((how: 'well' | 'fails') => void)[] = [];
  /** Certainly on the disk. */
  #durable = new Set<number>();
  #isBroken = false;
  #isHeld = false;
  #letGo: (() => void) | undefined;
  readonly #waits: Promise<unknown>[] = [];
  readonly #writer: Writer;

  constructor() {
    this.#database.exec('CREATE TABLE written (place INTEGER PRIMARY KEY, id INTEGER NOT NULL) STRICT');
    this.#writer = new Writer(new Transactions(this.#database), () => this.#sync());
  }

  /** Runs the steps, then lets everything end well, and checks that each was answered once. */
  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#do(step);
    this.#letGo?.();
    const drained = this.#writer.drained().then(() => true);
    for (let rounds = 0; !(await Promise.race([drained, turn()])); rounds++) {
      assert.ok(rounds < 1000, `not drained: ${this.#answers.size} of ${this.#asked} were answered`);
      this.#syncs.shift()?.('well');
    }
    await Promise.all(this.#waits);
    await turn();
    assert.equal(this.#answers.size, this.#asked, 'each is answered');
    const written = this.#written();
    assert.deepEqual(
      written,
      written.toSorted((a, b) => a - b),
      'the order is that of the calls',
    );
    if (!this.#isBroken) {
      const expected = Array.from({ length: this.#asked }, (_, id) => id).filter((id) => !this.#failing.has(id));
      assert.deepEqual(written, expected, 'each that did not fail is written once');
    }
  }

  async #do(step: Step): Promise<void> {
    const { kind } = step;
    if (kind === 'write') this.#write(step);
    else if (kind === 'at once') for (let i = 0; i < step.count; i++) this.#write({ ...step, weight: 1 });
    else if (kind === 'sync ends') this.#syncs.shift()?.(step.how);
    else if (kind === 'hold' && this.#letGo === undefined) this.#hold();
    else if (kind === 'let go') this.#letGo?.();
    else if (kind === 'turn') await turn();
    else if (kind === 'settled') {
      this.#waits.push(
        this.#writer.settled().then(() => assert.equal(this.#database.isTransaction, false, 'none is in progress')),
      );
    } else if (kind === 'drained') {
      const all = this.#asked;
      const drained = this.#writer.drained().then(turn);
      this.#waits.push(
        drained.then(() => {
          for (let id = 0; id < all; id++) assert.ok(this.#answers.has(id), 'drained resolves when each is answered');
        }),
      );
    }
  }

  #write({ isRepeatable, weight, fails }: { isRepeatable: boolean; weight: number; fails: boolean }): void {
    const id = this.#asked++;
    if (fails) this.#failing.add(id);
    const body = async (tx: Parameters<Parameters<Writer['write']>[0]>[0]): Promise<number> => {
      assert.equal(this.#isHeld, false, 'nothing begins while the writer is held');
      assert.equal(this.#isBroken, false, 'nothing begins after a failed sync');
      await tx.run('INSERT INTO written (id) VALUES (?)', id);
      if (fails) throw new Error('as asked');
      return id;
    };
    const note = (what: 'value' | 'error'): void => {
      assert.ok(!this.#answers.has(id), 'each is answered once');
      this.#answers.set(id, what);
    };
    const heard = this.#writer.write(body, weight, isRepeatable).then(
      (value) => {
        note('value');
        assert.equal(value, id);
        assert.ok(this.#durable.has(id), 'nobody is answered before it is on the disk');
      },
      () => {
        note('error');
        assert.ok(this.#failing.has(id) || this.#isBroken, 'nobody is refused without a reason');
      },
    );
    this.#waits.push(heard);
  }

  #written(): number[] {
    const rows = this.#database.prepare('SELECT id FROM written ORDER BY place').all();
    return rows.map(({ id }) => id as number);
  }

  #sync(): Promise<void> {
    const ids = this.#written();
    return new Promise((resolve, reject) => {
      this.#syncs.push((how) => {
        if (how === 'well') {
          // After a failed sync nobody knows what is on the disk.
          if (!this.#isBroken) this.#durable = new Set(ids);
          resolve();
        } else {
          this.#isBroken = true;
          reject(new Error('the disk'));
        }
      });
    });
  }

  #hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#letGo = resolve;
    const held = this.#writer.hold(() => {
      assert.equal(this.#database.isTransaction, false, 'the transaction in progress is waited for');
      this.#isHeld = true;
      return promise.then(() => {
        this.#isHeld = false;
        this.#letGo = undefined;
      });
    });
    this.#waits.push(held);
  }
}

describe('a writer, for any events in any order,', () => {
  for (const [disk, what] of [
    ['good', 'writes in the order of the calls and answers each once, when it is on the disk'],
    ['failing', 'refuses everything after the first failed sync'],
  ] as const) {
    test(what, async () => {
      await fc.assert(
        fc.asyncProperty(stepsOf(disk), (steps) => new Trial().run(steps)),
        { numRuns: 150 },
      );
    });
  }
});
