import { FormatError, LimitError } from '../../../core/failure.ts';
import { runHelper } from '../run-helper.ts';
import { SlotRing } from '../slot-ring.ts';

/** What the thread of the tests is given. */
export interface Doubling {
  readonly ring: SharedArrayBuffer;
  /** A slot each. */
  readonly numbers: Int32Array<SharedArrayBuffer>;
  /** How many numbers it hands over, twice their place each. */
  readonly count: number;
  /** What happens when they are handed over. */
  readonly ending: 'end' | 'format' | 'limit' | 'system' | 'word' | 'later' | 'exit' | 'forever' | 'say' | 'answer';
}

// The work of a thread for the tests: twice 0, 1, 2, …, and an end of the kind that was asked for.
runHelper<Doubling>(async (given, send, next) => {
  const ring = new SlotRing(given.numbers.length, given.ring);
  for (let i = 0; i < given.count; i++) {
    const slot = ring.waitForFree();
    if (slot < 0) return;
    given.numbers[slot] = 2 * i;
    ring.fill();
  }
  if (given.ending === 'say') send({ counted: given.count });
  if (given.ending === 'format') throw new FormatError('not-dxf', 'as asked', 77);
  if (given.ending === 'limit') throw new LimitError('recordBytes', 5, 'what was asked for');
  if (given.ending === 'system') throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  if (given.ending === 'word') throw 'a word';
  if (given.ending === 'later') {
    await Promise.resolve();
    throw new TypeError('later');
  }
  if (given.ending === 'answer') for (let i = 0; i < 2; i++) send({ told: await next() });
  if (given.ending === 'exit') process.exit(3);
  if (given.ending === 'forever') for (;;) ring.waitForFilled();
});
