import type { JobSink } from '@fieldbridge/fieldjob';
import { type Layer, layerOf } from '@fieldbridge/fieldjob/layer.ts';

/** Layers of a drawing while it is read: found by name regardless of case, declared to the sink once they are known. */
export class LayerBook {
  readonly #sink: JobSink;
  readonly #onMissing: (name: string) => void;
  readonly #layers: Layer[] = [];
  readonly #indices: number[] = [];
  readonly #byName = new Map<string, number>();
  readonly #frozen = new Set<number>();

  /** @param onMissing called once for each layer that is used but not declared */
  constructor(sink: JobSink, onMissing: (name: string) => void) {
    this.#sink = sink;
    this.#onMissing = onMissing;
  }

  /**
   * Declares a layer of the drawing's table; the first of a name counts. @param isFrozen hidden with everything that is
   * referenced from it
   */
  declare(layer: Layer, isFrozen = false): void {
    const key = layer.name.toLowerCase();
    if (this.#byName.has(key)) return;
    const number = this.#layers.push(layer) - 1;
    this.#byName.set(key, number);
    if (isFrozen) this.#frozen.add(number);
    this.#indices.push(this.#sink.layer(layer));
  }

  /** Number of a layer in this book; added when the drawing does not declare it. */
  find(name: string): number {
    const key = name.toLowerCase();
    const known = this.#byName.get(key);
    if (known !== undefined) return known;
    // Layer 0 exists in every drawing, declared or not.
    if (name !== '0') this.#onMissing(name);
    this.declare(layerOf(name));
    return this.#layers.length - 1;
  }

  /** Whether the drawing's table hides a layer. */
  hides(name: string): boolean {
    const number = this.#byName.get(name.toLowerCase());
    return number !== undefined && !this.#layers[number]!.visible;
  }

  /** Whether a layer is frozen. A reference on a frozen layer shows nothing, whatever layers its contents are on. */
  isFrozen(layer: number): boolean {
    return this.#frozen.has(layer);
  }

  /** The sink's index of a layer. */
  index(layer: number): number {
    return this.#indices[layer]!;
  }

  /** The layer that the sink knows by an index. */
  at(index: number): Layer | undefined {
    return this.#layers[this.#indices.indexOf(index)];
  }

  get(layer: number): Layer {
    return this.#layers[layer]!;
  }
}
