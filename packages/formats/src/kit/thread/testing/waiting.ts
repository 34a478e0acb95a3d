// node waiting.testing.ts COUNT: takes so many numbers from a thread that goes on forever, and then has nothing more to do.

import { HelperThread } from '../helper-thread.ts';
import { SlotRing } from '../slot-ring.ts';
import type { Doubling } from './doubling.ts';

const ring = new SlotRing(1);
const numbers = new Int32Array(new SharedArrayBuffer(4));
const given: Doubling = { ring: ring.memory, numbers, count: 10, ending: 'forever' };
const module = new URL('./doubling.ts', import.meta.url);
const { signal } = new AbortController();
const thread = new HelperThread({ module, given, signal, over: () => ring.close() });
for (let i = 0; i < Number(process.argv[2]); i++) {
  const slot = await thread.awaited(ring.untilFilled());
  console.log(numbers[slot]);
  ring.empty();
}
console.log('done');
