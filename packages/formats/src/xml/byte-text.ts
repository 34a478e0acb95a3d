import { isUtf8 } from 'node:buffer';
import type { XmlWindow } from './window.ts';

/** Lines of repaired bytes that are remembered one by one. */
const MOST_REPAIRS = 1000;

/** Makes strings of a window's bytes. */
export class ByteText {
  /** Lines with bytes that are not UTF-8 and were read as Windows-1252, the first ones. */
  readonly repairedLines: number[] = [];
  readonly #window: XmlWindow;

  constructor(window: XmlWindow) {
    this.#window = window;
  }

  /** `bytes[from, to)` as a string; bytes that are not UTF-8 are read as Windows-1252, and the line is remembered. */
  decode(from: number, to: number): string {
    const { buffer } = this.#window;
    const text = buffer.toString('utf8', from, to);
    if (!text.includes('\ufffd') || isUtf8(buffer.subarray(from, to))) return text;
    if (this.repairedLines.length < MOST_REPAIRS) this.repairedLines.push(this.#window.line(from));
    return new TextDecoder('windows-1252').decode(buffer.subarray(from, to));
  }
}
