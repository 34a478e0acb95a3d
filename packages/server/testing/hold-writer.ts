import { mock } from 'node:test';
import type { SpaceStore } from '../src/storage/port/space-store.ts';
import { until } from './receiver.ts';

/** A store that begins no write operation: they wait. */
export interface HeldWriter {
  /** Resolves when that many operations were requested since it is held. */
  asked(count: number): Promise<void>;
  /** Runs the operations in the order they were requested. */
  release(): Promise<void>;
}

/** Holds the writes of a space, so that a test can put operations into an order, however fast the machine is. */
export function holdWriter(store: SpaceStore): HeldWriter {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = (name: 'write' | 'many') => {
    const original = store[name].bind(store) as (...all: unknown[]) => Promise<unknown>;
    return mock.method(store, name, (...all: unknown[]) => promise.then(() => original(...all)));
  };
  const spies = [hold('write'), hold('many')];
  const count = (): number => spies.reduce((sum, spy) => sum + spy.mock.callCount(), 0);
  return {
    asked: (least) => until(() => count() >= least, `${least} operations`),
    async release() {
      for (const spy of spies) spy.mock.restore();
      resolve();
      await promise;
    },
  };
}
