import { timestamps } from './request-lines.ts';

/** How long and how much lines may wait before they are written. */
const FLUSH_MS = 100;
const FLUSH_CHARACTERS = 32_768;

/** Where log lines go. */
export interface LogTarget {
  /** @param written called when the text is written, or with the reason why it could not be */
  write(text: string, written?: (error?: Error | null) => void): unknown;
}

/**
 * Collects log lines and writes them in batches, so that logging costs the requests nothing. Call `flush` before the
 * process ends. If lines cannot be written, because the disk is full or the reader has gone, they are lost and counted,
 * and the log says so once it can be written again.
 */
export class LogStream {
  readonly #target: LogTarget;
  readonly #time = timestamps();
  #lines = '';
  /** Lost characters that the log has not yet reported. */
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
    // The previous batch may have broken off within a line.
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
