import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Procedure } from './procedure.ts';
import type { Outcome } from './transactions.ts';
import { SyncError, type TransactionRunner } from './write-thread.ts';
import { Writer } from './writer.ts';

/** What a procedure is given: which it is, and whether it throws. */
interface Given {
  readonly id: number;
  readonly fails: boolean;
}
type Fault = 'none' | 'give' | 'run';
type End = 'well' | 'fails' | 'unsynced';
/** What befalls a writer, one thing after another; `at once` brings many procedures in one turn, as connections do. */
type Step =
  | { readonly kind: 'here'; readonly fails: boolean }
  | { readonly kind: 'away'; readonly weight: number; readonly fault: Fault }
  | { readonly kind: 'at once'; readonly count: number; readonly fault: Fault }
  | { readonly kind: 'thread ends'; readonly how: End }
  | { readonly kind: 'sync ends'; readonly how: 'well' | 'fails' }
  | { readonly kind: 'thread comes' | 'thread goes' | 'hold' | 'let go' | 'turn' | 'settled' | 'drained' };

const PLAIN = ['thread comes', 'thread goes', 'hold', 'let go', 'turn', 'turn', 'turn', 'settled', 'drained'] as const;

/** @param disk whether syncs may fail, after which everything is refused */
function stepsOf(disk: 'good' | 'failing'): fc.Arbitrary<Step[]> {
  const kind = <K extends string>(value: K) => fc.constant(value);
  const end = disk === 'good' ? (['well', 'well', 'fails'] as const) : (['well', 'well', 'fails', 'unsynced'] as const);
  const sync = disk === 'good' ? (['well'] as const) : (['well', 'well', 'fails'] as const);
  const fault = fc.constantFrom<Fault>('none', 'none', 'give', 'run');
  const away = fc.record({
    kind: kind('away'),
    weight: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 30 }), fc.constant(1000)),
    fault,
  });
  return fc.array(
    fc.oneof(
      { weight: 5, arbitrary: away },
      { weight: 3, arbitrary: fc.record({ kind: kind('here'), fails: fc.boolean() }) },
      { weight: 2, arbitrary: fc.record({ kind: kind('at once'), count: fc.integer({ min: 20, max: 80 }), fault }) },
      { weight: 4, arbitrary: fc.record({ kind: kind('thread ends'), how: fc.constantFrom(...end) }) },
      { weight: 3, arbitrary: fc.record({ kind: kind('sync ends'), how: fc.constantFrom(...sync) }) },
      { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom(...PLAIN) }) },
    ),
    { maxLength: 60 },
  );
}

