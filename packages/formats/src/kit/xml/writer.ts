import { ByteWriter } from '../io/byte-writer.ts';
import { escapeText, escapeValue, type Forbidden } from './escape.ts';
import { formatDouble } from './values.ts';

const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** Attributes of an element to write; undefined ones are left out. Numbers are written as xs:double. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes an indented XML document in UTF-8 to a file, element by element; nothing is kept in memory. */
export class XmlWriter {
  readonly #out: ByteWriter;
  readonly #forbidden: Forbidden;
  readonly #open: string[] = [];
  /** Tags of the last element of `triple`, with the line end before it, and its depth. */
  #tripleOf = '';
  #tripleDepth = -1;
  #tripleStart = '';
  #tripleEnd = '';
  /** Whether characters that XML cannot hold were replaced. */
  replaced = false;

  /** Creates or replaces the file at `path`. @param forbidden how to write characters that XML forbids */
  constructor(path: string, forbidden: Forbidden) {
    this.#out = new ByteWriter(path);
    this.#forbidden = forbidden;
    this.#out.text('<?xml version="1.0" encoding="UTF-8"?>');
  }

  /** Starts an element with child elements. */
  start(name: string, attributes: Attributes = {}): void {
    this.#line();
    this.#tag(name, attributes);
    this.#out.text('>');
    this.#open.push(name);
  }

  /** Ends the current element. */
  end(): void {
    const name = this.#open.pop()!;
    this.#line();
    this.#out.text(`</${name}>`);
  }

  /** Writes an empty element. */
  empty(name: string, attributes: Attributes = {}): void {
    this.#line();
    this.#tag(name, attributes);
    this.#out.text('/>');
  }

  /** Writes an element with a text; an empty one if the text is empty. */
  leaf(name: string, text: string | number, attributes: Attributes = {}): void {
    const written = typeof text === 'number' ? formatDouble(text) : this.#escaped(text, escapeText);
    if (written === '') {
      this.empty(name, attributes);
      return;
    }
    this.#line();
    this.#tag(name, attributes);
    this.#out.text(`>${written}</${name}>`);
  }

  /**
   * Writes an element with three finite numbers and an optional `id` attribute: terrain models have millions of these.
   */
  triple(name: string, id: number | undefined, first: number, second: number, third: number): void {
    const out = this.#out;
    if (this.#tripleOf !== name || this.#tripleDepth !== this.#open.length) {
      this.#tripleOf = name;
      this.#tripleDepth = this.#open.length;
      this.#tripleStart = `\n${'  '.repeat(this.#open.length)}<${name}`;
      this.#tripleEnd = `</${name}>`;
    }
    out.text(this.#tripleStart);
    if (id !== undefined) {
      out.text(' id="');
      out.number(id);
      out.text('"');
    }
    out.text('>');
    out.number(first);
    out.byte(SPACE);
    out.number(second);
    out.byte(SPACE);
    out.number(third);
    out.text(this.#tripleEnd);
  }

  /** Writes an element with a list of numbers in full precision, `perLine` on a line. */
  list(name: string, values: Float64Array | Int32Array, perLine: number, attributes: Attributes = {}): void {
    if (values.length === 0) {
      this.empty(name, attributes);
      return;
    }
    this.start(name, attributes);
    for (let i = 0; i < values.length; i++) {
      this.#out.byte(i % perLine === 0 ? LINE_FEED : SPACE);
      const value = values[i]!;
      if (Number.isFinite(value) && !Object.is(value, -0)) this.#out.number(value);
      else this.#out.text(formatDouble(value));
    }
    this.end();
  }

  /** Writes text that needs no escaping (numbers, base64) into the current element. */
  raw(text: string): void {
    this.#out.text(text);
  }

  /** Completes the file. */
  close(): void {
    this.#out.text('\n');
    this.#out.close();
  }

  /** Closes the file after an error; the file is incomplete. */
  abandon(): void {
    this.#out.abandon();
  }

  #tag(name: string, attributes: Attributes): void {
    this.#out.text(`<${name}`);
    for (const key in attributes) {
      const value = attributes[key];
      if (value === undefined) continue;
      const text = typeof value === 'number' ? formatDouble(value) : this.#escaped(String(value), escapeValue);
      this.#out.text(` ${key}="${text}"`);
    }
  }

  #escaped(text: string, by: (text: string, forbidden: Forbidden) => string): string {
    const written = by(text, this.#forbidden);
    if (this.#forbidden === 'replace' && written.includes('\ufffd') && !text.includes('\ufffd')) this.replaced = true;
    return written;
  }

  #line(): void {
    this.#out.text(`\n${'  '.repeat(this.#open.length)}`);
  }
}

/** Writes a document with `write` and completes it; after an error the file is closed and the error passed on. */
export async function writeXml(
  path: string,
  forbidden: Forbidden,
  write: (xml: XmlWriter) => void | Promise<void>,
): Promise<XmlWriter> {
  const xml = new XmlWriter(path, forbidden);
  try {
    await write(xml);
    xml.close();
  } catch (error) {
    xml.abandon();
    throw error;
  }
  return xml;
}
