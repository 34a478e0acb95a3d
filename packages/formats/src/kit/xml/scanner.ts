import type { ByteSource } from '../../core/byte-source.ts';
import { LimitError } from '../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.ts';
import type { AttributeList } from './attributes.ts';
import { ByteText } from './byte-text.ts';
import { isSpace } from './characters.ts';
import { openUtf8 } from './encoding.ts';
import { XmlError } from './failure.ts';
import {
  type Fail,
  findSectionEnd,
  holdsAt,
  isEndTag,
  MORE,
  matches,
  passComment,
  passDoctype,
  passInstruction,
} from './markup.ts';
import type { XmlName } from './names.ts';
import { CROWDED, NamespaceScope } from './namespaces.ts';
import { resolveText } from './references.ts';
import type { LeafRun } from './repeat.ts';
import { TagScanner } from './tag.ts';
import { TextScanner } from './text-scanner.ts';
import { TupleParser } from './tuple.ts';
import { XmlWindow } from './window.ts';

/** The events of `next`: the end of the document, the start or end of an element, or character data. */
export const DONE = 0;
export const START = 1;
export const END = 2;
export const TEXT = 3;
export type XmlEvent = typeof DONE | typeof START | typeof END | typeof TEXT;

/** A comment or the like was skipped: continue scanning. */
const PASSED = -2;
const CDATA = '<![CDATA[';
const NO_NAME: XmlName = { text: '', prefix: '', local: '', bytes: new Uint8Array(0), declares: undefined, seen: -1 };

/**
 * A strict, streaming pull scanner for XML 1.0 with namespaces that works on bytes: names are compared as bytes, and
 * values and texts become strings only on request; numbers can be read without. Only the five entities and character
 * references are supported; document types with an internal subset or an external identifier are refused; memory is
 * limited to one window.
 *
 * After `next()` returned START or END: `name`, `namespace`, `depth`, after START `attributes`; after TEXT: `text()` or
 * `bytes[from, to)`. All of it is valid until the following `next()`.
 */
export class XmlScanner {
  /** The last event; undefined before the first call of `next`. */
  event: XmlEvent | undefined;
  name: XmlName = NO_NAME;
  namespace = '';
  /** Depth of the current element; the root has 1. */
  depth = 0;
  /** The text is `bytes[from, to)`. */
  from = 0;
  to = 0;
  /** Whether the current text contains references, so that its bytes are not yet the text. */
  hasReferences = false;
  /** Whether the root element has started. */
  started = false;
  /** Whether to skip white space before a tag. */
  skipBlank = false;
  readonly encoding: string;
  readonly #window: XmlWindow;
  readonly #limits: Limits;
  readonly #tag: TagScanner;
  readonly #text: ByteText;
  readonly #texts: TextScanner;
  readonly #tuple = new TupleParser();
  readonly #scope = new NamespaceScope();
  readonly #open: XmlName[] = [];
  readonly #openNamespaces: string[] = [];
  readonly #fail: Fail;
  #position = 0;
  #atStart = true;
  /** The document type declaration, of which there may be one, was found. */
  #typed = false;
  /** The last event was an END: the next call leaves the element. */
  #leaving = false;
  /** The last event was the START of an empty element, whose END comes next. */
  #empty = false;
  #hasReturns = false;

