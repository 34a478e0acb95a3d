import type { CommandIo } from './command.ts';

/** A terminal's line is rewritten at most this often; elsewhere one line per tenth of the work is enough. */
const MILLISECONDS_BETWEEN_LINES = 100;

/** Shows how far long work is, on standard error: one rewritten line on a terminal, a line per tenth elsewhere. */
export class ProgressLine {
  readonly #io: CommandIo;
  #lastTime = 0;
  #lastTenth = -1;
  #shown = false;

  constructor(io: CommandIo) {
    this.#io = io;
  }

  /** Takes a step; bound, so that it can be handed on as a function. */
  readonly step = (done: number, total: number, phase: string): void => {
    const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0;
    const now = performance.now();
    if (this.#io.terminal) {
      if (now - this.#lastTime < MILLISECONDS_BETWEEN_LINES) return;
      this.#io.err(`\r\u001b[K${phase} ${percent} %`);
      this.#shown = true;
    } else {
      const tenth = Math.floor(percent / 10);
      // Short work needs no progress; long work gets a line when another tenth is done.
      if (tenth <= this.#lastTenth || now - this.#lastTime < 10 * MILLISECONDS_BETWEEN_LINES) return;
      this.#lastTenth = tenth === 10 ? -1 : tenth;
      if (this.#lastTime > 0) this.#io.err(`${phase} ${percent} %\n`);
    }
    this.#lastTime = now;
  };

  /** Clears the line. */
  end(): void {
    if (this.#shown) this.#io.err('\r\u001b[K');
    this.#shown = false;
  }
}