/** Lets what hangs on promises and on the turn of the event loop happen. */
async function turn(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** A writer whose thread and disk do what a test tells them to, and the rules it is held to meanwhile. */
class Trial {
  /** What was given to a transaction, in that order; numbers are in the order of asking. */
  readonly begun: number[] = [];
  readonly answers = new Map<number, 'value' | 'error'>();
  asked = 0;
  /** What came back with an error must have had a reason. */
  readonly #reasons = new Set<number>();
  /** Written here, and not known to be on the disk. */
  #unsynced = new Set<number>();
  readonly #syncs: ((how: 'well' | 'fails') => void)[] = [];
  readonly #given: { readonly ids: readonly number[]; readonly end: (how: End) => void }[] = [];
  readonly #sure = new Set<number>();
  #isBroken = false;
  #hasThread = true;
  #letGo: (() => void) | undefined;
  #isHeld = false;
  readonly #waits: Promise<unknown>[] = [];
  readonly #writer: Writer;
  readonly #procedure: Procedure<Given, number> = { module: '', run: (_statements, given) => this.#runHere(given) };

  constructor() {
    const thread: TransactionRunner = {
      takes: () => this.#hasThread,
      transact: (_procedure, given) => this.#transact(given as readonly Given[]),
    };
    this.#writer = new Writer(new DatabaseSync(':memory:'), () => this.#sync(), { thread });
  }

  /** Does the steps, then lets everything end well, and sees that each was answered once. */
  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#do(step);
    this.#letGo?.();
    const drained = this.#writer.drained().then(() => true);
    for (let rounds = 0; !(await Promise.race([drained, turn()])); rounds++) {
      assert.ok(rounds < 1000, `not drained: ${this.answers.size} of ${this.asked} were answered`);
      this.#given.shift()?.end('well');
      this.#syncs.shift()?.('well');
    }
    await Promise.all(this.#waits);
    await turn();
    assert.equal(this.answers.size, this.asked, 'each is answered');
    assert.deepEqual(
      this.begun,
      this.begun.toSorted((a, b) => a - b),
      'the order is that of asking',
    );
    assert.equal(new Set(this.begun).size, this.begun.length, 'each is written once');
  }

  async #do(step: Step): Promise<void> {
    const { kind } = step;
    if (kind === 'here') this.#here(step.fails);
    else if (kind === 'away') this.#away(step.weight, step.fault);
    else if (kind === 'at once') for (let i = 0; i < step.count; i++) this.#away(1, step.fault);
    else if (kind === 'thread ends') this.#given.shift()?.end(step.how);
    else if (kind === 'sync ends') this.#syncs.shift()?.(step.how);
    else if (kind === 'thread comes' || kind === 'thread goes') this.#hasThread = kind === 'thread comes';
    else if (kind === 'hold' && this.#letGo === undefined) this.#hold();
    else if (kind === 'let go') this.#letGo?.();
    else if (kind === 'turn') await turn();
    else if (kind === 'settled') {
      const away = this.#given.flatMap(({ ids }) => ids);
      this.#waits.push(this.#writer.settled().then(() => assert.ok(away.every((id) => this.answers.has(id)))));
    } else if (kind === 'drained') {
      const all = this.asked;
      const drained = this.#writer.drained().then(turn);
      this.#waits.push(
        drained.then(() => {
          for (let id = 0; id < all; id++) assert.ok(this.answers.has(id), 'drained is when each is answered');
        }),
      );
    }
  }

  #here(fails: boolean): void {
    const id = this.asked++;
    if (fails) this.#reasons.add(id);
    this.#hear(
      id,
      this.#writer.run(() => this.#runHere({ id, fails })),
    );
  }

  #away(weight: number, fault: Fault): void {
    const id = this.asked++;
    if (fault !== 'none') this.#reasons.add(id);
    const give = (): Given => {
      if (fault === 'give') throw new Error('nothing to give');
      return { id, fails: fault === 'run' };
    };
    this.#hear(id, this.#writer.runProcedure(this.#procedure, give, weight));
  }

  #hear(id: number, answer: Promise<unknown>): void {
    const note = (what: 'value' | 'error'): void => {
      assert.ok(!this.answers.has(id), 'each is answered once');
      this.answers.set(id, what);
    };
    const heard = answer.then(
      (value) => {
        note('value');
        assert.equal(value, id);
        assert.ok(this.#sure.has(id), 'nobody is told of what may not be on the disk');
      },
      () => {
        note('error');
        assert.ok(this.#reasons.has(id) || this.#isBroken, 'nobody is refused without a reason');
      },
    );
    this.#waits.push(heard);
  }

  #begin(ids: readonly number[]): void {
    assert.equal(this.#isHeld, false, 'nothing is begun while others hold the writer');
    assert.equal(this.#isBroken, false, 'nothing is begun after a sync that failed');
    this.begun.push(...ids);
  }

  #runHere({ id, fails }: Given): number {
    assert.equal(this.#given.length, 0, 'nothing is written here while the thread writes');
    this.#begin([id]);
    this.#unsynced.add(id);
    if (fails) throw new Error('as asked');
    return id;
  }

  #transact(given: readonly Given[]): Promise<Outcome[]> {
    const ids = given.map(({ id }) => id);
    this.#begin(ids);
    assert.ok(this.#given.length < 2, 'the thread has one transaction and the next');
    return new Promise((resolve, reject) => {
      const end = (how: End): void => {
        if (how === 'unsynced') this.#isBroken = true;
        for (const id of ids) (how === 'well' && !this.#isBroken ? this.#sure : this.#reasons).add(id);
        if (how === 'well')
          resolve(given.map(({ id, fails }) => (fails ? { error: new Error('as asked') } : { value: id })));
        else reject(how === 'fails' ? new Error('the thread') : new SyncError(new Error('the disk')));
      };
      this.#given.push({ ids, end });
    });
  }

  #sync(): Promise<void> {
    const ids = this.#unsynced;
    this.#unsynced = new Set();
    return new Promise((resolve, reject) => {
      this.#syncs.push((how) => {
        if (how === 'well') {
          // After one that failed nobody knows what a sync has brought to the disk.
          if (!this.#isBroken) for (const id of ids) this.#sure.add(id);
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
      assert.equal(this.#given.length, 0, 'what is away is waited for');
      this.#isHeld = true;
      return promise.then(() => {
        this.#isHeld = false;
        this.#letGo = undefined;
      });
    });
    this.#waits.push(held);
  }
}

describe('a writer, whatever comes in whatever order,', () => {
  test('writes in the order of asking and answers each once, when it is on the disk', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf('good'), (steps) => new Trial().run(steps)),
      { numRuns: 150 },
    );
  });

  test('refuses everything from the first sync on that fails', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf('failing'), (steps) => new Trial().run(steps)),
      { numRuns: 150 },
    );
  });
});
