import type { AttributePairs } from '@fieldbridge/fieldjob';
import type { XmlNode } from '../../kit/xml/node.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';

/** Between the names of features and the label of a property in the name of an attribute: `material › upper`. */
const BETWEEN = ' › ';
const DOUBLED = ' ›› ';
/** Label under which the code of a feature is kept. */
const CODE = '@code';

/** A part of an alignment or a surface; its properties are attributes behind its name: `@ProfAlign › material`. */
export type Part =
  | ('CoordGeom' | 'Profile' | 'ProfAlign' | 'CrossSects' | 'CrossSect' | 'Definition')
  | `Element ${number}`;

/** An element of the horizontal geometry as a part. @param index from 0 */
export const elementPart = (index: number): Part => `Element ${index + 1}`;

/**
 * The properties in the `Feature` children of an element as flat pairs of name and value. A property of a feature
 * without a name has its label, another one the names of its features before that.
 * @param part of an alignment or a surface that the element is
 */
export function propertiesOf(node: XmlNode, part?: Part): string[] {
  const pairs: string[] = [];
  for (const child of node.children) if (child.name === 'Feature') addFeature(child, [], pairs);
  return part === undefined ? pairs : pairs.map((text, i) => (i % 2 === 0 ? prefixOf(part) + text : text));
}

const prefixOf = (part: Part): string => `@${part}${BETWEEN}`;

/** The properties of a part among the attributes, without the name of the part. */
export function propertiesAt(attributes: AttributePairs, part: Part): string[] {
  const prefix = prefixOf(part);
  const own = pairsThat(attributes, (key) => key.startsWith(prefix));
  return own.map((text, i) => (i % 2 === 0 ? text.slice(prefix.length) : text));
}

/** The properties that are of none of the parts that are written. */
export function propertiesBeside(attributes: AttributePairs, parts: readonly Part[]): string[] {
  return pairsThat(attributes, (key) => !parts.some((part) => key.startsWith(prefixOf(part))));
}

function pairsThat(pairs: AttributePairs, isMeant: (key: string) => boolean): string[] {
  return pairs.filter((_, i) => isMeant(pairs[i - (i % 2)]!));
}

/** An element that has only this child. */
export const inFeatures = (child: XmlNode): XmlNode => ({ ...child, children: [child] });

/** The properties of one `Feature` itself, whose own name is not a part of theirs. */
export function ownProperties(feature: XmlNode): string[] {
  const pairs: string[] = [];
  for (const child of feature.children) addChild(child, [], pairs);
  return pairs;
}

function addFeature(feature: XmlNode, outer: readonly string[], pairs: string[]): void {
  const name = feature.attributes.get('name') ?? '';
  const names = outer.length === 0 && name === '' ? [] : [...outer, name];
  const code = feature.attributes.get('code');
  const before = pairs.length;
  if (code !== undefined) pairs.push(keyOf(names, CODE), code);
  for (const child of feature.children) addChild(child, names, pairs);
  if (pairs.length === before && names.length > 0) pairs.push(keyOf(names, ''), '');
}

function addChild(child: XmlNode, names: readonly string[], pairs: string[]): void {
  const { attributes } = child;
  if (child.name === 'Property') pairs.push(keyOf(names, attributes.get('label') ?? ''), attributes.get('value') ?? '');
  else if (child.name === 'Feature') addFeature(child, names, pairs);
}

const keyOf = (names: readonly string[], label: string): string =>
  [...names, label].map((part) => part.replaceAll(BETWEEN, DOUBLED)).join(BETWEEN);

/** The names of features and the label that the name of an attribute says. */
function partsOf(key: string): { names: readonly string[]; label: string } {
  const parts = key.split(BETWEEN).map((part) => part.replaceAll(DOUBLED, BETWEEN));
  return { names: parts.slice(0, -1), label: parts.at(-1)! };
}

/**
 * Writes pairs as `Feature` elements. Those of the same features that follow one another share an element until a label
 * comes again. @param code of the first feature, or ''
 */
export function writeProperties(xml: XmlWriter, pairs: AttributePairs, code = ''): void {
  let open: readonly string[] | undefined;
  const labels = new Set<string>();
  const close = (): void => {
    for (let i = 0; i < Math.max(1, open?.length ?? 0) && open !== undefined; i++) xml.end();
    open = undefined;
    labels.clear();
  };
  const start = (names: readonly string[], own: string | undefined): void => {
    close();
    const all = names.length === 0 ? [''] : names;
    all.forEach((name, i) => {
      xml.start('Feature', { name: name || undefined, code: i + 1 === all.length ? own : undefined });
    });
    open = names;
  };
  if (code !== '') start([], code);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const { names, label } = partsOf(pairs[i]!);
    const value = pairs[i + 1]!;
    const same = open?.length === names.length && names.every((name, k) => name === open![k]);
    if (label === CODE) start(names, value);
    else {
      if (!same || labels.has(label)) start(names, undefined);
      if (label !== '' || value !== '' || names.length === 0) xml.empty('Property', { label, value });
    }
    labels.add(label);
  }
  close();
}

/** Writes pairs into the `Feature` that is the current element: its own before those of inner features. */
export function writeOwnProperties(xml: XmlWriter, pairs: AttributePairs): void {
  const inner: string[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const { names, label } = partsOf(pairs[i]!);
    if (names.length === 0) xml.empty('Property', { label, value: pairs[i + 1]! });
    else inner.push(pairs[i]!, pairs[i + 1]!);
  }
  writeProperties(xml, inner);
}
