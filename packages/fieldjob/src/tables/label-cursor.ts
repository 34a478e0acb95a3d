import type { NumberColumn } from '../columns/number-column.ts';
import { JUSTIFICATIONS, type Label, labelOf, type TextTable, VERTICAL_JUSTIFICATIONS } from './text-table.ts';

/**
 * Reads the labels of a table one after another as `TextTable.label` does, always into the same object: copy what you
 * keep. Valid while nothing is added to the table.
 */
export class LabelCursor {
  readonly #table: TextTable;
  readonly #label = labelOf('', 0, 0);
  readonly #position = new Float64Array(3);
  readonly #value = new Float64Array(1);
  readonly #justification: Uint32Array;
  readonly #verticalJustification: Uint32Array;

  constructor(table: TextTable) {
    this.#table = table;
    this.#justification = table.justification.view();
    this.#verticalJustification = table.verticalJustification.view();
  }

  /** The label of a row. */
  load(row: number): Label {
    const label = this.#label;
    const position = this.#position;
    this.#table.coordinates.copy(3 * row, 3, position);
    label.easting = position[0]!;
    label.northing = position[1]!;
    label.elevation = position[2]!;
    label.text = this.#table.text.get(row);
    label.height = this.#number(this.#table.height, row);
    label.rotation = this.#number(this.#table.rotation, row);
    label.justification = JUSTIFICATIONS[this.#justification[row]!] ?? 'left';
    label.verticalJustification = VERTICAL_JUSTIFICATIONS[this.#verticalJustification[row]!] ?? 'baseline';
    return label;
  }

  #number(column: NumberColumn<Float64Array>, row: number): number {
    column.copy(row, 1, this.#value);
    return this.#value[0]!;
  }
}
