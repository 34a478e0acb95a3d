import type { Raster } from '../../kit/io/png-writer.ts';

const WHITE = 0xff;

/** Pixels that straight lines are drawn on, top row first. */
export class Canvas implements Raster {
  readonly width: number;
  readonly height: number;
  readonly kind = 'rgb';
  readonly data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8Array(3 * width * height).fill(WHITE);
  }

  /** Draws a line of one pixel; what lies outside is cut off. @param ink 0xRRGGBB */
  line(x0: number, y0: number, x1: number, y1: number, ink: number): void {
    const part = this.#inside(x0, y0, x1 - x0, y1 - y0);
    if (part === undefined) return;
    const [from, to] = part;
    const [dx, dy] = [(x1 - x0) * (to - from), (y1 - y0) * (to - from)];
    const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)));
    const [x, y] = [x0 + from * (x1 - x0), y0 + from * (y1 - y0)];
    for (let step = 0; step <= steps; step++) {
      const share = steps === 0 ? 0 : step / steps;
      this.#dot(Math.floor(x + dx * share), Math.floor(y + dy * share), ink);
    }
  }

  /** Whether anything is drawn on a pixel. */
  isInked(x: number, y: number): boolean {
    const at = 3 * (y * this.width + x);
    return x < this.width && y < this.height && (this.data[at]! & this.data[at + 1]! & this.data[at + 2]!) !== WHITE;
  }

  #dot(x: number, y: number, ink: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = 3 * (y * this.width + x);
    this.data[at] = ink >> 16;
    this.data[at + 1] = (ink >> 8) & 255;
    this.data[at + 2] = ink & 255;
  }

  /** The part of a line, as shares of its length, that is inside; undefined if none of it is (Liang and Barsky). */
  #inside(x: number, y: number, dx: number, dy: number): readonly [number, number] | undefined {
    let [from, to] = [0, 1];
    for (const [change, room] of [
      [-dx, x],
      [dx, this.width - x],
      [-dy, y],
      [dy, this.height - y],
    ] as const) {
      if (change === 0 && room < 0) return undefined;
      if (change < 0) from = Math.max(from, room / change);
      if (change > 0) to = Math.min(to, room / change);
    }
    // Not so for positions that are no numbers, either.
    return from <= to ? [from, to] : undefined;
  }
}
