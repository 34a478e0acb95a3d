import { emitSurface } from './emit-surface.ts';
import { TN3_EDGE, TN3_POINT, TN3_TABLE, TN3_TRIANGLE } from './layouts.ts';
import { countAll } from './read-texts.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';

/** Rows between two checks of the signal. */
const BREATH_ROWS = 1 << 16;

/** Reads TN3: one surface with absolute points, northing first. */
export async function readTn3(reading: Reading): Promise<void> {
  const points = await reading.table(TN3_TABLE.point, TN3_POINT);
  const triangles = await reading.table(TN3_TABLE.triangle, TN3_TRIANGLE);
  const edges = await reading.table(TN3_TABLE.edge, TN3_EDGE);
  countAll(reading, TN3_TABLE.point, points.count);
  countAll(reading, TN3_TABLE.attribute, reading.container.tables.get(TN3_TABLE.attribute)?.count ?? 0);
  if (points.count > 0 || triangles.count > 0) {
    const vertices = new Float64Array(3 * points.count);
    const { fields } = TN3_POINT;
    for (let row = 0; row < points.count; row++) {
      const base = row * points.recordSize;
      vertices[3 * row] = points.view.getFloat64(base + fields.easting.at, true);
      vertices[3 * row + 1] = points.view.getFloat64(base + fields.northing.at, true);
      vertices[3 * row + 2] = points.view.getFloat64(base + fields.elevation.at, true);
      if (row % BREATH_ROWS === BREATH_ROWS - 1) await reading.breathe();
    }
    const corners = await references(triangles, TN3_TRIANGLE.fields.a.at, points, 3, reading);
    // NOWHERE is -1, which marks the border in a field job.
    const across = await references(triangles, TN3_TRIANGLE.fields.acrossAb.at, triangles, 3, reading);
    const pairs = await references(edges, 0, points, 2, reading);
    const skipped = emitSurface(reading, {
      name: reading.container.header.name,
      vertices,
      triangles: corners,
      neighbours: across,
      // A null reference becomes the largest index, which no surface has.
      edges: Uint32Array.from(pairs),
      offset: triangles.pages[0]?.at ?? 0,
    });
    const rows: [number, Table, number][] = [
      [TN3_TABLE.triangle, triangles, skipped.triangles],
      [TN3_TABLE.edge, edges, skipped.edges],
    ];
    for (const [id, table, lost] of rows) {
      if (table.count === 0) continue;
      const tally = reading.tally(id);
      tally.found += table.count;
      tally.skipped += lost;
      tally.read += table.count - lost;
    }
  }
  for (const table of [points, triangles, edges]) table.release();
}

/** `width` references per record from byte `at`, as ordinals; -1 for a null reference, -2 for a missing record. */
async function references(
  table: Table,
  at: number,
  target: Table,
  width: number,
  reading: Reading,
): Promise<Int32Array> {
  const result = new Int32Array(width * table.count);
  const { view } = table;
  for (let row = 0, i = 0; row < table.count; row++) {
    for (let k = 0; k < width; k++) result[i++] = target.resolve(view, row * table.recordSize + at + 6 * k);
    if (row % BREATH_ROWS === BREATH_ROWS - 1) await reading.breathe();
  }
  return result;
}
