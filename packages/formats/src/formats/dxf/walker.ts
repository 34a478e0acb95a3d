import type { ReadContext } from '../../core/format.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import type { NameId, Names } from './names.ts';
import type { TagStream } from './tag-stream.ts';
import { Tape } from './tape.ts';

/** Bytes after which the reader lets signals and progress through. */
const PAUSE_AFTER = 1 << 19;

/** Walks over the sections of a file and the records in them, and yields to other work regularly. */
export class Walker {
  readonly stream: TagStream;
  readonly #names: Names;
  readonly #context: ReadContext;
  readonly #size: number;
  readonly #section: NameId;
  readonly #endOfSection: NameId;
  readonly #endOfFile: NameId;
  /** A tape on which nothing is recorded. */
  readonly #nothing = new Tape();
  #paused = 0;
  #furthest = 0;

  constructor(stream: TagStream, names: Names, context: ReadContext, size: number) {
    this.stream = stream;
    this.#names = names;
    this.#context = context;
    this.#size = size;
    this.#section = names.of('SECTION');
    this.#endOfSection = names.of('ENDSEC');
    this.#endOfFile = names.of('EOF');
  }

  /**
   * Visits the sections one by one: `visit` is called on the first group after the section's name and returns false
   * when the file ended.
   * @returns whether the file ended with EOF
   */
  async sections(visit: (name: string) => Promise<boolean>): Promise<boolean> {
    const { stream } = this;
    let more = stream.next();
    while (more) {
      const type = stream.code === 0 ? this.type() : -1;
      if (type === this.#endOfFile) return true;
      more = stream.next();
      if (type !== this.#section) {
        if (this.#isDue()) await this.#pause();
        continue;
      }
      if (!more || stream.code !== 2) continue;
      const name = this.#names.text(this.type());
      more = stream.next() && (await visit(name));
    }
    return false;
  }

  /**
   * Visits the records of a section: `visit` is called on the group 0 of each, moves to the next group 0 and returns
   * false when the file ended. Ends after ENDSEC, or on the next SECTION or EOF if ENDSEC is missing.
   */
  async records(visit: (type: NameId) => boolean): Promise<boolean> {
    const { stream } = this;
    for (;;) {
      if (stream.code !== 0) {
        if (!this.skip()) return false;
        continue;
      }
      const type = this.type();
      if (type === this.#endOfSection) return stream.next();
      if (type === this.#section || type === this.#endOfFile) return true;
      if (!visit(type)) return false;
      if (this.#isDue()) await this.#pause();
    }
  }

  /** Skips to the end of the section. */
  async leave(): Promise<boolean> {
    return this.records(() => this.skip());
  }

  /** Moves to the next group 0. */
  skip(): boolean {
    const { stream } = this;
    for (;;) {
      if (stream.takeQuickly(this.#nothing, this.#names)) return true;
      if (!stream.next()) return false;
      if (stream.code === 0) return true;
    }
  }

  /** The name of the current group as a number. */
  type(): NameId {
    return this.#names.intern(this.stream.bytes, this.stream.from, this.stream.to);
  }

  /** Lets signals through and reports the position of the stream. */
  async #pause(): Promise<void> {
    this.#paused = this.stream.offset;
    // A second pass over a part of the file does not reduce the progress.
    this.#furthest = Math.max(this.#furthest, this.#paused);
    await giveWay(this.#furthest, this.#size, this.#context, 'read');
  }

  #isDue(): boolean {
    return Math.abs(this.stream.offset - this.#paused) >= PAUSE_AFTER;
  }
}
