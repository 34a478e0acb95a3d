import type { ByteSource } from '../../core/byte-source.ts';
import type { ReadContext } from '../../core/format.ts';
import type { About, Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { giveWay } from '../io/give-way.ts';
import { XmlError } from './failure.ts';
import { DONE, END, START, TEXT, XmlScanner } from './scanner.ts';

/** A reader yields after this many bytes. */
const STRIDE = 1 << 20;
/** Receives the name of each child element; content that it does not read is skipped. */
export type ChildHandler = (name: string) => void | Promise<void>;

/** A document being read: the scanner and its import. */
export class XmlDocument {
  readonly scanner: XmlScanner;
  readonly context: ReadContext;
  readonly size: number;
  /** The subject of issues about the current element; undefined for the whole file. */
  about: About | undefined;
  /** Number of features found so far, including those of drawings in the document. */
  features = 0;
  /** Number of list values read so far. */
  numbers = 0;
  #last = 0;

  constructor(source: ByteSource, context: ReadContext) {
    this.scanner = new XmlScanner(source, context.limits);
    const { report } = context;
    this.context = {
      ...context,
      report: (issue) => report(this.about === undefined ? issue : { about: this.about, ...issue }),
    };
    this.size = source.size;
  }

  /** Reports an issue at the current line, unless it has its own. */
  report(issue: Issue): void {
    this.context.report({ line: this.scanner.line, ...issue });
  }

  /** Reports that the current element is unknown. */
  unknown(element: string): void {
    this.report(issueOf('unknown-element', { element }));
  }

  /** Goes to the root element and returns its local name. */
  root(): string {
    while (this.scanner.next() !== START);
    return this.scanner.name.local;
  }

  /** Whether it is time to yield (`await breathe()`). */
  get due(): boolean {
    return this.scanner.consumed - this.#last >= STRIDE;
  }

  /** Yields to the event loop, reports progress and throws if the import was aborted. */
  async breathe(): Promise<void> {
    this.#last = this.scanner.consumed;
    await giveWay(this.#last, this.size, this.context);
  }

  /**
   * Calls `handle` with the local name of each child of the current element. The handler may read any part of the
   * child; the rest is skipped.
   */
  async children(handle: ChildHandler): Promise<void> {
    const { scanner } = this;
    const depth = scanner.depth;
    while (this.toChild(depth)) {
      const pending = handle(scanner.name.local);
      if (pending !== undefined) await pending;
      this.leave(depth + 1);
      if (this.due) await this.breathe();
    }
  }

  /** The same for elements of limited size, without yielding. */
  eachChild(handle: (name: string) => void): void {
    const depth = this.scanner.depth;
    while (this.toChild(depth)) {
      handle(this.scanner.name.local);
      this.leave(depth + 1);
    }
  }

  /** Goes to the next child of the element at `depth`; false at its end. */
  toChild(depth: number): boolean {
    const { scanner } = this;
    if (scanner.event === END && scanner.depth === depth) return false;
    for (;;) {
      const event = scanner.next();
      if (event === START) return true;
      if (event === END && scanner.depth === depth) return false;
    }
  }

  /** Skips the rest of the current element at `depth`. */
  leave(depth: number): void {
    const { scanner } = this;
    while (!(scanner.event === END && scanner.depth === depth)) scanner.next();
  }

  /** The text of the current element without that of its children; skips to the end of the element. */
  text(): string {
    const { scanner } = this;
    const depth = scanner.depth;
    let text = '';
    for (;;) {
      const event = scanner.next();
      if (event === TEXT && scanner.depth === depth) text += scanner.text();
      else if (event === END && scanner.depth === depth) return text;
    }
  }
}

/**
 * Reads a document with `read`. Damage after the root's start tag ends the reading, keeps the data read so far and is
 * reported as an error.
 * @throws XmlError if damage or a refused construct precedes the root element; LimitError
 */
export async function readXml(
  source: ByteSource,
  context: ReadContext,
  read: (document: XmlDocument) => Promise<void>,
): Promise<void> {
  const document = new XmlDocument(source, context);
  const { scanner } = document;
  try {
    await read(document);
    while (scanner.event !== DONE) scanner.next();
  } catch (error) {
    if (!(error instanceof XmlError) || !scanner.started) throw error;
    const { code, line, found } = error;
    context.report(issueOf(code, { found: `${found}; everything before line ${line} was read` }, { line }));
  }
  const { encoding } = scanner;
  const used = encoding === 'utf-8' ? 'Windows-1252' : 'U+FFFD, the replacement character';
  for (const line of scanner.repairedLines) context.report(issueOf('encoding-repaired', { encoding, used }, { line }));
}
