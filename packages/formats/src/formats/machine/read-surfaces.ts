import { issueOf } from '../../core/issues/issue-of.ts';
import { emitSurface } from './emit-surface.ts';
import { readRecord } from './layout.ts';
import { EDGE, SURFACE, TP3_TABLE, TRIANGLE } from './layouts.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';

/** Size in bytes of a vertex (three doubles) and of a triangle (six integers). */
const RECORD = 24;
/** Records between two checks of the signal. */
const BREATH_ROWS = 1 << 18;

/** Reads the surfaces of TP3: each refers to its first vertex, triangle and edge, with counts. */
export async function readSurfaces(reading: Reading, vertices: Table): Promise<void> {
  const table = await reading.table(TP3_TABLE.surface, SURFACE);
  const triangles = await reading.table(TP3_TABLE.triangle, TRIANGLE);
  const edges = await reading.table(TP3_TABLE.edge, EDGE);
  const tally = reading.tally(TP3_TABLE.surface);
  const left = new Map<Table, number>();
  const spent = { triangle: 0, triangleSkipped: 0, edge: 0, edgeSkipped: 0 };
  for (let row = 0; row < table.count; row++) {
    const base = row * table.recordSize;
    const record = readRecord(SURFACE, table.view, base);
    tally.found++;
    const offset = table.offsetOf(row);
    if (!Number.isFinite(record.originEasting) || !Number.isFinite(record.originNorthing)) {
      reading.problems.report(issueOf('origin-not-finite', { kind: 'surface', name: record.name }, { offset }));
      tally.skipped++;
      continue;
    }
    const own = (what: string, from: Table, ref: { page: number; index: number }, stated: number): [number, number] => {
      if (stated === 0) return [0, 0];
      const first = from.ordinal(ref.page, ref.index);
      // Surfaces do not share records, so a damaged file cannot multiply them.
      const count = first < 0 ? 0 : Math.min(stated, from.count - first, left.get(from) ?? from.count);
      left.set(from, (left.get(from) ?? from.count) - count);
      if (count < stated) {
        const parameters = { name: record.name, stated, what, found: count };
        reading.problems.report(issueOf('surface-cut', parameters, { offset }));
      }
      return [Math.max(0, first), count];
    };
    const [v, vCount] = own('vertices', vertices, record.vertex, record.vertexCount);
    const [t, tCount] = own('triangles', triangles, record.triangle, record.triangleCount);
    const [e, eCount] = own('edges', edges, record.edge, record.edgeCount);
    const tin = await copyTriangles(triangles, t, tCount, reading.breathe);
    const skipped = emitSurface(reading, {
      name: record.name,
      vertices: await copyVertices(vertices, v, vCount, record.originEasting, record.originNorthing, reading.breathe),
      ...tin,
      edges: copyEdges(edges, e, eCount),
      offset,
    });
    spent.triangle += tCount;
    spent.triangleSkipped += skipped.triangles;
    spent.edge += eCount;
    spent.edgeSkipped += skipped.edges;
    tally.read++;
  }
  settle(reading, TP3_TABLE.triangle, triangles.count, spent.triangle - spent.triangleSkipped);
  settle(reading, TP3_TABLE.edge, edges.count, spent.edge - spent.edgeSkipped);
  for (const done of [table, triangles, edges]) done.release();
}

/** Counts the records of a table, `read` of which were used; records shared by two surfaces are counted once. */
function settle(reading: Reading, id: number, found: number, read: number): void {
  if (found === 0) return;
  const tally = reading.tally(id);
  tally.found += found;
  tally.read += Math.min(found, read);
  tally.skipped += Math.max(0, found - read);
}

async function copyVertices(
  table: Table,
  first: number,
  count: number,
  easting: number,
  northing: number,
  breathe: () => Promise<void>,
): Promise<Float64Array> {
  const target = new Float64Array(3 * count);
  const numbers = table.recordSize === RECORD ? table.doubles(3 * first, 3 * count) : undefined;
  for (let start = 0; start < count; start += BREATH_ROWS) {
    const end = Math.min(count, start + BREATH_ROWS);
    if (numbers !== undefined) shift(numbers, target, 3 * start, 3 * end, easting, northing);
    else {
      const { view } = table;
      for (let i = start; i < end; i++) {
        const at = (first + i) * table.recordSize;
        target[3 * i] = easting + view.getFloat64(at, true);
        target[3 * i + 1] = northing + view.getFloat64(at + 8, true);
        target[3 * i + 2] = view.getFloat64(at + 16, true);
      }
    }
    await breathe();
  }
  return target;
}

/** Copies triples `[from, to)`, adding the origin. */
function shift(
  numbers: Float64Array,
  target: Float64Array,
  from: number,
  to: number,
  easting: number,
  northing: number,
): void {
  for (let i = from; i < to; i += 3) {
    target[i] = easting + numbers[i]!;
    target[i + 1] = northing + numbers[i + 1]!;
    target[i + 2] = numbers[i + 2]!;
  }
}

async function copyTriangles(
  table: Table,
  first: number,
  count: number,
  breathe: () => Promise<void>,
): Promise<{ triangles: Int32Array; neighbours: Int32Array }> {
  const triangles = new Int32Array(3 * count);
  const neighbours = new Int32Array(3 * count);
  const numbers = table.recordSize === RECORD ? table.integers(6 * first, 6 * count) : undefined;
  for (let start = 0; start < count; start += BREATH_ROWS) {
    const end = Math.min(count, start + BREATH_ROWS);
    if (numbers !== undefined) split(numbers, triangles, neighbours, start, end);
    else {
      const { view } = table;
      for (let i = start; i < end; i++) {
        const at = (first + i) * table.recordSize;
        for (let k = 0; k < 3; k++) {
          triangles[3 * i + k] = view.getInt32(at + 4 * k, true);
          neighbours[3 * i + k] = view.getInt32(at + 12 + 4 * k, true);
        }
      }
    }
    await breathe();
  }
  return { triangles, neighbours };
}

/** Separates corners and links of the triangles `[from, to)`. */
function split(numbers: Int32Array, triangles: Int32Array, neighbours: Int32Array, from: number, to: number): void {
  for (let i = 3 * from, at = 6 * from; i < 3 * to; i += 3, at += 6) {
    triangles[i] = numbers[at]!;
    triangles[i + 1] = numbers[at + 1]!;
    triangles[i + 2] = numbers[at + 2]!;
    neighbours[i] = numbers[at + 3]!;
    neighbours[i + 1] = numbers[at + 4]!;
    neighbours[i + 2] = numbers[at + 5]!;
  }
}

function copyEdges(table: Table, first: number, count: number): Uint32Array {
  const pairs = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    pairs[2 * i] = EDGE.fields.a.read(table.view, (first + i) * table.recordSize);
    pairs[2 * i + 1] = EDGE.fields.b.read(table.view, (first + i) * table.recordSize);
  }
  return pairs;
}
