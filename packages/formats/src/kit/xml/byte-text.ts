import { isUtf8 } from 'node:buffer';
import type { XmlWindow } from './window.ts';

/** Most lines that are recorded for invalid bytes. */
const MOST_REPAIRS = 1000;

/** Decodes a window's bytes. */
export class ByteText {
  /** The first lines with bytes that are invalid in the document's encoding. */
  readonly repairedLines: number[] = [];
  readonly #window: XmlWindow;
  readonly #converted: boolean;

  /** @param converted whether the window's bytes were converted from an encoding other than UTF-8 */
  constructor(window: XmlWindow, converted: boolean) {
    this.#window = window;
    this.#converted = converted;
  }

  /**
   * `bytes[from, to)` as a string. Invalid UTF-8 is read as Windows-1252; bytes that were invalid in another encoding
   * are already U+FFFD. In both cases the line is recorded.
   */
  decode(from: number, to: number): string {
    const { buffer } = this.#window;
    const text = buffer.toString('utf8', from, to);
    if (!text.includes('\ufffd') || (!this.#converted && isUtf8(buffer.subarray(from, to)))) return text;
    if (this.repairedLines.length < MOST_REPAIRS) this.repairedLines.push(this.#window.line(from));
    return this.#converted ? text : new TextDecoder('windows-1252').decode(buffer.subarray(from, to));
  }
}
