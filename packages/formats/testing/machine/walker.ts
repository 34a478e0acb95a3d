/**
 * A second, separate reader of the page container. It was written from the description of the bytes (machine/NOTES.md)
 * and shares no code with the product, so that it does not repeat the product's mistakes. It is strict and throws at
 * the first difference from the vendor's files.
 */
export interface WalkedTable {
  readonly recordSize: number;
  readonly capacity: number;
  readonly records: Buffer[];
}

/** Every table of a file, record by record. */
export function walk(file: Buffer): { kind: string; name: string; tables: Map<number, WalkedTable>; end: number } {
  const kind = file.toString('latin1', 7, 10);
  if (file.toString('latin1', 0, 7) !== 'Topcon ') throw new Error('no signature');
  const directory = kind === 'TP3' ? 0xc0 : 0x60;
  const headerSize = kind === 'TN3' ? 22 : 18;
  const tables = new Map<number, WalkedTable>();
  const taken: [from: number, to: number][] = [[0, directory]];
  const places = file.readUInt16LE(directory);
  for (let place = 0; place < places; place++) {
    const at = directory + 2 + 10 * place;
    const id = file.readUInt16LE(at);
    if (id === 0) break;
    if (file.readUInt32LE(at + 2) !== headerSize) throw new Error(`table ${id}: page header size`);
    if (tables.has(id)) throw new Error(`table ${id} twice`);
    tables.set(id, walkTable(file, id, file.readUInt32LE(at + 6), headerSize, taken));
  }
  taken.sort((a, b) => a[0] - b[0]);
  taken.forEach(([from], i) => {
    if (i > 0 && from < taken[i - 1]![1]) throw new Error(`something overlaps at ${from}`);
  });
  return { kind, name: utf16(file.subarray(0x1e, 0x60)), tables, end: taken.at(-1)![1] };
}

function walkTable(file: Buffer, id: number, first: number, size: number, taken: [number, number][]): WalkedTable {
  const records: Buffer[] = [];
  let before = 0xfffffffe;
  let shape: { capacity: number; recordSize: number } | undefined;
  for (let at = first; at !== 0xfffffffe; ) {
    if (file.readUInt16LE(at) !== id) throw new Error(`page at ${at} is not of table ${id}`);
    const wide = size === 22;
    const capacity = wide ? 128 : file.readUInt16LE(at + 4);
    const count = wide ? file.readUInt32LE(at + 6) : file.readUInt16LE(at + 6);
    const recordSize = wide ? file.readUInt32LE(at + 10) : file.readUInt16LE(at + 8);
    const next = file.readUInt32LE(at + size - 8);
    if (file.readUInt32LE(at + size - 4) !== before) throw new Error(`page at ${at}: back link`);
    if (count > capacity || count === 0) throw new Error(`page at ${at}: ${count} of ${capacity} records`);
    if (next !== 0xfffffffe && count !== capacity) throw new Error(`page at ${at} is not full and not the last`);
    if (shape !== undefined && (shape.capacity !== capacity || shape.recordSize !== recordSize)) {
      throw new Error(`page at ${at}: another shape`);
    }
    shape = { capacity, recordSize };
    const end = at + size + count * recordSize;
    if (end > file.length) throw new Error(`page at ${at} runs past the end`);
    taken.push([at, end]);
    for (let r = at + size; r < end; r += recordSize) records.push(file.subarray(r, r + recordSize));
    before = at;
    at = next;
  }
  return { records, recordSize: shape!.recordSize, capacity: shape!.capacity };
}

/** Text up to its NUL. */
export function utf16(bytes: Buffer): string {
  return bytes.toString('utf16le').split('\0')[0]!;
}

/** The record that a reference of six bytes points to; undefined if it points nowhere. */
export function follow(tables: Map<number, WalkedTable>, from: Buffer, at: number, id?: number): Buffer | undefined {
  const [table, page, index] = [from.readUInt16LE(at), from.readUInt16LE(at + 2), from.readUInt16LE(at + 4)];
  if (page === 0xfffe) return undefined;
  if (id !== undefined && id !== table) throw new Error(`reference to table ${table}, not ${id}`);
  const target = tables.get(table);
  const record = target?.records[page * target.capacity + index];
  if (record === undefined || index >= target!.capacity) throw new Error(`reference to ${table}:${page}:${index}`);
  return record;
}

/** Name, code and position (easting, northing, elevation) of each point. */
export function walkedPoints(tables: Map<number, WalkedTable>): { name: string; code: string; at: number[] }[] {
  return (tables.get(1)?.records ?? []).map((point) => {
    const vertex = follow(tables, point, 0, 2)!;
    const texts = follow(tables, point, 6, 5)!;
    const layer = tables.get(11)!.records[point.readUInt16LE(12)]!;
    const text = (at: number): string => utf16(follow(tables, texts, at) ?? Buffer.alloc(0));
    return {
      name: text(0),
      code: text(6),
      at: [
        layer.readDoubleLE(138) + vertex.readDoubleLE(0),
        layer.readDoubleLE(146) + vertex.readDoubleLE(8),
        vertex.readDoubleLE(16),
      ],
    };
  });
}

/** Vertex lists of the lines of a TP3. */
export function walkedLines(tables: Map<number, WalkedTable>): { layer: string; count: number; first: number[] }[] {
  return (tables.get(12)?.records ?? []).map((line) => {
    const vertex = follow(tables, line, 0, 2)!;
    follow(tables, line, 6, 13);
    const layer = tables.get(11)!.records[line.readUInt16LE(20)]!;
    const first = [layer.readDoubleLE(138) + vertex.readDoubleLE(0), layer.readDoubleLE(146) + vertex.readDoubleLE(8)];
    return { layer: utf16(layer.subarray(2, 132)), count: line.readUInt16LE(12), first };
  });
}

/** Surfaces of a TP3, with the number of neighbour links that do not share exactly the edge of their slot. */
export function walkedSurfaces(
  tables: Map<number, WalkedTable>,
): { name: string; vertices: number; triangles: number; links: number; badLinks: number }[] {
  return (tables.get(17)?.records ?? []).map((surface) => {
    const vertices = surface.readUInt32LE(18);
    const triangles = surface.readUInt32LE(22);
    const start = surface.readUInt16LE(8) * 1024 + surface.readUInt16LE(10);
    const all = tables.get(14)!.records.slice(start, start + triangles);
    if (all.length !== triangles) throw new Error('triangles are missing');
    const numbers = all.map((record) => [0, 4, 8, 12, 16, 20].map((at) => record.readInt32LE(at)));
    let links = 0;
    let badLinks = 0;
    for (const row of numbers) {
      if (row.slice(0, 3).some((v) => v < 0 || v >= vertices)) throw new Error('a triangle leaves its surface');
      for (let slot = 0; slot < 3; slot++) {
        const other = row[3 + slot]!;
        if (other === -1) continue;
        links++;
        const theirs = numbers[other]?.slice(0, 3) ?? [];
        if (!theirs.includes(row[slot]!) || !theirs.includes(row[(slot + 1) % 3]!)) badLinks++;
      }
    }
    return { name: utf16(surface.subarray(30, 160)), vertices, triangles, links, badLinks };
  });
}
