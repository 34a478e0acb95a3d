/** A signal that a command listens to until it ends. */
interface Ending extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Lets SIGTERM end a command that runs until it is stopped, as Ctrl-C does: supervisors and containers stop programs
 * that way. A second one kills it.
 * @param interrupted the signal of Ctrl-C
 */
export function untilEnded(interrupted: AbortSignal): Ending {
  const terminated = new AbortController();
  const end = (): void => terminated.abort(new Error('terminated'));
  process.once('SIGTERM', end);
  return {
    signal: AbortSignal.any([interrupted, terminated.signal]),
    [Symbol.dispose]: () => void process.off('SIGTERM', end),
  };
}
