import { join } from 'node:path';
import { timeProcess } from '../process.ts';
import type { Measurement } from '../row.ts';

/** Measures one of the scripts in this folder as a process of its own. */
export function timeScript(name: string, ...args: readonly string[]): Promise<Measurement> {
  return timeProcess(process.execPath, [join(import.meta.dirname, name), ...args]);
}
