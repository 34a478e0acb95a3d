import { BY_LAYER, type Feature } from '@fieldbridge/fieldjob';
import type { Cells } from '../../kit/io/sqlite/cells.ts';
import { integerOr } from './cells.ts';
import { FEATURE_COLUMNS } from './schema.ts';
import { colourOf, pairsOf, timeOf } from './values.ts';

/** Number of columns shared by all features. */
export const SHARED = FEATURE_COLUMNS.length;

/** Looks up the sink's index of layers and imports. */
interface Indices {
  layer(value: unknown): number;
  source(value: unknown): number;
}

/** Fills the shared properties from the columns of FEATURE_COLUMNS, which begin at `at`. Most of them are NULL. */
export function fillFeature(feature: Feature, row: Cells, at: number, indices: Indices): Feature {
  feature.reset();
  if (row.isText(at + 3)) feature.layer = indices.layer(row.word(at + 3));
  if (!row.isEmpty(at, at + 3)) {
    if (!row.isNull(at)) feature.name = row.text(at);
    if (!row.isNull(at + 1)) feature.code = row.word(at + 1);
    if (!row.isNull(at + 2)) feature.description = row.text(at + 2);
  }
  if (row.isEmpty(at + 4, at + SHARED)) return feature;
  if (!row.isEmpty(at + 4, at + 10)) fillLook(feature, row, at);
  if (!row.isNull(at + 10)) feature.list = row.word(at + 10);
  if (!row.isNull(at + 11)) feature.block = row.word(at + 11);
  if (!row.isNull(at + 12)) feature.page = Math.max(0, integerOr(row.number(at + 12), 0));
  if (!row.isNull(at + 13)) feature.source = indices.source(row.number(at + 13));
  if (!row.isNull(at + 14)) {
    const text = row.text(at + 14);
    feature.attributes = pairsOf(text) ?? ['attributes', text];
  }
  return feature;
}

/** Reads colour, line type and weight, time and quality. */
function fillLook(feature: Feature, row: Cells, at: number): void {
  if (!row.isNull(at + 4)) feature.colour = colourOf(row.word(at + 4));
  if (!row.isNull(at + 5)) feature.lineType = row.word(at + 5);
  if (!row.isNull(at + 6)) feature.lineWeight = integerOr(row.number(at + 6), BY_LAYER);
  if (!row.isNull(at + 7) || !row.isNull(at + 8)) feature.time = timeOf(row.text(at + 7), row.number(at + 8));
  if (!row.isNull(at + 9)) feature.quality = row.number(at + 9);
}
