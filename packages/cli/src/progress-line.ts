import type { CommandIo } from './command.ts';

/** On a terminal the line is rewritten at most this often; elsewhere there is one line per tenth of the work. */
const MILLISECONDS_BETWEEN_LINES = 100;
/** Before that, a rate is meaningless. */
const MILLISECONDS_BEFORE_RATE = 1000;

/**
 * Shows the progress of long work on standard error: one rewritten line with rate and time left on a terminal, a line
 * per tenth elsewhere.
 */
export class ProgressLine {
  readonly #io: CommandIo;
  readonly #counts: string | undefined;
  readonly #sizes = new Set<number>();
  #lastTime = 0;
  #lastTenth = -1;
  #shown = false;
  #phase = '';
  #phaseBegan = 0;
  #share = 0;

  /** @param counts what the steps count (`files`), if the rate is to show it */
  constructor(io: CommandIo, counts?: string) {
    this.#io = io;
    this.#counts = counts;
  }

  /** Sets the size of a file: a phase with that many steps counts its bytes. */
  expect(bytes: number): void {
    this.#sizes.add(bytes);
  }

  /** Takes a step; bound, so that it can be passed as a function. */
  readonly step = (done: number, total: number, phase: string): void => {
    const share = total > 0 ? Math.min(1, done / total) : 0;
    const percent = Math.floor(100 * share);
    const now = performance.now();
    // The next file is read like the previous one.
    if (phase !== this.#phase || share < this.#share) [this.#phase, this.#phaseBegan] = [phase, now];
    this.#share = share;
    if (this.#io.terminal) {
      if (now - this.#lastTime < MILLISECONDS_BETWEEN_LINES) return;
      this.#io.rewrite(`${phase} ${percent} %${this.#rate(now, share, total)}`);
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

  /** Rate and time left, judging by the phase so far. */
  #rate(now: number, share: number, total: number): string {
    const elapsed = now - this.#phaseBegan;
    if (elapsed < MILLISECONDS_BEFORE_RATE || share <= 0 || share >= 1) return '';
    const [amount, unit] = this.#sizes.has(total) ? [total / 1e6, 'MB'] : [total, this.#counts];
    const rate = unit === undefined ? '' : `, ${((1000 * amount * share) / elapsed).toFixed(1)} ${unit}/s`;
    return `${rate}, ${timeText((elapsed * (1 - share)) / share / 1000)} left`;
  }
}

function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
