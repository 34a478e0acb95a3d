import { setFlagsFromString } from 'node:v8';

/** A process that lives longer has work for which V8's last compiler pays. */
const SHORT_MS = 700;

/**
 * Keeps V8 from compiling in its last stage, and from marking garbage in steps, while the process may still be a short
 * one. Most commands end sooner than what is compiled so for them is used: that was half of the processor time of a
 * drawing of a few megabytes.
 */
export function startLightly(): void {
  setFlagsFromString('--efficiency-mode');
  setFlagsFromString('--no-incremental-marking');
  setTimeout(() => {
    setFlagsFromString('--no-efficiency-mode');
    setFlagsFromString('--incremental-marking');
  }, SHORT_MS).unref();
}
