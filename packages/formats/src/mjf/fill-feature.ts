import { BY_LAYER, type Feature } from '@fieldbridge/fieldjob';
import { integerOr, numberAt, textAt } from './cells.ts';
import type { Row } from './package-reader.ts';
import { FEATURE_COLUMNS } from './schema.ts';
import { colourOf, pairsOf, timeOf } from './values.ts';

/** Number of columns that all features share. */
export const SHARED = FEATURE_COLUMNS.length;

/** What finds the sink's index of layers and imports. */
interface Indices {
  layer(value: unknown): number;
  source(value: unknown): number;
}

/** Fills what all features share from the columns of FEATURE_COLUMNS, which begin at `at`. Most of them are NULL. */
export function fillFeature(feature: Feature, row: Row, at: number, indices: Indices): Feature {
  feature.reset();
  if (row[at] !== null) feature.name = textAt(row[at]);
  if (row[at + 1] !== null) feature.code = textAt(row[at + 1]);
  if (row[at + 2] !== null) feature.description = textAt(row[at + 2]);
  if (row[at + 3] !== null) feature.layer = indices.layer(row[at + 3]);
  if (row[at + 4] !== null) feature.colour = colourOf(textAt(row[at + 4]));
  if (row[at + 5] !== null) feature.lineType = textAt(row[at + 5]);
  if (row[at + 6] !== null) feature.lineWeight = integerOr(row[at + 6], BY_LAYER);
  if (row[at + 7] !== null || row[at + 8] !== null) {
    feature.time = timeOf(textAt(row[at + 7]), numberAt(row[at + 8]));
  }
  if (row[at + 9] !== null) feature.quality = numberAt(row[at + 9]);
  if (row[at + 10] !== null) feature.list = textAt(row[at + 10]);
  if (row[at + 11] !== null) feature.block = textAt(row[at + 11]);
  if (row[at + 12] !== null) feature.page = Math.max(0, integerOr(row[at + 12], 0));
  if (row[at + 13] !== null) feature.source = indices.source(row[at + 13]);
  if (row[at + 14] !== null) feature.attributes = pairsOf(textAt(row[at + 14])) ?? ['attributes', textAt(row[at + 14])];
  return feature;
}