  /** @throws XmlError `xml-encoding` if the encoding is unknown */
  constructor(source: ByteSource, limits: Limits = DEFAULT_LIMITS) {
    const stream = openUtf8(source);
    const window = new XmlWindow(stream, limits.recordBytes, source.size);
    this.encoding = stream.encoding;
    this.#limits = limits;
    this.#window = window;
    this.#fail = (at, text, code = 'xml-not-well-formed') => {
      if (at >= window.end) return MORE;
      throw new XmlError(code, text, window.line(at));
    };
    const text = new ByteText(window, stream.encoding !== 'utf-8');
    this.#text = text;
    this.#texts = new TextScanner(window, this.#fail);
    this.#tag = new TagScanner(window, (from, to) => text.decode(from, to), this.#fail);
  }

  /** The first lines with invalid bytes, which are read as Windows-1252 in UTF-8 and as U+FFFD in other encodings. */
  get repairedLines(): readonly number[] {
    return this.#text.repairedLines;
  }

  /** The attributes of the current start tag. */
  get attributes(): AttributeList {
    return this.#tag.attributes;
  }

  /** The window's bytes; positions in it are valid until the following `next()`. */
  get bytes(): Buffer {
    return this.#window.buffer;
  }

  /** Line where the current event ends, counted from 1. */
  get line(): number {
    return this.#window.line(this.#position);
  }

  /** Bytes of the file read so far, for progress. */
  get consumed(): number {
    return this.#window.consumed;
  }

  /**
   * Goes to the next event.
   * @throws XmlError if the document is not well-formed or ends too early; LimitError `depth`, `recordBytes`
   */
  next(): XmlEvent {
    return (this.event = this.#advance());
  }

  #advance(): XmlEvent {
    if (this.#empty) {
      this.#empty = false;
      this.#leaving = true;
      return END;
    }
    if (this.#leaving) {
      this.#leaving = false;
      this.#scope.leave(this.depth);
      this.depth--;
    }
    for (;;) {
      const event = this.#scan();
      if (event >= 0) return event as XmlEvent;
      if (event === PASSED) continue;
      const more = this.#window.advance(this.#position);
      this.#position = 0;
      if (!more) return this.#finish();
    }
  }

  /** The character data of a TEXT event with normalised line ends and replaced references. */
  text(): string {
    const text = this.#text.decode(this.from, this.to);
    return this.hasReferences || this.#hasReturns ? resolveText(text, !this.hasReferences) : text;
  }

  /**
   * Reads the element that has just started to its END, if it contains only numbers.
   * @returns their count, at most one more than fit; -1, and nothing is read, in any other case
   */
  leafNumbers(into: Float64Array): number {
    if (this.event !== START || this.#empty) return -1;
    const behind = this.#tuple.parse(this.#window.buffer, this.#position, into);
    if (this.#tuple.count < 0 || !isEndTag(this.#window.buffer, behind, this.name.bytes)) return -1;
    this.event = this.#leave(behind + this.name.bytes.length + '</>'.length);
    return this.#tuple.count;
  }

  /**
   * Reads the following siblings of the element that has just ended, as long as they have the same form (see
   * `LeafRun`), and skips white space between them.
   * @returns the number of elements read; 0 if the next one has another form
   */
  repeated(run: LeafRun): number {
    if (!this.#leaving) return 0;
    const attribute = this.attributes.length === 1 ? this.attributes.name(0) : undefined;
    const read = run.read(this.#window.buffer, this.#position, this.name.bytes, attribute);
    if (read > 0) this.#position = run.position;
    return read;
  }

  #scan(): number {
    const { buffer } = this.#window;
    let p = this.#position;
    if (buffer[p] !== 0x3c) {
      if (this.depth > 0 && !this.skipBlank) return this.#scanText(p);
      while (isSpace(buffer[p]!)) p++;
      if (buffer[p] !== 0x3c && this.depth > 0) return this.#scanText(this.#position);
      if (p > this.#position) this.#atStart = false;
      this.#position = p;
      if (buffer[p] !== 0x3c) return this.#fail(p, 'text outside the root element');
    }
    const next = buffer[p + 1];
    if (next === 0x2f) return this.#scanEnd(p);
    if (next === 0x21) return this.#scanDeclaration(p);
    if (next !== 0x3f) return this.#scanStart(p);
    return this.#passed(passInstruction(buffer, p, this.#atStart, this.#fail));
  }

  #passed(position: number): number {
    if (position === MORE) return MORE;
    this.#position = position;
    this.#atStart = false;
    return PASSED;
  }

  #scanDeclaration(p: number): number {
    const { buffer, end } = this.#window;
    if (matches(buffer, p, '<!--')) return this.#passed(passComment(buffer, p, this.#fail));
    if (matches(buffer, p, '<!DOCTYPE') && !this.started && !this.#typed) {
      const passed = this.#passed(passDoctype(buffer, p, this.#fail));
      this.#typed = passed === PASSED;
      return passed;
    }
    if (matches(buffer, p, CDATA) && this.depth > 0) {
      const close = findSectionEnd(buffer, p, this.#fail);
      if (close === MORE) return MORE;
      this.from = p + CDATA.length;
      this.to = close;
      this.hasReferences = false;
      this.#hasReturns = true;
      this.#position = close + ']]>'.length;
      return TEXT;
    }
    // With fewer bytes than the longest opening, it may only be truncated by the window.
    return this.#fail(end - p < CDATA.length ? end : p, 'a declaration that is not allowed here');
  }

  #scanText(start: number): number {
    const to = this.#texts.scan(start);
    if (to === MORE) return MORE;
    this.from = start;
    this.to = to;
    this.hasReferences = this.#texts.hasReferences;
    this.#hasReturns = this.#texts.hasReturns;
    this.#position = to;
    return TEXT;
  }

  #scanStart(at: number): number {
    // Without a byte after the "<" it could still be a comment.
    if (this.depth === 0 && this.started) return this.#fail(at + 1, 'a second root element');
    const behind = this.#tag.scan(at);
    if (behind === MORE) return MORE;
    const depth = this.depth + 1;
    if (depth > this.#limits.depth) throw new LimitError('depth', this.#limits.depth, 'the nesting of elements');
    const name = this.#tag.name!;
    const wrong = this.attributes.declare(this.#scope, depth);
    if (wrong !== undefined) return this.#fail(at, wrong, wrong === CROWDED ? 'xml-too-complex' : undefined);
    const namespace = name.prefix === 'xmlns' ? undefined : this.#scope.find(name.prefix);
    if (namespace === undefined) return this.#fail(at, `the prefix ${name.prefix} is not declared`);
    this.depth = depth;
    this.name = name;
    this.namespace = namespace;
    this.#open[depth - 1] = name;
    this.#openNamespaces[depth - 1] = namespace;
    this.#empty = this.#tag.empty;
    this.started = true;
    this.#position = behind;
    return START;
  }

  #scanEnd(at: number): number {
    const { buffer } = this.#window;
    if (this.depth === 0) return this.#fail(at, 'an end tag without a start tag');
    const name = this.#open[this.depth - 1]!;
    let p = at + 2 + name.bytes.length;
    const matching = holdsAt(buffer, at + 2, name.bytes);
    while (matching && isSpace(buffer[p]!)) p++;
    if (!matching || buffer[p] !== 0x3e) {
      // If the window ends within the tag, the difference may only be the window's end.
      const seen = matching || this.#window.end - at < name.bytes.length + 2 ? p : at;
      return this.#fail(seen, `an end tag that does not match <${name.text}>`);
    }
    this.name = name;
    this.namespace = this.#openNamespaces[this.depth - 1]!;
    return this.#leave(p + 1);
  }

  #leave(position: number): typeof END {
    this.#leaving = true;
    this.#position = position;
    return END;
  }

  #finish(): XmlEvent {
    if (this.started && this.depth === 0 && this.#window.end === 0) return DONE;
    const where =
      this.depth > 0 ? `within <${this.#open[this.depth - 1]!.text}>` : 'before its root element is complete';
    throw new XmlError('xml-cut-off', `the document ends ${where}; it is cut off or damaged`, this.line);
  }
}
