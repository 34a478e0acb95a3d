import { hash } from 'node:crypto';
import { parseDecimal } from '../decimal.ts';
import { type JsonNode, type JsonObject, raw } from './node.ts';

/**
 * A digest of an object's data: equal exactly for objects that `sameJson` considers equal.
 * @param text the text from which the object was read
 * @param ignored names of the object that do not count
 */
export function digestJson(text: string, root: JsonObject, ignored: readonly string[] = []): string {
  const members = root.members.filter(({ name }) => !ignored.includes(name));
  return hash('sha256', canonical(text, { ...root, members }), 'base64');
}

/** The canonical spelling of equal values: names sorted, numbers as digits and a power of ten. */
function canonical(text: string, node: JsonNode): string {
  switch (node.kind) {
    case 'object': {
      const members = node.members.map(({ name, value }): [string, string] => [name, canonical(text, value)]);
      members.sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
    }
    case 'array':
      return `[${node.items.map((item) => canonical(text, item)).join(',')}]`;
    case 'string':
      return JSON.stringify(node.value);
    case 'number':
      return canonicalNumber(raw(text, node));
    default:
      return node.kind;
  }
}

function canonicalNumber(spelling: string): string {
  const decimal = parseDecimal(spelling);
  if (decimal === undefined) return spelling;
  if (decimal.digits === 0n) return '0';
  const written = decimal.digits.toString();
  const digits = written.replace(/0+$/, '');
  return `${digits}e${written.length - digits.length - decimal.scale}`;
}
