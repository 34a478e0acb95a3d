import { BY_LAYER, type Feature } from '../feature.ts';
import { AttributeColumns } from './attribute-columns.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import { float64Column, int32Column, uint32Column } from './number-column.ts';
import { TextColumn } from './text-column.ts';

/**
 * The columns that points, lines, areas and texts share; see `Feature` for their meaning. A column ends with the last
 * row that differs from its default, so unused columns cost neither memory nor time.
 */
export class FeatureColumns {
  readonly layer = int32Column(-1);
  readonly name = new TextColumn();
  readonly code = new DictionaryColumn();
  readonly description = new TextColumn();
  readonly colour = int32Column(BY_LAYER);
  readonly lineType = new DictionaryColumn();
  readonly lineWeight = int32Column(BY_LAYER);
  readonly time = float64Column(Number.NaN);
  readonly quality = float64Column(Number.NaN);
  readonly list = new DictionaryColumn();
  readonly block = new DictionaryColumn();
  readonly page = uint32Column();
  readonly source = int32Column(-1);
  readonly attributes = new AttributeColumns();

  #length = 0;

  /** Number of rows. */
  get length(): number {
    return this.#length;
  }

  /** Appends a row from `feature`; returns its index. */
  push(feature: Feature): number {
    const row = this.#length++;
    if (feature.layer !== -1) this.layer.put(row, feature.layer);
    if (feature.name !== '') this.name.put(row, feature.name);
    if (feature.code !== '') this.code.put(row, feature.code);
    if (feature.description !== '') this.description.put(row, feature.description);
    if (feature.colour !== BY_LAYER) this.colour.put(row, feature.colour);
    if (feature.lineType !== '') this.lineType.put(row, feature.lineType);
    if (feature.lineWeight !== BY_LAYER) this.lineWeight.put(row, feature.lineWeight);
    if (!Number.isNaN(feature.time)) this.time.put(row, feature.time);
    if (!Number.isNaN(feature.quality)) this.quality.put(row, feature.quality);
    if (feature.list !== '') this.list.put(row, feature.list);
    if (feature.block !== '') this.block.put(row, feature.block);
    if (feature.page !== 0) this.page.put(row, feature.page);
    if (feature.source !== -1) this.source.put(row, feature.source);
    if (feature.attributes.length > 0) this.attributes.push(row, feature.attributes);
    return row;
  }

  /** Fills `feature` with the values of a row; returns `feature`. */
  load(row: number, feature: Feature): Feature {
    feature.layer = this.layer.get(row);
    feature.name = this.name.get(row);
    feature.code = this.code.get(row);
    feature.description = this.description.get(row);
    feature.colour = this.colour.get(row);
    feature.lineType = this.lineType.get(row);
    feature.lineWeight = this.lineWeight.get(row);
    feature.time = this.time.get(row);
    feature.quality = this.quality.get(row);
    feature.list = this.list.get(row);
    feature.block = this.block.get(row);
    feature.page = this.page.get(row);
    feature.source = this.source.get(row);
    feature.attributes = this.attributes.size === 0 ? [] : this.attributes.get(row);
    return feature;
  }
}
