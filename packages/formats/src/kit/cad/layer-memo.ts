import { ForwardSink } from '@fieldbridge/fieldjob/forward-sink.ts';
import type { Layer } from '@fieldbridge/fieldjob/layer.ts';

/** Passes everything on and remembers the layers, for readers without a list of their own. */
export class LayerMemo extends ForwardSink {
  readonly #layers = new Map<number, Layer>();

  override layer(layer: Layer): number {
    const index = super.layer(layer);
    if (!this.#layers.has(index)) this.#layers.set(index, layer);
    return index;
  }

  /** The layer of an index that `layer` returned. */
  readonly at = (index: number): Layer | undefined => this.#layers.get(index);
}
