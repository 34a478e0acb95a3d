import { LimitError } from '../../core/failure.ts';
import { END, START, TEXT, type XmlScanner } from './scanner.ts';

/** Most elements and attributes of one record that is read as a tree. */
const MOST_NODES = 100_000;

/** A small part of a document in memory: one record, never a whole file. */
export interface XmlNode {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** Its own text, without that of its children. */
  readonly text: string;
  readonly line: number;
}

/**
 * Reads the current element to its end as a tree.
 * @throws LimitError `recordNodes` if it has too many elements and attributes
 */
export function readNode(scanner: XmlScanner): XmlNode {
  let budget = MOST_NODES;
  const read = (): XmlNode => {
    const { name, namespace, depth, attributes: list, line } = scanner;
    budget -= 1 + list.length;
    if (budget < 0) throw new LimitError('recordNodes', MOST_NODES, `the element <${name.text}> at line ${line}`);
    const attributes = new Map<string, string>();
    for (let i = 0; i < list.length; i++) attributes.set(list.name(i).text, list.value(i));
    const children: XmlNode[] = [];
    let text = '';
    for (;;) {
      const event = scanner.next();
      if (event === START) children.push(read());
      else if (event === TEXT) text += scanner.text();
      else if (event === END && scanner.depth === depth) break;
    }
    return { name: name.local, namespace, attributes, children, text, line };
  };
  return read();
}

/** The first child with that local name. */
export function childOf(node: XmlNode, name: string): XmlNode | undefined {
  return node.children.find((child) => child.name === name);
}

/** The trimmed text at the end of a path of child names; '' if not found. */
export function textAt(node: XmlNode, ...path: readonly string[]): string {
  let at: XmlNode | undefined = node;
  for (const name of path) at = at === undefined ? undefined : childOf(at, name);
  return at === undefined ? '' : at.text.trim();
}

/**
 * The contents of a record as flat pairs: path of local names from the record (`Grid/North`, `@ID` for an attribute),
 * text. Empty elements are left out.
 */
export function flatten(node: XmlNode): string[] {
  const pairs: string[] = [];
  const walk = (at: XmlNode, path: string): void => {
    for (const [name, value] of at.attributes) pairs.push(`${path}@${name}`, value);
    const text = at.text.trim();
    if (text !== '' && path !== '') pairs.push(path.slice(0, -1), text);
    for (const child of at.children) walk(child, `${path}${child.name}/`);
  };
  walk(node, '');
  return pairs;
}
