import { BY_LAYER, type Feature } from '../feature.ts';
import { AttributeColumns } from './attribute-columns.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import { float64Column, int32Column, uint32Column } from './number-column.ts';
import { TextColumn } from './text-column.ts';

/** The columns that points, lines, areas and texts share; see `Feature` for what each means. Unused columns cost nothing. */
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

  get length(): number {
    return this.layer.length;
  }

  /** Appends a row from `feature`; returns its index. */
  push(feature: Feature): number {
    const row = this.layer.length;
    this.layer.push(feature.layer);
    this.name.push(feature.name);
    this.code.push(feature.code);
    this.description.push(feature.description);
    this.colour.push(feature.colour);
    this.lineType.push(feature.lineType);
    this.lineWeight.push(feature.lineWeight);
    this.time.push(feature.time);
    this.quality.push(feature.quality);
    this.list.push(feature.list);
    this.block.push(feature.block);
    this.page.push(feature.page);
    this.source.push(feature.source);
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
