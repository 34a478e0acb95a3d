import { type Feature, LayerTable } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, type ViewPen } from '@fieldbridge/view-wire';

/** The pens of a segment: what is drawn alike shares one. */
export class PenList {
  readonly layers = new LayerTable();
  readonly lineTypes: string[] = [''];
  readonly pens: ViewPen[] = [];
  /** Things that got another pen than their own, because there were too many. */
  repenned = 0;
  readonly #lineTypeIndex = new Map<string, number>([['', 0]]);
  /** Pens by layer and colour, for the thin continuous lines that most are. */
  readonly #plain = new Map<number, number>();
  readonly #styled = new Map<string, number>();

  /** Index of a feature's pen. */
  of({ layer, colour, lineType, lineWeight }: Feature): number {
    return this.pen(layer, colour, lineType, lineWeight);
  }

  /** Index of a pen; see ViewPen for the values. */
  pen(layer: number, colour = -1, lineType = '', weight = -1): number {
    const row = layer < VIEW_LIMITS.layers ? layer : -1;
    if (lineType === '' && weight === -1) {
      const key = (row + 1) * 2 ** 25 + colour + 1;
      return this.#plain.get(key) ?? this.#add(this.#plain, key, [row, colour, 0, weight]);
    }
    const key = `${row} ${colour} ${weight} ${lineType}`;
    const known = this.#styled.get(key);
    if (known !== undefined) return known;
    let type = this.#lineTypeIndex.get(lineType);
    if (type === undefined && this.lineTypes.length < VIEW_LIMITS.pens) {
      type = this.lineTypes.push(lineType) - 1;
      this.#lineTypeIndex.set(lineType, type);
    }
    return this.#add(this.#styled, key, [row, colour, type ?? 0, weight]);
  }

  #add<K>(map: Map<K, number>, key: K, pen: ViewPen): number {
    if (this.pens.length < VIEW_LIMITS.pens) {
      const index = this.pens.push(pen) - 1;
      map.set(key, index);
      return index;
    }
    this.repenned++;
    // That of the layer, or any.
    return this.#plain.get((pen[0] + 1) * 2 ** 25) ?? 0;
  }
}
