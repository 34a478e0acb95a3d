import { MemorySource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { type Sniffed, UNKNOWN } from '../../core/format.ts';
import { XmlError } from './failure.ts';
import { DONE, START, XmlScanner } from './scanner.ts';

/** The root element as a sniffer sees it. */
export interface XmlRoot {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/**
 * Recognises an XML format by its root element.
 * @param names root names of the format: a document with one of these that cannot be scanned up to its root (a document
 * type, an unknown encoding) is refused with the reason
 * @param judge decides on the root
 */
export function sniffXml(head: Uint8Array, names: readonly string[], judge: (root: XmlRoot) => Sniffed): Sniffed {
  if (!looksLikeXml(head)) return UNKNOWN;
  try {
    const root = rootOf(head);
    return root === undefined ? UNKNOWN : judge(root);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const refused = error instanceof XmlError && (error.code === 'xml-doctype' || error.code === 'xml-encoding');
    const text = refused ? Buffer.from(head).toString('latin1') : '';
    const named = names.some((name) => new RegExp(`<(?:[\\w.-]+:)?${name}[\\s/>]`).test(text));
    return named ? { confidence: 0.9, version: '', refusal: error } : UNKNOWN;
  }
}

/** Whether the first byte is `<`, apart from white space, a byte order mark and half a UTF-16 unit. */
function looksLikeXml(head: Uint8Array): boolean {
  const first = head
    .subarray(0, 256)
    .find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf && byte < 0xfe);
  return first === 0x3c;
}

function rootOf(head: Uint8Array): XmlRoot | undefined {
  const scanner = new XmlScanner(new MemorySource(head));
  let event = scanner.next();
  while (event !== START && event !== DONE) event = scanner.next();
  if (event === DONE) return undefined;
  const attributes = new Map<string, string>();
  for (let i = 0; i < scanner.attributes.length; i++) {
    attributes.set(scanner.attributes.name(i).text, scanner.attributes.value(i));
  }
  return { name: scanner.name.local, namespace: scanner.namespace, attributes };
}
