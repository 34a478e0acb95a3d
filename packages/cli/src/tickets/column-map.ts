import { readFile } from 'node:fs/promises';
import { type ColumnMap, FIELDS } from '@fieldbridge/ticket-file/column-map.ts';
import { UsageError } from '../command.ts';
import { nameAndValue } from '../named-values.ts';

/**
 * Parses `--columns` and `--set`.
 * @param columns `field=column,…` or `@file.json` @param set `field=value` each
 * @throws UsageError for a field that a ticket does not have
 */
export async function readColumnMap(columns: string | undefined, set: readonly string[]): Promise<ColumnMap> {
  const pairs =
    columns === undefined
      ? []
      : columns.startsWith('@')
        ? await fromFile(columns.slice(1))
        : columns.split(',').map(nameAndValue);
  return { columns: checked(pairs), constants: checked(set.map(nameAndValue)) };
}

async function fromFile(path: string): Promise<[string, string][]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--columns @${path}: ${(error as Error).message}`);
  }
  const pairs =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
  if (pairs === undefined || !pairs.every(([, column]) => typeof column === 'string'))
    throw new UsageError(`--columns @${path}: must be an object of strings, { "externalId": "Bon" }`);
  return pairs as [string, string][];
}

function checked(pairs: readonly [string, string][]): ReadonlyMap<string, string> {
  for (const [field] of pairs)
    if (!FIELDS.has(field))
      throw new UsageError(`a ticket has no field "${field}"; the fields are ${[...FIELDS.keys()].join(', ')}`);
  return new Map(pairs);
}
