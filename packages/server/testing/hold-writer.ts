import { mock } from 'node:test';
import type { SqliteStore } from '../src/storage/sqlite/sqlite-store.ts';
import { until } from './receiver.ts';

/** A writer that begins nothing: what is to be written waits. */
export interface HeldWriter {
  /** Resolves when so many operations were asked for since it is held. */
  asked(count: number): Promise<void>;
  /** Lets the operations be done, in the order of their asking. */
  release(): Promise<void>;
}

/** Holds the writer of a space, so that a test can bring operations into an order, however quick or slow the machine is. */
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
