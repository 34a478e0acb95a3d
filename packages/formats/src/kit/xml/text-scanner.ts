import { AMPERSAND, BRACKET, IN_TEXT, OPEN, PLAIN, RETURN, SUSPECT } from './characters.ts';
import { type Fail, findCut, isForbiddenCharacter, MORE } from './markup.ts';
import { passReference } from './references.ts';
import type { XmlWindow } from './window.ts';

/** Longer texts are delivered in several events, split after white space. */
const PIECE = 256 * 1024;

/** Scans character data up to the next tag. If the window ends within it, it is scanned again from its start. */
export class TextScanner {
  /** Whether the last text contains references. */
  hasReferences = false;
  /** Whether it contains carriage returns. */
  hasReturns = false;
  readonly #window: XmlWindow;
  readonly #fail: Fail;

  constructor(window: XmlWindow, fail: Fail) {
    this.#window = window;
    this.#fail = fail;
  }

  /** Scans the text that starts at `start`; returns where it ends (or may be split), or MORE. */
  scan(start: number): number {
    const { buffer, end } = this.#window;
    this.hasReferences = false;
    this.hasReturns = false;
    for (let p = start; ; p++) {
      let kind: number;
      while ((kind = IN_TEXT[buffer[p]!]!) === PLAIN) p++;
      if (kind === OPEN) return p;
      if (kind === RETURN) this.hasReturns = true;
      else if (kind === AMPERSAND) {
        const behind = passReference(buffer, p, end, this.#fail);
        if (behind === MORE) return MORE;
        this.hasReferences = true;
        p = behind - 1;
      } else if (kind === BRACKET) {
        if (buffer[p + 1] === 0x5d && buffer[p + 2] === 0x3e) return this.#fail(p, '"]]>" in a text');
      } else if (kind === SUSPECT) {
        if (isForbiddenCharacter(buffer, p)) return this.#fail(p, 'a forbidden character in a text');
      } else {
        const cut = p >= end && end - start >= PIECE ? findCut(buffer, start, end) : start;
        return cut > start ? cut : this.#fail(p, `the byte 0x${buffer[p]!.toString(16)}, which XML forbids`);
      }
    }
  }
}
