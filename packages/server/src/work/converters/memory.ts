import { readFileSync } from 'node:fs';

/**
 * Resident memory of a process in bytes, from /proc; undefined if the system has no /proc or the process has ended.
 * `status` names the unit, so the machine's page size does not matter as it would with `statm`.
 */
export function residentBytes(pid: number): number | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return undefined;
  }
  const match = /^VmRSS:\s+(\d+) kB/m.exec(text);
  return match ? Number(match[1]) * 1024 : undefined;
}
