import { readFileSync, writeFileSync } from 'node:fs';

/** Writes a value as a JSON file. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value));
}

/** Reads a JSON file written by the server itself. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
