import type { PlanPlace } from '../../core/issues/issue.ts';
import { placeIf } from '../../core/issues/issue-of.ts';
import { childOf, textAt, type XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import type { Position, Scope } from './scope.ts';

/** The position of an element, given as text or by the name of a point. */
export function positionOf(scope: Scope, node: XmlNode | undefined): Position | undefined {
  if (node === undefined) return undefined;
  const reference = node.attributes.get('pntRef');
  const numbers = numbersOf(node);
  if (numbers?.length === 0 && reference !== undefined) return scope.points.get(reference);
  return numbers?.length === 2 || numbers?.length === 3 ? placed(scope, numbers) : undefined;
}

/** The position that a northing, an easting and perhaps an elevation are. */
export function placed({ scale }: Scope, [northing, easting, elevation]: readonly number[]): Position {
  return {
    northing: northing! * scale,
    easting: easting! * scale,
    elevation: elevation === undefined ? Number.NaN : elevation * scale,
  };
}

/** The numbers in a child's text; undefined if a word is not a number. */
export function numbersOf(node: XmlNode, ...path: readonly string[]): number[] | undefined {
  const words = (path.length === 0 ? node.text : textAt(node, ...path)).split(/\s+/).filter((word) => word !== '');
  const numbers = words.map(finiteDouble);
  return numbers.some(Number.isNaN) ? undefined : numbers;
}

/** What an issue says of a position. */
export function placeOf(position: PlanPlace | undefined): ReturnType<typeof placeIf> {
  return position === undefined ? {} : placeIf(position.easting, position.northing);
}

/** What an issue says of where an element is that cannot be read: the first position in it, or its centre. */
export function whereIs(scope: Scope, node: XmlNode): ReturnType<typeof placeIf> {
  return placeOf(firstPosition(scope, node));
}

function firstPosition(scope: Scope, node: XmlNode): Position | undefined {
  for (const child of node.children) {
    const found = firstOf(scope, child);
    if (found !== undefined) return found;
  }
  return positionOf(scope, childOf(node, 'Center'));
}

function firstOf(scope: Scope, node: XmlNode): Position | undefined {
  if (node.name === 'Start' || node.name === 'End') return positionOf(scope, node);
  if (!node.name.startsWith('PntList')) return firstPosition(scope, node);
  const numbers = node.text.trimStart().split(/\s+/, 2).map(finiteDouble);
  return numbers.length < 2 || numbers.some(Number.isNaN) ? undefined : placed(scope, numbers);
}
