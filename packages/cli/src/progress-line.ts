import type { CommandIo } from './command.ts';

/** On a terminal the line is rewritten at most this often; elsewhere there is one line per tenth of the work. */
const MILLISECONDS_BETWEEN_LINES = 100;

/** Shows the progress of long work on standard error: one rewritten line on a terminal, a line per tenth elsewhere. */
export class ProgressLine {
  readonly #io: CommandIo;
  #lastTime = 0;
  #lastTenth = -1;
  #shown = false;

  constructor(io: CommandIo) {
    this.#io = io;
  }

  /** Takes a step; bound, so that it can be passed as a function. */
  readonly step = (done: number, total: number, phase: string): void => {
    const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0;
    const now = performance.now();
    if (this.#io.terminal) {
      if (now - this.#lastTime < MILLISECONDS_BETWEEN_LINES) return;
      this.#io.rewrite(`${phase} ${percent} %`);
      this.#shown = true;
    } else {
      const tenth = Math.floor(percent / 10);
      // Short work needs no progress; long work gets a line for each further tenth.
      if (tenth <= this.#lastTenth || now - this.#lastTime < 10 * MILLISECONDS_BETWEEN_LINES) return;
      this.#lastTenth = tenth === 10 ? -1 : tenth;
      if (this.#lastTime > 0) this.#io.err(`${phase} ${percent} %\n`);
    }
    this.#lastTime = now;
  };

  /** Clears the line. */
  end(): void {
    if (this.#shown) this.#io.rewrite('');
    this.#shown = false;
  }
}
