import { timestamps } from './request-lines.ts';

/** How long and how much a line may wait before it is written. */
const FLUSH_MS = 100;
const FLUSH_CHARACTERS = 32_768;

/** Where log lines go. */
export interface LogTarget {
  /** @param written called when the text is written, or with the reason why it could not be */
  write(text: string, written?: (error?: Error | null) => void): unknown;
}

/**
 * Gathers log lines and writes them in lots, so that logging costs the requests nothing. `flush` before the process ends. What cannot be
 * written, because the disk is full or the reader is gone, is lost and counted, and the log tells so itself when it can again.
 */
export class LogStream {
  readonly #target: LogTarget;
  readonly #time = timestamps();
  #lines = '';
  /** Characters that are lost and that the log has not told of. */
  #untold = 0;
  /** Characters lost since the start, for /metrics. */
  lost = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(target: LogTarget) {
    this.#target = target;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length > FLUSH_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines === '') return;
    const { length } = this.#lines;
    // The lot before may have broken off within a line.
    const lot = this.#untold === 0 ? this.#lines : `\n${this.#lines}`;
    this.#lines = '';
    this.#target.write(lot, (error) => (error ? this.#lose(length) : this.#tell()));
  }

  #lose(characters: number): void {
    this.lost += characters;
    this.#untold += characters;
  }

  #tell(): void {
    if (this.#untold === 0) return;
    const characters = this.#untold;
    this.#untold = 0;
    this.write(
      `{"level":40${this.#time()},"characters":${characters},"msg":"lines of the log were lost before this"}\n`,
    );
  }
}
