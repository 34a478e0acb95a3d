import { Feature, Path } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { LINE, LINE_TIME, TP3_TABLE, VERTEX } from './layouts.ts';
import type { Layers } from './read-layers.ts';
import { describe, elevationAt } from './read-points.ts';
import { countAll, type Texts } from './read-texts.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';

/** The flag of closed lines: see NOTES.md for the evidence. */
export const CLOSED_FLAG = 1;
/** Rows between two checks of the signal. */
const BREATH_ROWS = 1024;

/** Reads the lines of TP3. */
export async function readLines(reading: Reading, vertices: Table, layers: Layers, texts: Texts): Promise<void> {
  const table = await reading.table(TP3_TABLE.line, LINE);
  countAll(reading, TP3_TABLE.lineAttribute, reading.container.tables.get(TP3_TABLE.lineAttribute)?.count ?? 0);
  const tally = reading.tally(TP3_TABLE.line);
  const { view } = table;
  const feature = new Feature();
  const path = new Path();
  const fields = LINE.fields;
  // Lines do not share vertices, so a damaged file cannot multiply them.
  let left = vertices.count;
  for (let row = 0; row < table.count; row++) {
    if (row % BREATH_ROWS === BREATH_ROWS - 1) await reading.breathe();
    const base = row * table.recordSize;
    tally.found++;
    const first = vertices.resolve(view, base + fields.vertex.at);
    const layer = view.getUint16(base + fields.layer.at, true);
    const origin = layers.originOf(layer);
    if (first < 0 || origin === undefined) {
      const missing = first < 0 ? 'a vertex' : `layer ${layer}`;
      const place = { offset: table.offsetOf(row) };
      reading.problems.report(issueOf('reference-missing', { what: 'a line', missing }, place));
      tally.skipped++;
      continue;
    }
    const stated = view.getUint16(base + fields.count.at, true);
    const count = Math.min(stated, vertices.count - first, left);
    if (count < stated) {
      const place = { offset: table.offsetOf(row) };
      reading.problems.report(issueOf('line-cut', { stated, found: count }, place));
    }
    left -= count;
    path.clear();
    for (let i = 0; i < count; i++) {
      const at = (first + i) * vertices.recordSize;
      const easting = origin.easting + vertices.view.getFloat64(at + VERTEX.fields.easting.at, true);
      const northing = origin.northing + vertices.view.getFloat64(at + VERTEX.fields.northing.at, true);
      if (Number.isFinite(easting) && Number.isFinite(northing)) {
        path.vertex(easting, northing, elevationAt(vertices.view, at));
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
    path.closed = (view.getUint16(base + fields.flags.at, true) & CLOSED_FLAG) !== 0 && path.count > 2;
    feature.reset();
    feature.layer = layers.indexOf(layer);
    describe(feature, texts, texts.triple(view, base + fields.text.at));
    if (table.recordSize >= LINE_TIME.at + LINE_TIME.size) feature.time = LINE_TIME.read(view, base);
    reading.count(path.count);
    reading.sink.line(feature, path);
    tally.read++;
  }
  table.release();
}
