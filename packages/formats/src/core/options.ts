import type { FormatText } from './format-texts/table.ts';

/** The part of JSON Schema that format options use; `GET /formats` adds a title, and publishes it in a language. */
export interface OptionSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly description: FormatText;
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
}

/** The options of one direction of a format, by name. */
export type OptionTable = Readonly<Record<string, OptionSchema>>;
export type OptionValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** A wrong option: its name and the fault. */
export interface OptionFault {
  readonly name: string;
  readonly text: string;
  /** Set if the option is valid but a rule forbids it. */
  readonly rule?: 'experimental-only';
  /** Set if there is no such option: the names of the existing ones. */
  readonly known?: readonly string[];
}

const MOST_OPTION_LENGTH = 4096;
/** Characters quoted from a wrong value. */
const MOST_QUOTED = 100;

/**
 * Checks and converts options from a query string, a form or a command line, and fills in the defaults.
 * @param table the existing options @param raw names and texts (typed values are checked, too)
 * @returns the values, or all faults found
 */
export function parseOptions(
  table: OptionTable,
  raw: Readonly<Record<string, unknown>>,
): { values: OptionValues; faults: OptionFault[] } {
  const values: Record<string, string | number | boolean | undefined> = {};
  const faults: OptionFault[] = [];
  for (const [name, schema] of Object.entries(table)) {
    if (schema.default !== undefined) values[name] = schema.default;
  }
  for (const [name, given] of Object.entries(raw)) {
    if (given === undefined) continue;
    if (!Object.hasOwn(table, name)) {
      const known = Object.keys(table);
      faults.push({ name, text: `is not an option here; known: ${known.join(', ') || 'none'}`, known });
      continue;
    }
    const result = parseOption(table[name]!, given);
    if (typeof result === 'object') faults.push({ name, text: result.fault });
    else values[name] = result;
  }
  return { values, faults };
}

function parseOption(schema: OptionSchema, given: unknown): string | number | boolean | { fault: string } {
  if (Array.isArray(given)) return { fault: `is given ${given.length} times; give it once` };
  const text = String(given);
  if (text.length > (schema.maxLength ?? MOST_OPTION_LENGTH)) return { fault: 'is too long' };
  if (schema.type === 'boolean') {
    if (/^(true|1|yes)$/i.test(text) || text === '') return true;
    return /^(false|0|no)$/i.test(text) ? false : { fault: `must be true or false, not "${text}"` };
  }
  if (schema.type === 'string') {
    const match = schema.enum?.find((value) => String(value).toLowerCase() === text.toLowerCase());
    if (schema.enum !== undefined)
      return match === undefined ? { fault: `must be one of ${schema.enum.join(', ')}` } : String(match);
    if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text))
      return {
        fault: `is "${text.slice(0, MOST_QUOTED)}", which does not match: ${schema.description.replace(/\.$/, '')}`,
      };
    return text;
  }
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || (schema.type === 'integer' && !Number.isInteger(value))) {
    return { fault: `must be ${schema.type === 'integer' ? 'a whole number' : 'a number'}, not "${text}"` };
  }
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return { fault: `must be one of ${schema.enum.join(', ')}` };
  if (value < (schema.minimum ?? -Infinity)) return { fault: `must be at least ${schema.minimum}` };
  if (value > (schema.maximum ?? Infinity)) return { fault: `must be at most ${schema.maximum}` };
  return value;
}
