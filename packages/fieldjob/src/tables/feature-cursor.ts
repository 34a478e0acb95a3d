import type { FeatureColumns } from '../columns/feature-columns.ts';
import type { Feature } from '../feature.ts';

type Fill = (row: number, feature: Feature) => void;

/**
 * Reads the features of a table one after another, as `FeatureColumns.load` does, but only from columns that hold
 * something. Valid while nothing is added to the table.
 */
export class FeatureCursor {
  readonly #fills: Fill[] = [];

  constructor(table: FeatureColumns) {
    const { layer, name, code, description, colour, lineType, lineWeight, attributes } = table;
    const { time, quality, list, block, page, source } = table;
    const use = <C extends { readonly isDefault: boolean }>(column: C, make: (column: C) => Fill): void => {
      if (!column.isDefault) this.#fills.push(make(column));
    };
    // Each function captures the array of its column: a function that reads columns of several number types boxes every
    // number.
    use(layer, (column) => {
      const rows = column.view();
      return (row, feature) => (feature.layer = row < rows.length ? rows[row]! : column.defaultValue);
    });
    use(name, (column) => (row, feature) => (feature.name = column.get(row)));
    use(code, (column) => (row, feature) => (feature.code = column.get(row)));
    use(description, (column) => (row, feature) => (feature.description = column.get(row)));
    use(colour, (column) => {
      const rows = column.view();
      return (row, feature) => (feature.colour = row < rows.length ? rows[row]! : column.defaultValue);
    });
    use(lineType, (column) => (row, feature) => (feature.lineType = column.get(row)));
    use(lineWeight, (column) => {
      const rows = column.view();
      return (row, feature) => (feature.lineWeight = row < rows.length ? rows[row]! : column.defaultValue);
    });
    use(time, (column) => (row, feature) => (feature.time = column.get(row)));
    use(quality, (column) => (row, feature) => (feature.quality = column.get(row)));
    use(list, (column) => (row, feature) => (feature.list = column.get(row)));
    use(block, (column) => (row, feature) => (feature.block = column.get(row)));
    use(page, (column) => (row, feature) => (feature.page = column.get(row)));
    use(source, (column) => {
      const rows = column.view();
      return (row, feature) => (feature.source = row < rows.length ? rows[row]! : column.defaultValue);
    });
    if (attributes.size > 0) this.#fills.push((row, feature) => (feature.attributes = attributes.get(row)));
  }

  /** Fills `feature` with the values of a row; returns `feature`. */
  load(row: number, feature: Feature): Feature {
    feature.reset();
    const fills = this.#fills;
    for (let i = 0; i < fills.length; i++) fills[i]!(row, feature);
    return feature;
  }
}
