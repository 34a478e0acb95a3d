import { type Feature, LayerTable } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, type ViewPen } from '@fieldbridge/view-wire';

/** More than there are tables. */
const TABLES = 16;

/** The pens of a segment: things of one kind that are drawn alike share one. */
export class PenList {
  readonly layers = new LayerTable();
  readonly lineTypes: string[] = [''];
  readonly pens: ViewPen[] = [];
  /** Things that got a different pen because there were too many. */
  repenned = 0;
  readonly #lineTypeIndex = new Map<string, number>([['', 0]]);
  /** Pens by layer and table, then by colour, for thin continuous lines, the usual ones: keys are small integers. */
  readonly #plain = new Map<number, Map<number, number>>();
  readonly #styled = new Map<string, number>();

  /** Index of a feature's pen. @param table number of its table */
  of({ layer, colour, lineType, lineWeight }: Feature, table: number): number {
    return this.pen(table, layer, colour, lineType, lineWeight);
  }

  /** Index of a pen; see ViewPen for the values. */
  pen(table: number, layer: number, colour = -1, lineType = '', weight = -1): number {
    const row = layer < VIEW_LIMITS.layers ? layer : -1;
    if (lineType === '' && weight === -1) {
      const place = (row + 1) * TABLES + table;
      let colours = this.#plain.get(place);
      if (colours === undefined) this.#plain.set(place, (colours = new Map()));
      return colours.get(colour) ?? this.#add(colours, colour, [row, colour, 0, weight, table]);
    }
    const key = `${row} ${colour} ${weight} ${table} ${lineType}`;
    const known = this.#styled.get(key);
    if (known !== undefined) return known;
    let type = this.#lineTypeIndex.get(lineType);
    if (type === undefined && this.lineTypes.length < VIEW_LIMITS.pens) {
      type = this.lineTypes.push(lineType) - 1;
      this.#lineTypeIndex.set(lineType, type);
    }
    return this.#add(this.#styled, key, [row, colour, type ?? 0, weight, table]);
  }

  #add<K>(map: Map<K, number>, key: K, pen: ViewPen): number {
    if (this.pens.length < VIEW_LIMITS.pens) {
      const index = this.pens.push(pen) - 1;
      map.set(key, index);
      return index;
    }
    this.repenned++;
    // A pen of another kind, the pen of the layer, or any.
    for (const colour of [pen[1], -1])
      for (let table = 0; table < TABLES; table++) {
        const known = this.#plain.get((pen[0] + 1) * TABLES + table)?.get(colour);
        if (known !== undefined) return known;
      }
    return 0;
  }
}
