import { isUtf8 } from 'node:buffer';
import type { XmlWindow } from './window.ts';

/** Lines of repaired bytes that are remembered one by one. */
const MOST_REPAIRS = 1000;

/** Makes strings of a window's bytes. */
export class ByteText {
  /** Lines with bytes that are not of the document's encoding, the first ones. */
  readonly repairedLines: number[] = [];
  readonly #window: XmlWindow;
  readonly #converted: boolean;

  /** @param converted whether the window's bytes were converted from another encoding than UTF-8 */
  constructor(window: XmlWindow, converted: boolean) {
    this.#window = window;
    this.#converted = converted;
  }

  /**
   * `bytes[from, to)` as a string. Bytes that are not UTF-8 are read as Windows-1252; those that were no characters of another encoding
   * stand as U+FFFD. Either way the line is remembered.
   */
  decode(from: number, to: number): string {
    const { buffer } = this.#window;
    const text = buffer.toString('utf8', from, to);
    if (!text.includes('\ufffd') || (!this.#converted && isUtf8(buffer.subarray(from, to)))) return text;
    if (this.repairedLines.length < MOST_REPAIRS) this.repairedLines.push(this.#window.line(from));
    return this.#converted ? text : new TextDecoder('windows-1252').decode(buffer.subarray(from, to));
  }
}
