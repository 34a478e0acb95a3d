import type { FeatureColumns } from '../columns/feature-columns.ts';
import type { Feature } from '../feature.ts';

type Fill = (row: number, feature: Feature) => void;

/**
 * Hands out what the features of a table carry one after another, as `FeatureColumns.load` does, but looks only into the columns that say
 * anything. For as long as nothing is added to the table.
 */
export class FeatureCursor {
  readonly #fills: Fill[] = [];

  constructor(table: FeatureColumns) {
    const { layer, name, code, description, colour, lineType, lineWeight, attributes } = table;
    const { time, quality, list, block, page, source } = table;
    const use = ({ isDefault }: { readonly isDefault: boolean }, fill: Fill): void => {
      if (!isDefault) this.#fills.push(fill);
    };
    use(layer, (row, feature) => (feature.layer = layer.get(row)));
    use(name, (row, feature) => (feature.name = name.get(row)));
    use(code, (row, feature) => (feature.code = code.get(row)));
    use(description, (row, feature) => (feature.description = description.get(row)));
    use(colour, (row, feature) => (feature.colour = colour.get(row)));
    use(lineType, (row, feature) => (feature.lineType = lineType.get(row)));
    use(lineWeight, (row, feature) => (feature.lineWeight = lineWeight.get(row)));
    use(time, (row, feature) => (feature.time = time.get(row)));
    use(quality, (row, feature) => (feature.quality = quality.get(row)));
    use(list, (row, feature) => (feature.list = list.get(row)));
    use(block, (row, feature) => (feature.block = block.get(row)));
    use(page, (row, feature) => (feature.page = page.get(row)));
    use(source, (row, feature) => (feature.source = source.get(row)));
    const isDefault = attributes.size === 0;
    use({ isDefault }, (row, feature) => (feature.attributes = attributes.get(row)));
  }

  /** Fills `feature` with the values of a row; returns `feature`. */
  load(row: number, feature: Feature): Feature {
    feature.reset();
    const fills = this.#fills;
    for (let i = 0; i < fills.length; i++) fills[i]!(row, feature);
    return feature;
  }
}
