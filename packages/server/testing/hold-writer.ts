import { mock } from 'node:test';
import type { SqliteStore } from '../src/storage/sqlite/sqlite-store.ts';
import { until } from './receiver.ts';

/** A writer that starts nothing: writes wait. */
export interface HeldWriter {
  /** Resolves when that many operations were requested since it is held. */
  asked(count: number): Promise<void>;
  /** Runs the operations in the order they were requested. */
  release(): Promise<void>;
}

/** Holds the writer of a space, so that a test can put operations into an order, however fast the machine is. */
export function holdWriter({ writer }: SqliteStore): HeldWriter {
  const spy = mock.method(writer, 'write');
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = writer.hold(() => promise);
  return {
    asked: (least) => until(() => spy.mock.callCount() >= least, `${least} operations`),
    async release() {
      spy.mock.restore();
      resolve();
      await holding;
    },
  };
}
