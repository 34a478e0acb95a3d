/**
 * The triggers that maintain an R-tree index when another program edits the table, as prescribed by the GeoPackage
 * extension "RTree Spatial Indexes" (OGC 12-128r17, annex F.3). That program supplies ST_IsEmpty, ST_MinX, ….
 * @param table feature table @param column its geometry column
 */
export function rtreeTriggers(table: string, column: string): string {
  const index = `rtree_${table}_${column}`;
  const box = ['MinX', 'MaxX', 'MinY', 'MaxY'].map((side) => `ST_${side}(NEW."${column}")`).join(', ');
  const replace = `INSERT OR REPLACE INTO "${index}" VALUES (NEW."id", ${box});`;
  const drop = `DELETE FROM "${index}" WHERE id = OLD."id";`;
  const filled = `(NEW."${column}" NOTNULL AND NOT ST_IsEmpty(NEW."${column}"))`;
  const empty = `(NEW."${column}" ISNULL OR ST_IsEmpty(NEW."${column}"))`;
  const trigger = (name: string, event: string, when: string, action: string): string =>
    `CREATE TRIGGER "${index}_${name}" ${event} ON "${table}" WHEN ${when} BEGIN ${action} END;`;
  const changed = `AFTER UPDATE OF "${column}"`;
  return [
    trigger('insert', 'AFTER INSERT', filled, replace),
    trigger('update1', changed, `OLD."id" = NEW."id" AND ${filled}`, replace),
    trigger('update2', changed, `OLD."id" = NEW."id" AND ${empty}`, drop),
    trigger('update3', 'AFTER UPDATE', `OLD."id" != NEW."id" AND ${filled}`, `${drop} ${replace}`),
    trigger(
      'update4',
      'AFTER UPDATE',
      `OLD."id" != NEW."id" AND ${empty}`,
      `DELETE FROM "${index}" WHERE id IN (OLD."id", NEW."id");`,
    ),
    trigger('delete', 'AFTER DELETE', `OLD."${column}" NOTNULL`, drop),
  ].join('\n');
}
