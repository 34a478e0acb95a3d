import { type Feature, type JobSink, layerOf } from '@fieldbridge/fieldjob';
import { DEFAULT_COLOURS } from '../default-colours.ts';
import { LINE_CODES } from '../line-codes.ts';

const LEVELS = 64;

/** Fills features with level, colour, line code and weight of V7 elements. */
export class Symbology {
  /** The file's colour table; the default one until the file's own is read. */
  colours: Int32Array = DEFAULT_COLOURS;
  readonly #sink: JobSink;
  readonly #layers = new Int32Array(LEVELS).fill(-1);
  /** Attribute pairs by weight; features share these arrays. */
  readonly #weights = Array.from({ length: 32 }, (_, weight) => (weight === 0 ? [] : ['weight', String(weight)]));

  constructor(sink: JobSink) {
    this.#sink = sink;
  }

  /**
   * @param bytes a graphic element, at least 36 bytes @param cell name of the outermost cell that contains it, or ''
   */
  fill(feature: Feature, bytes: Uint8Array, cell: string): void {
    const level = bytes[0]! & 63;
    if (this.#layers[level] === -1) this.#layers[level] = this.#sink.layer(layerOf(`Level ${level}`));
    feature.reset();
    feature.layer = this.#layers[level]!;
    feature.colour = this.colours[bytes[35]!]!;
    feature.lineType = LINE_CODES[bytes[34]! & 7]!;
    // A DGN weight is a number of screen pixels, not a width on paper, so it is kept as an attribute.
    feature.attributes = this.#weights[bytes[34]! >> 3]!;
    feature.block = cell;
  }
}
