import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import SnappyJS from 'snappyjs';

/** The iModels of the corpus. */
export const CORPUS = join(
  process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus'),
  'imodel',
);
/** A small one with an element of each kind. */
export const SEED = join(CORPUS, 'CompatibilityTestSeed.bim');

/** A geometry blob of these operators, packed as in the files. */
export function blob(...operators: [number, Uint8Array][]): Uint8Array {
  const parts = operators.map(([operator, data]) =>
    Buffer.concat([Buffer.from(Uint32Array.of(operator, data.length).buffer), data]),
  );
  return packed(Buffer.concat([Buffer.alloc(8), ...parts]));
}

/** A geometry blob of one block that unpacks to these bytes. */
export function packed(bytes: Uint8Array): Uint8Array {
  const block = SnappyJS.compress(new Uint8Array(bytes));
  return new Uint8Array(Buffer.concat([Buffer.from(Uint16Array.of(block.length + 2).buffer), block]));
}

/** A FlatBuffers table with fields at fixed places: [slot, bytes]. */
export function table(fields: readonly (readonly [number, Uint8Array])[]): Uint8Array {
  const slots = Math.max(...fields.map(([slot]) => slot)) + 1;
  const vtable = new DataView(new ArrayBuffer(4 + 2 * slots));
  let size = 4;
  const bodies = fields.map(([slot, bytes]) => {
    vtable.setUint16(4 + 2 * slot, size, true);
    size += bytes.length;
    return bytes;
  });
  vtable.setUint16(0, vtable.byteLength, true);
  vtable.setUint16(2, size, true);
  const start = 4 + vtable.byteLength;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(Uint32Array.of(start).buffer),
      Buffer.from(vtable.buffer),
      Buffer.from(Int32Array.of(start - 4).buffer),
      ...bodies,
    ]),
  );
}

/** Doubles, little-endian. */
export const doubles = (...values: number[]): Uint8Array => new Uint8Array(Float64Array.from(values).buffer);

/** Points of an open line: boundary (slot 1) and, last, the vector of coordinates behind its own offset (slot 0). */
export function openLine(...coordinates: number[]): Uint8Array {
  const vector = Buffer.concat([
    Buffer.from(Uint32Array.of(4, coordinates.length / 3).buffer),
    doubles(...coordinates),
  ]);
  return table([
    [1, Uint8Array.of(1)],
    [0, new Uint8Array(vector)],
  ]);
}

/**
 * Writes the seed to `path` with its elements replaced by one with this geometry; part 61 gets `part`, further ones
 * their own.
 */
export function modelWith(
  path: string,
  geometry: Uint8Array,
  part?: Uint8Array,
  further: ReadonlyMap<number, Uint8Array> = new Map(),
): string {
  copyFileSync(SEED, path);
  const database = new DatabaseSync(path);
  // The vendor's triggers call functions of its own library.
  for (const { name: trigger } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()) {
    database.exec(`DROP TRIGGER "${trigger}"`);
  }
  database.exec(
    'PRAGMA foreign_keys = OFF; DELETE FROM bis_GeometricElement2d; DELETE FROM bis_GeometricElement3d WHERE ElementId <> 29',
  );
  database
    .prepare(
      'UPDATE bis_GeometricElement3d SET GeometryStream = ?, Origin_X = 100, Origin_Y = 200, Origin_Z = 300, Yaw = 90, Pitch = 0, Roll = 0',
    )
    .run(geometry);
  if (part !== undefined) database.prepare('UPDATE bis_DefinitionElement SET js1 = ? WHERE ElementId = 61').run(part);
  const insert = database.prepare(
    'INSERT INTO bis_DefinitionElement (ElementId, ECClassId, js1) SELECT ?, ECClassId, ? FROM bis_DefinitionElement WHERE ElementId = 61',
  );
  for (const [id, bytes] of further) insert.run(id, bytes);
  database.close();
  return path;
}

/** An instance of a part, at the place of its element. */
export const instanceOf = (id: number): Uint8Array =>
  table([[0, new Uint8Array(BigUint64Array.of(BigInt(id)).buffer)]]);
