import { Feature } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { valueOrNaN } from './field.ts';
import { POINT, pointTime, TP3_TABLE, VERTEX } from './layouts.ts';
import type { Layers } from './read-layers.ts';
import type { Texts } from './read-texts.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';

/** Attribute for the unknown flags of a point, so that they can be written back. */
export const FLAGS_ATTRIBUTE = 'tp3:flags';
/** Attribute for the third text of a feature, whose meaning is unknown. */
export const THIRD_TEXT_ATTRIBUTE = 'tp3:text3';

/** Rows between two checks of the signal. */
const BREATH_ROWS = 16_384;

/** Reads the points of TP3 and PT3. */
export async function readPoints(reading: Reading, vertices: Table, layers: Layers, texts: Texts): Promise<void> {
  const table = await reading.table(TP3_TABLE.point, POINT);
  const tally = reading.tally(TP3_TABLE.point);
  const time = pointTime(table.recordSize);
  if (table.count > 0 && time === undefined) {
    reading.problems.report(issueOf('point-time-unknown', { size: table.recordSize }));
  }
  const { view } = table;
  const feature = new Feature();
  const fields = POINT.fields;
  for (let row = 0; row < table.count; row++) {
    if (row % BREATH_ROWS === BREATH_ROWS - 1) await reading.breathe();
    const base = row * table.recordSize;
    tally.found++;
    const vertex = vertices.resolve(view, base + fields.vertex.at);
    const layer = view.getUint16(base + fields.layer.at, true);
    const origin = layers.originOf(layer);
    if (vertex < 0 || origin === undefined) {
      const missing = vertex < 0 ? 'a vertex' : `layer ${layer}`;
      const place = { offset: table.offsetOf(row) };
      reading.problems.report(issueOf('reference-missing', { what: 'a point', missing }, place));
      tally.skipped++;
      continue;
    }
    const at = vertex * vertices.recordSize;
    const easting = origin.easting + vertices.view.getFloat64(at + VERTEX.fields.easting.at, true);
    const northing = origin.northing + vertices.view.getFloat64(at + VERTEX.fields.northing.at, true);
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) {
      const place = { offset: table.offsetOf(row) };
      reading.problems.report(issueOf('coordinate-not-finite', { what: 'a point' }, place));
      tally.skipped++;
      continue;
    }
    feature.reset();
    feature.layer = layers.indexOf(layer);
    describe(feature, texts, texts.triple(view, base + fields.text.at));
    if (time !== undefined) feature.time = time.read(view, base);
    const flags = fields.flags.read(view, base);
    if (flags !== 0) feature.attributes = [...feature.attributes, FLAGS_ATTRIBUTE, String(flags)];
    reading.count(1);
    reading.sink.point(feature, easting, northing, elevationAt(vertices.view, at));
    tally.read++;
  }
  table.release();
}

/** Copies name, code and the third text of a triple into a feature. */
export function describe(feature: Feature, texts: Texts, triple: number): void {
  feature.name = texts.text(triple, 'name');
  feature.code = texts.text(triple, 'code');
  const third = texts.text(triple, 'third');
  if (third !== '') feature.attributes = [THIRD_TEXT_ATTRIBUTE, third];
}

/** The elevation of the vertex at `at`; NaN for "no value". */
export function elevationAt(view: DataView, at: number): number {
  const elevation = valueOrNaN(view.getFloat64(at + VERTEX.fields.elevation.at, true));
  return Number.isFinite(elevation) ? elevation : Number.NaN;
}
