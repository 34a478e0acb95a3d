/** Samples kept of each measure; beyond that every second, fourth, … one. */
const MOST_SAMPLES = 4096;
/** Share of positions at each end that may be strays. */
const STRAYS = 0.05;

/** Evenly chosen samples of a sequence of unknown length. */
class Samples {
  readonly values: number[] = [];
  #seen = 0;
  #step = 1;

  /** Takes the next few numbers of the sequence, which belong together. */
  take(...together: readonly number[]): void {
    if (this.#seen++ % this.#step !== 0) return;
    this.values.push(...together);
    if (this.values.length < MOST_SAMPLES * together.length) return;
    const { length } = together;
    const kept = this.values.filter((_, i) => Math.floor(i / length) % 2 === 0);
    this.values.splice(0, Infinity, ...kept);
    this.#step *= 2;
  }
}

/** Where a drawing lies, how large it is and how high its texts are, strays left out. All in one unit. */
export interface Measures {
  /** Distance of its middle from the origin. */
  readonly away: number;
  /** The longer side of its box. */
  readonly size: number;
  /** Height of a usual text; NaN without texts. */
  readonly textHeight: number;
}

/** Measures a drawing by samples while it is drawn. */
export class DrawingMeasures {
  readonly #positions = new Samples();
  readonly #heights = new Samples();

  position(easting: number, northing: number): void {
    this.#positions.take(easting, northing);
  }

  textHeight(height: number): void {
    if (height > 0) this.#heights.take(height);
  }

  /** The measures so far; undefined for an empty drawing. @param scale multiplies all of them */
  result(scale = 1): Measures | undefined {
    const { values } = this.#positions;
    if (values.length === 0) return undefined;
    const eastings = sorted(values.filter((_, i) => i % 2 === 0));
    const northings = sorted(values.filter((_, i) => i % 2 === 1));
    const heights = sorted([...this.#heights.values]);
    return {
      away: scale * Math.hypot(middle(eastings), middle(northings)),
      size: scale * Math.max(width(eastings), width(northings)),
      textHeight: heights.length === 0 ? Number.NaN : scale * middle(heights),
    };
  }
}

function sorted(values: number[]): number[] {
  return values.sort((a, b) => a - b);
}

function middle(values: readonly number[]): number {
  return values[values.length >> 1]!;
}

function width(values: readonly number[]): number {
  const strays = Math.floor(values.length * STRAYS);
  return values[values.length - 1 - strays]! - values[strays]!;
}
