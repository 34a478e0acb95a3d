import assert from 'node:assert/strict';
import { type ByteSource, MemorySource } from '../../../core/byte-source.ts';
import { FormatError } from '../../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../core/limits.ts';
import { XmlError } from '../failure.ts';
import { DONE, END, START, TEXT, XmlScanner } from '../scanner.ts';

/** A document as a flat list: `<{namespace}local@depth`, its attributes, `"text`, `>{namespace}local@depth`. */
export type Flat = readonly (string | readonly string[])[];

/** The attributes of the current start tag, `name=value` each. */
export function attributesOf(scanner: XmlScanner): string[] {
  const { attributes } = scanner;
  return Array.from({ length: attributes.length }, (_, i) => `${attributes.name(i).text}=${attributes.value(i)}`);
}

/** Scans a document to its end; adjacent texts are joined. */
export function scan(source: ByteSource, limits: Limits = DEFAULT_LIMITS): Flat {
  const scanner = new XmlScanner(source, limits);
  const flat: (string | string[])[] = [];
  let text = '';
  for (let event = scanner.next(); event !== DONE; event = scanner.next()) {
    if (event === TEXT) {
      text += scanner.text();
      continue;
    }
    if (text !== '') flat.push(`"${text}`);
    text = '';
    const name = `{${scanner.namespace}}${scanner.name.local}@${scanner.depth}`;
    if (event === END) flat.push(`>${name}`);
    else flat.push(`<${name}`, attributesOf(scanner));
  }
  return flat;
}

/** The same for a text (as UTF-8) or bytes. */
export const scanText = (document: string | Uint8Array): Flat => scan(new MemorySource(Buffer.from(document)));

/** A scanner at the root element of a document. */
export function started(document: string): XmlScanner {
  const scanner = new XmlScanner(new MemorySource(Buffer.from(document)));
  while (scanner.next() !== START);
  return scanner;
}

/** The code of a refusal, with `@line` for XML errors; undefined if the document is not refused. */
export function faultOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof FormatError, `not a FormatError: ${String(error)}`);
    return error instanceof XmlError ? `${error.code}@${error.line}` : error.code;
  }
}

/** The code alone. */
export const errorCode = (run: () => unknown): string | undefined => faultOf(run)?.split('@')[0];
