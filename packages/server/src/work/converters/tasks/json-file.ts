import { readFileSync, writeFileSync } from 'node:fs';

/** Writes a value as a JSON file. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value));
}

/** Reads a JSON file that the server itself made. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
