import type { ExtentBox } from '@fieldbridge/fieldjob/extent.ts';

/** Samples kept of each measure; of longer sequences every second, fourth, … value is kept. */
const MOST_SAMPLES = 4096;
/** With fewer samples the box of the drawing is more reliable. */
const FEW = 8;
/** Share of positions at each end that may be outliers. */
const STRAYS = 0.05;

/** Evenly chosen samples of a sequence of unknown length. */
class Samples {
  values: number[] = [];
  #left = 0;
  #step = 1;

  /** Takes the next value of the sequence if it is one to keep. */
  take(value: number): void {
    if (this.#left-- > 0) return;
    this.#left = this.#step - 1;
    this.values.push(value);
    if (this.values.length < MOST_SAMPLES) return;
    this.values = this.values.filter((_, i) => i % 2 === 0);
    this.#step *= 2;
  }
}

/** Position and size of a drawing and the height of its texts, without outliers, all in one unit. */
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
  readonly #eastings = new Samples();
  readonly #northings = new Samples();
  readonly #heights = new Samples();

  position(easting: number, northing: number): void {
    this.#eastings.take(easting);
    this.#northings.take(northing);
  }

  text(easting: number, northing: number, height: number): void {
    this.position(easting, northing);
    if (height > 0) this.#heights.take(height);
  }

  /**
   * The measures so far; undefined for an empty drawing.
   * @param box of the drawing, for one of few features @param scale multiplies all measures
   */
  result(box: ExtentBox | null, scale = 1): Measures | undefined {
    if (box === null) return undefined;
    const { minEasting, minNorthing, maxEasting, maxNorthing } = box;
    const isSmall = this.#eastings.values.length < FEW;
    const eastings = isSmall
      ? [minEasting, (minEasting + maxEasting) / 2, maxEasting]
      : sorted([...this.#eastings.values]);
    const northings = isSmall
      ? [minNorthing, (minNorthing + maxNorthing) / 2, maxNorthing]
      : sorted([...this.#northings.values]);
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
