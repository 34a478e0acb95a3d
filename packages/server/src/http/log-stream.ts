/** How long and how much a line may wait before it is written. */
const FLUSH_MS = 100;
const FLUSH_CHARACTERS = 32_768;

/** Where log lines go. */
export interface LogTarget {
  write(text: string): unknown;
}

/** Gathers log lines and writes them in lots, so that logging costs the requests nothing. `flush` before the process ends. */
export class LogStream {
  readonly #target: LogTarget;
  #lines = '';
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
    if (this.#lines !== '') this.#target.write(this.#lines);
    this.#lines = '';
  }
}
