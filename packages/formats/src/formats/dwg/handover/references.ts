import type { Dimension, Insert, TableEntity } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';

/** INSERT; its attributes follow as separate records. */
export function writeInsert(insert: Insert, out: Groups): void {
  out.name(2, insert.block?.name);
  out.point(10, insert.insertPoint);
  const { xScale, yScale, zScale, columnCount, rowCount } = insert;
  if (xScale !== 1) out.number(41, xScale);
  if (yScale !== 1) out.number(42, yScale);
  if (zScale !== 1) out.number(43, zScale);
  if (insert.rotation !== 0) out.angle(50, insert.rotation);
  if (columnCount > 1) out.number(70, columnCount);
  if (rowCount > 1) out.number(71, rowCount);
  if (columnCount > 1 || rowCount > 1) {
    out.number(44, insert.columnSpacing);
    out.number(45, insert.rowSpacing);
  }
  out.normal(insert.normal);
}

/** ACAD_TABLE: drawn by its block. */
export function writeTable(table: TableEntity, out: Groups): void {
  out.name(2, table.block?.name);
  out.point(10, table.insertPoint);
  // From 2010 on the library leaves the direction 0, which means the default.
  const { x, y } = table.horizontalDirection;
  if (x !== 0 || y !== 0) out.point(11, table.horizontalDirection);
}

/** DIMENSION of any kind: also drawn by its block. */
export function writeDimension(dimension: Dimension, out: Groups): void {
  out.name(2, dimension.block?.name);
  out.point2(12, dimension.insertionPoint);
  out.normal(dimension.normal);
}
