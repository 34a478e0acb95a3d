import { type Feature, LayerTable } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, type ViewPen } from '@fieldbridge/view-wire';

/** More than there are tables, and than a colour or its absence needs. */
const [TABLES, COLOURS] = [16, 2 ** 25];

/** The pens of a segment: what is of one kind and drawn alike shares one. */
export class PenList {
  readonly layers = new LayerTable();
  readonly lineTypes: string[] = [''];
  readonly pens: ViewPen[] = [];
  /** Things that got another pen than their own, because there were too many. */
  repenned = 0;
  readonly #lineTypeIndex = new Map<string, number>([['', 0]]);
  /** Pens by layer, colour and table, for the thin continuous lines that most are. */
  readonly #plain = new Map<number, number>();
  readonly #styled = new Map<string, number>();

  /** Index of a feature's pen. @param table number of its table */
  of({ layer, colour, lineType, lineWeight }: Feature, table: number): number {
    return this.pen(table, layer, colour, lineType, lineWeight);
  }

  /** Index of a pen; see ViewPen for the values. */
  pen(table: number, layer: number, colour = -1, lineType = '', weight = -1): number {
    const row = layer < VIEW_LIMITS.layers ? layer : -1;
    if (lineType === '' && weight === -1) {
      const key = plainKey(row, colour, table);
      return this.#plain.get(key) ?? this.#add(this.#plain, key, [row, colour, 0, weight, table]);
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
    // That of another kind, that of the layer, or any.
    for (const colour of [pen[1], -1])
      for (let table = 0; table < TABLES; table++) {
        const known = this.#plain.get(plainKey(pen[0], colour, table));
        if (known !== undefined) return known;
      }
    return 0;
  }
}

const plainKey = (layer: number, colour: number, table: number): number =>
  ((layer + 1) * COLOURS + colour + 1) * TABLES + table;
