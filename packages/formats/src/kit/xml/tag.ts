import { AttributeList } from './attributes.ts';
import { AMPERSAND, FORBIDDEN, IN_NAME, IN_VALUE, isSpace, PLAIN, QUOTE, SUSPECT } from './characters.ts';
import { type Fail, isForbiddenCharacter, MORE } from './markup.ts';
import { HASH_FACTOR, NameTable, type XmlName } from './names.ts';
import { passReference } from './references.ts';
import type { XmlWindow } from './window.ts';

/**
 * Scans start tags: the name and the attributes. If the window ends within the tag, it is scanned again from its start.
 */
export class TagScanner {
  /** The name of the tag last scanned. */
  name: XmlName | undefined;
  /** Whether the tag ended with `/>`. */
  empty = false;
  readonly attributes: AttributeList;
  readonly #window: XmlWindow;
  readonly #fail: Fail;
  readonly #names: NameTable;
  /** Where the last name ends. */
  #nameEnd = 0;
  #token = 0;
  #special = false;

  constructor(window: XmlWindow, decode: (from: number, to: number) => string, fail: Fail) {
    this.#window = window;
    this.#fail = fail;
    this.#names = new NameTable(decode);
    this.attributes = new AttributeList(decode);
  }

  /** Scans the start tag whose `<` is at `at`; returns the position after its `>`, or MORE. */
  scan(at: number): number {
    const { buffer } = this.#window;
    const name = this.#again(this.name, at + 1) ?? this.#scanName(at + 1);
    if (name === MORE) return MORE;
    const token = ++this.#token;
    this.name = name;
    this.attributes.clear();
    for (let p = this.#nameEnd; ; p++) {
      const spaced = isSpace(buffer[p]!);
      while (isSpace(buffer[p]!)) p++;
      const byte = buffer[p];
      if (byte === 0x3e || byte === 0x2f) {
        this.empty = byte === 0x2f;
        if (this.empty && buffer[++p] !== 0x3e) return this.#fail(p, 'a "/" within a tag');
        return p + 1;
      }
      if (!spaced) return this.#fail(p, 'a character that is not allowed in a tag');
      p = this.#scanAttribute(p, token);
      if (p === MORE) return MORE;
    }
  }

  /** The name at this position in the previous tag, if it is repeated here, as in most tags. */
  #again(name: XmlName | undefined, at: number): XmlName | undefined {
    if (name === undefined) return undefined;
    const { buffer } = this.#window;
    const { bytes } = name;
    for (let i = 0; i < bytes.length; i++) if (buffer[at + i] !== bytes[i]) return undefined;
    const end = at + bytes.length;
    if (IN_NAME[buffer[end]!] === 1 || end >= this.#window.end) return undefined;
    this.#nameEnd = end;
    return name;
  }

  #scanName(at: number): XmlName | typeof MORE {
    const { buffer } = this.#window;
    let p = at;
    let hash = 0;
    for (; IN_NAME[buffer[p]!] === 1; p++) hash = Math.imul(hash ^ buffer[p]!, HASH_FACTOR);
    if (p >= this.#window.end) return MORE;
    this.#nameEnd = p;
    const name = this.#names.intern(buffer, at, p, hash);
    if (name) return name;
    if (name === null) return this.#fail(at, 'too many distinct names', 'xml-too-complex');
    return this.#fail(at, 'a tag or an attribute without a valid name');
  }

  /** Scans `name="value"` at `at`; returns the position of the closing quotation mark, or MORE. */
  #scanAttribute(at: number, token: number): number {
    const { buffer } = this.#window;
    const name = this.#again(this.attributes.expected, at) ?? this.#scanName(at);
    if (name === MORE) return MORE;
    if (name.seen === token) return this.#fail(at, `the attribute ${name.text} twice in one tag`);
    name.seen = token;
    let p = this.#nameEnd;
    while (isSpace(buffer[p]!)) p++;
    if (buffer[p] !== 0x3d) return this.#fail(p, `the attribute ${name.text} without "="`);
    p++;
    while (isSpace(buffer[p]!)) p++;
    const quote = buffer[p]!;
    if (quote !== 0x22 && quote !== 0x27) return this.#fail(p, `the value of ${name.text} without quotation marks`);
    const from = p + 1;
    const to = this.#scanValue(from, quote);
    if (to === MORE) return MORE;
    if (this.attributes.add(name, from, to, this.#special)) return to;
    return this.#fail(at, 'too many attributes in one tag', 'xml-too-complex');
  }

  #scanValue(from: number, quote: number): number {
    const { buffer, end } = this.#window;
    this.#special = false;
    for (let p = from; ; p++) {
      let kind: number;
      while ((kind = IN_VALUE[buffer[p]!]!) === PLAIN) p++;
      if (kind === QUOTE) {
        if (buffer[p] === quote) return p;
      } else if (kind === AMPERSAND) {
        const behind = passReference(buffer, p, end, this.#fail);
        if (behind === MORE) return MORE;
        p = behind - 1;
        this.#special = true;
      } else if (kind === SUSPECT) {
        if (isForbiddenCharacter(buffer, p)) return this.#fail(p, 'a forbidden character in a value');
      } else if (kind === FORBIDDEN) return this.#fail(p, 'a character that is not allowed in a value');
      // Tabs and line ends become spaces when the value is requested, because references are replaced then.
      else this.#special = true;
    }
  }
}
