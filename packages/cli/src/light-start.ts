import { setFlagsFromString } from 'node:v8';

/** A process that lives longer has work for which V8's last compiler pays. */
const SHORT_MS = 700;

/**
 * Keeps V8 from compiling in its last stage, and from marking garbage in steps, while the process may still be a short
 * one. Most commands end sooner than what is compiled so for them is used: that was half of the processor time of a
 * drawing of a few megabytes. The stage before it compiles beside the main thread, unlike in V8's efficiency mode.
 */
export function startLightly(): void {
  setFlagsFromString('--no-turbofan');
  // Without it, code that is compiled now would never ask for the last compiler.
  setFlagsFromString('--force-emit-interrupt-budget-checks');
  // The memory of a compilation serves the next one: threads that end theirs give it back to the system.
  setFlagsFromString('--no-maglev-destroy-on-background');
  setFlagsFromString('--no-incremental-marking');
  setTimeout(() => {
    setFlagsFromString('--turbofan');
    setFlagsFromString('--incremental-marking');
  }, SHORT_MS).unref();
}
