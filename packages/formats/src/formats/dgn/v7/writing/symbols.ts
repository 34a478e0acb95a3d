import type { Feature, FieldJob, Layer } from '@fieldbridge/fieldjob';
import { LINE_CODES } from '../../line-codes.ts';

/** Colours of a table besides the background. */
const COLOURS = 255;
const BACKGROUND = 0x000000;
const FOREGROUND = 0xffffff;
const HEAVIEST = 31;

/** Line codes by line type names of other programs; the numbers are those of LINE_CODES. */
const BY_PATTERN: readonly (readonly [RegExp, number])[] = [
  [/^(dotted|dots?)\d*$/i, 1],
  [/^(dashed|hidden)\d*x?2?$/i, 2],
  [/^(dashdot|center|centre)\d*x?2?$/i, 4],
  [/^(divide|phantom)\d*x?2?$/i, 6],
];

/** Symbology and level of an element. */
export interface Symbols {
  readonly level: number;
  /** Index into the colour table. */
  readonly colour: number;
  readonly lineCode: number;
  readonly weight: number;
}

/** Colours by index: those of the job in order of use; 0 is white, 255 the background. */
export class Palette {
  readonly colours: number[] = [FOREGROUND];
  /** Colours that did not fit and got the nearest one. */
  readonly replaced = new Set<number>();
  readonly #index = new Map<number, number>([[FOREGROUND, 0]]);

  /** Index of a colour (0xRRGGBB), of white for -1. */
  of(colour: number): number {
    if (colour < 0) return 0;
    let index = this.#index.get(colour);
    if (index !== undefined) return index;
    if (this.colours.length < COLOURS) index = this.colours.push(colour) - 1;
    else {
      index = this.#nearest(colour);
      this.replaced.add(colour);
    }
    this.#index.set(colour, index);
    return index;
  }

  /** The 256 entries of the file's table in order: the background, then 0 to 254. */
  entries(): number[] {
    return [BACKGROUND, ...this.colours, ...new Array<number>(COLOURS - this.colours.length).fill(FOREGROUND)];
  }

  #nearest(colour: number): number {
    let best = 0;
    let least = Infinity;
    for (const [index, other] of this.colours.entries()) {
      const distance = [16, 8, 0].reduce(
        (sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2,
        0,
      );
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  }
}

/** The weight in attributes (name, value, name, value …); undefined if it is missing or not from 0 to 31. */
export function weightOf(attributes: readonly string[]): number | undefined {
  for (let at = 0; at + 1 < attributes.length; at += 2) {
    if (attributes[at] !== 'weight') continue;
    const text = attributes[at + 1]!;
    return /^\d{1,2}$/.test(text) && Number(text) <= HEAVIEST ? Number(text) : undefined;
  }
  return undefined;
}

/** Gives features their level, colour, line code and weight. */
export class SymbolBook {
  readonly palette = new Palette();
  /** Line types that match none of the eight codes. */
  readonly unknownLineTypes = new Set<string>();
  readonly #layers: readonly Layer[];
  readonly #levels: readonly number[];
  readonly #noLayer: number;

  /** @param levels level by index of layer @param noLayer level of features without a layer */
  constructor(job: FieldJob, levels: readonly number[], noLayer: number) {
    this.#layers = [...job.layers];
    this.#levels = levels;
    this.#noLayer = noLayer;
    for (const layer of this.#layers) this.palette.of(layer.colour);
    for (const { colour } of [job.points, job.lines, job.areas, job.texts])
      for (let row = 0; row < colour.length; row++) this.palette.of(colour.get(row));
    for (const { colour } of job.surfaces) this.palette.of(colour);
  }

  /** Symbology of a feature, or of a surface's faces. */
  of(feature: Pick<Feature, 'layer' | 'colour'> & Partial<Feature>): Symbols {
    const layer = this.#layers[feature.layer];
    return {
      level: this.#levels[feature.layer] ?? this.#noLayer,
      colour: this.palette.of(feature.colour >= 0 ? feature.colour : (layer?.colour ?? -1)),
      lineCode: this.#lineCode(feature.lineType || layer?.lineType || ''),
      weight: weightOf(feature.attributes ?? []) ?? 0,
    };
  }

  #lineCode(name: string): number {
    if (name === '' || /^(bylayer|byblock|continuous|solid)$/i.test(name)) return 0;
    const exact = LINE_CODES.indexOf(name.toUpperCase());
    if (exact >= 0) return exact;
    const known = BY_PATTERN.find(([pattern]) => pattern.test(name));
    if (known !== undefined) return known[1];
    this.unknownLineTypes.add(name);
    return 0;
  }
}
