import { Feature, Path } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { LN3_LINE, LN3_TABLE, LN3_VERTEX } from './layouts.ts';
import { readLayers } from './read-layers.ts';
import { countAll } from './read-texts.ts';
import type { Reading } from './reading.ts';

/** Rows between two checks of the signal. */
const BREATH_ROWS = 1024;

/** Reads LN3: lines whose vertices are single-precision differences from their layer's origin. */
export async function readLn3(reading: Reading): Promise<void> {
  const layers = await readLayers(reading, LN3_TABLE.layer);
  const vertices = await reading.table(LN3_TABLE.vertex, LN3_VERTEX);
  const table = await reading.table(LN3_TABLE.line, LN3_LINE);
  countAll(reading, LN3_TABLE.vertex, vertices.count);
  countAll(reading, LN3_TABLE.attribute, reading.container.tables.get(LN3_TABLE.attribute)?.count ?? 0);
  const tally = reading.tally(LN3_TABLE.line);
  const { view } = table;
  const { fields } = LN3_LINE;
  const feature = new Feature();
  const path = new Path();
  let left = vertices.count;
  for (let row = 0; row < table.count; row++) {
    if (row % BREATH_ROWS === BREATH_ROWS - 1) await reading.breathe();
    const base = row * table.recordSize;
    tally.found++;
    const first = vertices.resolve(view, base + fields.vertex.at);
    const layer = fields.layer.read(view, base);
    const origin = layers.originOf(layer);
    const stated = fields.count.read(view, base);
    if (first < 0 || origin === undefined) {
      const place = { offset: table.offsetOf(row) };
      const missing = first < 0 ? 'a vertex' : `layer ${layer}`;
      reading.problems.report(issueOf('reference-missing', { what: 'a line', missing }, place));
      tally.skipped++;
      continue;
    }
    const count = Math.min(stated, vertices.count - first, left);
    if (count < stated)
      reading.problems.report(issueOf('line-cut', { stated, found: count }, { offset: table.offsetOf(row) }));
    left -= count;
    path.clear();
    for (let i = first; i < first + count; i++) {
      const at = i * vertices.recordSize;
      const easting = origin.easting + LN3_VERTEX.fields.easting.read(vertices.view, at);
      const northing = origin.northing + LN3_VERTEX.fields.northing.read(vertices.view, at);
      const elevation = LN3_VERTEX.fields.elevation.read(vertices.view, at);
      if (Number.isFinite(easting) && Number.isFinite(northing)) {
        path.vertex(easting, northing, Number.isFinite(elevation) ? elevation : Number.NaN);
      } else {
        const place = { offset: table.offsetOf(row) };
        reading.problems.report(issueOf('coordinate-not-finite', { what: 'a vertex of a line' }, place));
      }
    }
    if (path.count < 2) {
      reading.problems.report(issueOf('line-too-short', { count: 1 }, { offset: table.offsetOf(row) }));
      tally.skipped++;
      continue;
    }
    feature.reset();
    feature.layer = layers.indexOf(layer);
    reading.count(path.count);
    reading.sink.line(feature, path);
    tally.read++;
  }
  vertices.release();
  table.release();
}
