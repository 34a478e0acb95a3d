/** A layer of a job; names are unique without regard to case. */
export interface Layer {
  readonly name: string;
  /** 0xRRGGBB; -1 if the source does not state one. */
  readonly colour: number;
  readonly lineType: string;
  /** Hundredths of a millimetre; -1 if the source does not state one. */
  readonly lineWeight: number;
  readonly visible: boolean;
  readonly locked: boolean;
  readonly description: string;
}

/** A layer with defaults for everything not given. */
export function layerOf(name: string, rest: Partial<Layer> = {}): Layer {
  return { colour: -1, lineType: '', lineWeight: -1, visible: true, locked: false, description: '', ...rest, name };
}

/** The layers of a job by index, found by name without regard to case. */
export class LayerTable {
  readonly #layers: Layer[] = [];
  readonly #index = new Map<string, number>();

  get length(): number {
    return this.#layers.length;
  }

  /** Adds a layer, or keeps the existing one of that name; returns its index. */
  add(layer: Layer): number {
    const key = layer.name.toLowerCase();
    let index = this.#index.get(key);
    if (index === undefined) {
      index = this.#layers.push(layer) - 1;
      this.#index.set(key, index);
    }
    return index;
  }

  /** The layer at an index; undefined for -1. */
  get(index: number): Layer | undefined {
    return this.#layers[index];
  }

  /** Its name, or '' for -1. */
  name(index: number): string {
    return this.#layers[index]?.name ?? '';
  }

  /** Index of the layer of that name, or -1. */
  find(name: string): number {
    return this.#index.get(name.toLowerCase()) ?? -1;
  }

  [Symbol.iterator](): Iterator<Layer> {
    return this.#layers[Symbol.iterator]();
  }
}
