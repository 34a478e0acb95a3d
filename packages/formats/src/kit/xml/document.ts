import type { ByteSource } from '../../core/byte-source.ts';
import type { ReadContext } from '../../core/format.ts';
import type { About, Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { XmlError } from './failure.ts';
import { DONE, END, START, TEXT, XmlScanner } from './scanner.ts';

/** A reader gives way after this many bytes. */
const STRIDE = 1 << 20;
/** Gets the name of each child element; content that it does not read is skipped. */
export type ChildHandler = (name: string) => void | Promise<void>;

/** A document that is being read: the scanner, and what ties it to the import it is read for. */
export class XmlDocument {
  readonly scanner: XmlScanner;
  readonly context: ReadContext;
  readonly size: number;
  /** What the element at hand holds, for the issues about it; the file as a whole where undefined. */
  about: About | undefined;
  /** Features that were found so far, those of drawings within the document too. */
  features = 0;
  /** Numbers of lists that were read so far. */
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

  /** Reports something at the current line, unless the issue has its own. */
  report(issue: Issue): void {
    this.context.report({ line: this.scanner.line, ...issue });
  }

  /** Reports that the element at hand is not known. */
  unknown(element: string): void {
    this.report(issueOf('unknown-element', { element }));
  }

  /** Local name of the root element, which is then the current one. */
  root(): string {
    while (this.scanner.next() !== START);
    return this.scanner.name.local;
  }

  /** Whether it is time to give way (`await breathe()`). */
  get due(): boolean {
    return this.scanner.consumed - this.#last >= STRIDE;
  }

  /** Gives way to the event loop, shows progress and sees whether the import was called off. */
  async breathe(): Promise<void> {
    this.#last = this.scanner.consumed;
    this.context.progress(this.#last, this.size, 'reading');
    await new Promise((resolve) => setImmediate(resolve));
    this.context.signal.throwIfAborted();
  }

  /**
   * Calls `handle` with the local name of each child of the current element, which is left behind then. The handler may read
   * as much of the child as it likes, down to its end.
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

  /** The same for elements of bounded size, without giving way. */
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

  /** Passes over what is left of the current element at `depth`. */
  leave(depth: number): void {
    const { scanner } = this;
    while (!(scanner.event === END && scanner.depth === depth)) scanner.next();
  }

  /** The text of the current element without that of its children; the element is left behind. */
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
 * Reads a document with `read`, whose result is the format's version. Damage behind the root's start tag ends the reading,
 * keeps what was read, and is an issue of severity `error`.
 * @throws XmlError when the damage or a refused construct comes before the root element, LimitError past a limit
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
