import { setFlagsFromString } from 'node:v8';

/** A process that runs longer has work for which V8's last compiler pays. */
const SHORT_MS = 700;

/**
 * Keeps V8 from compiling in its last stage, and from marking garbage in steps, while the process may still turn out to
 * be short. Most commands end before such compiled code is used: it took half of the processor time for a drawing of a
 * few megabytes. The stage before it compiles beside the main thread, unlike in V8's efficiency mode.
 */
export function startLightly(): void {
  setFlagsFromString('--no-turbofan');
  // Without it, code that is compiled now would never ask for the last compiler.
  setFlagsFromString('--force-emit-interrupt-budget-checks');
  // The memory of one compilation is reused by the next: threads that have finished theirs return it to the system.
  setFlagsFromString('--no-maglev-destroy-on-background');
  setFlagsFromString('--no-incremental-marking');
  setTimeout(() => {
    setFlagsFromString('--turbofan');
    setFlagsFromString('--incremental-marking');
  }, SHORT_MS).unref();
}
