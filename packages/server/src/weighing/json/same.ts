import { compareDecimal, parseDecimal } from '../decimal.ts';
import { type JsonNode, member, raw } from './node.ts';
import type { ScannedJson } from './scan.ts';

/**
 * Whether two texts are equal, ignoring the spelling of numbers (25.4, 25.40), escapes, white space and the order of
 * names.
 */
export function sameJson(a: ScannedJson, b: ScannedJson): boolean {
  return sameNode(a.text, a.root, b.text, b.root);
}

function sameNode(textA: string, a: JsonNode, textB: string, b: JsonNode): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'string' && b.kind === 'string') return a.value === b.value;
  if (a.kind === 'number') return sameNumber(raw(textA, a), raw(textB, b));
  if (a.kind === 'array' && b.kind === 'array')
    return a.items.length === b.items.length && a.items.every((item, i) => sameNode(textA, item, textB, b.items[i]!));
  if (a.kind === 'object' && b.kind === 'object')
    return (
      a.members.length === b.members.length &&
      a.members.every((one) => {
        const other = member(b, one.name);
        return other !== undefined && sameNode(textA, one.value, textB, other.value);
      })
    );
  return true;
}

function sameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  return left !== undefined && right !== undefined && compareDecimal(left, right) === 0;
}
