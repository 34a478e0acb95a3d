import { mock } from 'node:test';
import type { SpaceDatabase } from '../src/storage/database.ts';
import { until } from './receiver.ts';

/** A writer that begins nothing: what is to be written waits. */
export interface HeldWriter {
  /** Resolves when so many operations were asked for since it is held. */
  asked(count: number): Promise<void>;
  /** Lets the operations be done, in the order of their asking. */
  release(): Promise<void>;
}

/** Holds the writer of a space, so that a test can bring operations into an order, however quick or slow the machine is. */
export function holdWriter({ writer }: SpaceDatabase): HeldWriter {
  const spies = [mock.method(writer, 'run'), mock.method(writer, 'runProcedure')];
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = writer.hold(() => promise);
  const count = (): number => spies.reduce((sum, spy) => sum + spy.mock.callCount(), 0);
  return {
    asked: (least) => until(() => count() >= least, `${least} operations`),
    async release() {
      for (const spy of spies) spy.mock.restore();
      resolve();
      await holding;
    },
  };
}
