import { isUtf8 } from 'node:buffer';
import { leafFields, SERVICE_FIELDS, TICKET_FIELDS } from '@fieldbridge/contract';
import { JsonFault } from './fault.ts';
import { type JsonMember, type JsonNode, memberAmong } from './node.ts';
import { plainEnd, scanEscaped, scanNumber } from './token.ts';

/** Deepest nesting; a ticket in a batch needs four. */
const MAX_DEPTH = 16;
/** Most values in one text; a full batch of complete tickets has 66 000. */
const MAX_VALUES = 200_000;
/** With more members than this, names are compared by a set instead of one by one. */
const FEW_MEMBERS = 12;

/** A text and its value. */
export interface ScannedJson {
  readonly text: string;
  readonly root: JsonNode;
}

/**
 * Parses one JSON text strictly (RFC 8259, with the I-JSON rules of RFC 7493 on names, encoding and surrogates) and
 * keeps the range of every value, so that number spelling and field order survive.
 * @param bytes the body as received; a leading UTF-8 byte order mark is skipped
 * @throws {JsonFault} with the code and position of the first fault
 */
export function scanJson(bytes: Uint8Array): ScannedJson {
  if (!isUtf8(bytes)) {
    const { line, start } = badLine(bytes);
    throw new JsonFault('json-encoding', `line ${line} is not UTF-8`, start);
  }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return scanText(buffer.toString('utf8', marked ? 3 : 0));
}

/** The same for decoded text, as from the store. */
export function scanText(text: string): ScannedJson {
  const scanner = new Scanner(text);
  return { text, root: scanner.document() };
}

/**
 * The first line that is not UTF-8; a line feed is never inside a longer sequence, so lines can be checked separately.
 */
function badLine(bytes: Uint8Array): { line: number; start: number } {
  let line = 1;
  let start = 0;
  for (;;) {
    const feed = bytes.indexOf(0x0a, start);
    if (feed < 0 || !isUtf8(bytes.subarray(start, feed))) return { line, start };
    start = feed + 1;
    line++;
  }
}

/** The names of ticket fields by length. */
const KNOWN_NAMES: string[][] = [];
for (const name of new Set([...leafFields(TICKET_FIELDS).flatMap(({ path }) => path), ...SERVICE_FIELDS]))
  (KNOWN_NAMES[name.length] ??= []).push(name);

/**
 * The name in `text[start, end)`. Names of tickets are returned as existing strings: slicing and hashing new ones costs
 * 2 µs more per ticket, of about 105 µs of CPU in total.
 */
function nameAt(text: string, start: number, end: number): string {
  const known = KNOWN_NAMES[end - start];
  if (known !== undefined) for (const name of known) if (text.startsWith(name, start)) return name;
  return text.slice(start, end);
}

class Scanner {
  readonly text: string;
  at = 0;
  depth = 0;
  values = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): JsonNode {
    const root = this.value();
    if (this.at < this.text.length) this.fail('nothing more after the value');
    return root;
  }

  /** One value with the surrounding white space. */
  value(): JsonNode {
    this.space();
    if (++this.values > MAX_VALUES)
      throw new JsonFault('json-too-many-values', `more than ${MAX_VALUES} values in one body`, this.at);
    const node = this.bare();
    this.space();
    return node;
  }

  bare(): JsonNode {
    const { text, at: start } = this;
    const code = text.charCodeAt(start);
    if (code === 0x22) {
      const value = this.string();
      return { kind: 'string', value, start, end: this.at };
    }
    if (code === 0x7b) return this.object();
    if (code === 0x5b) return this.array();
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      this.at = scanNumber(text, start);
      return { kind: 'number', start, end: this.at };
    }
    for (const kind of ['null', 'true', 'false'] as const) {
      if (text.startsWith(kind, start)) {
        this.at += kind.length;
        return { kind, start, end: this.at };
      }
    }
    return this.fail('a value');
  }

  object(): JsonNode {
    const start = this.open();
    const members: JsonMember[] = [];
    let names: Set<string> | undefined;
    this.space();
    if (!this.take(0x7d)) {
      do {
        this.space();
        const at = this.at;
        if (this.text.charCodeAt(at) !== 0x22) this.fail('a name in double quotes');
        const name = this.string(true);
        if (members.length === FEW_MEMBERS) names = new Set(members.map((one) => one.name));
        if (names ? names.has(name) : memberAmong(members, name) !== undefined)
          throw new JsonFault(
            'json-duplicate-name',
            `the name ${JSON.stringify(name.slice(0, 64))} occurs twice in one object`,
            at,
          );
        names?.add(name);
        this.space();
        if (!this.take(0x3a)) this.fail('":" after the name');
        members.push({ name, start: at, value: this.value() });
      } while (this.take(0x2c));
      if (!this.take(0x7d)) this.fail('"," or "}"');
    }
    this.depth--;
    return { kind: 'object', members, start, end: this.at };
  }

  array(): JsonNode {
    const start = this.open();
    const items: JsonNode[] = [];
    this.space();
    if (!this.take(0x5d)) {
      do items.push(this.value());
      while (this.take(0x2c));
      if (!this.take(0x5d)) this.fail('"," or "]"');
    }
    this.depth--;
    return { kind: 'array', items, start, end: this.at };
  }

  /** Enters an object or array; returns where it begins. */
  open(): number {
    if (++this.depth > MAX_DEPTH)
      throw new JsonFault('json-too-deep', `nested deeper than ${MAX_DEPTH} levels`, this.at);
    return this.at++;
  }

  string(isName = false): string {
    const { text, at: start } = this;
    const end = plainEnd(text, start + 1);
    if (text.charCodeAt(end) === 0x22) {
      this.at = end + 1;
      return isName ? nameAt(text, start + 1, end) : text.slice(start + 1, end);
    }
    const escaped = scanEscaped(text, start, end);
    this.at = escaped.end;
    return escaped.value;
  }

  take(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code > 0x20) return;
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  fail(expected: string): never {
    const found =
      this.at < this.text.length ? JSON.stringify(this.text.slice(this.at, this.at + 12)) : 'the end of the body';
    throw new JsonFault('json-syntax', `expected ${expected}, found ${found}`, this.at);
  }
}
