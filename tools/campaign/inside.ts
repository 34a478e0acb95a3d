import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unpackGeometry } from '@fieldbridge/formats/formats/imodel/geometry-stream.ts';
import { ATTACHED_PAGE, MODEL_PAGE, SHARED_PAGE, withPages } from '@fieldbridge/formats/testing/v8-file.ts';
import SnappyJS from 'snappyjs';
import { type Chance, mutate } from './mutation.ts';

const WAYS: Readonly<Record<string, (bytes: Uint8Array, chance: Chance, folder: string) => Uint8Array>> = {
  dgn: insideDesignFile,
  imodel: insideModel,
};

const CFB = 0xd0;
/** Largest unpacked size of one geometry of a seed, in bytes. */
const MOST_GEOMETRY = 2 ** 24;
/** The length of a block is a 16-bit word. */
const MOST_BLOCK = 30_000;

/**
 * Damage inside the compression. Random changes to a compressed page or a checked database are detected at once, and
 * the code that reads the content would never be tested. For formats that compress their content, this unpacks, damages
 * and packs again.
 * @param format id of the format @param folder for temporary files
 */
export function damageInside(format: string, bytes: Uint8Array, chance: Chance, folder: string): Uint8Array {
  const damage = Object.hasOwn(WAYS, format) ? WAYS[format] : undefined;
  if (damage === undefined)
    throw new Error(`${format} files cannot be damaged inside; possible for ${Object.keys(WAYS).join(', ')}`);
  return damage(bytes, chance, folder);
}

/** Pages of a V8 design file; V7 files are not compressed. */
function insideDesignFile(bytes: Uint8Array, chance: Chance): Uint8Array {
  if (bytes[0] !== CFB) return mutate(bytes, bytes, chance);
  const page = chance.pick([MODEL_PAGE, MODEL_PAGE, SHARED_PAGE, ATTACHED_PAGE]);
  return withPages(bytes, { [page]: (content) => mutate(content, content, chance) });
}

/** A geometry stream and sometimes the numbers of a row in a BIS database. */
function insideModel(bytes: Uint8Array, chance: Chance, folder: string): Uint8Array {
  const path = join(folder, 'inside.bim');
  writeFileSync(path, bytes);
  const database = new DatabaseSync(path);
  try {
    // Written once and read once, so durability does not matter.
    database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = OFF; BEGIN');
    // The vendor's triggers call functions of its own library.
    for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
      database.exec(`DROP TRIGGER "${String(name)}"`);
    const table = chance.pick(['bis_GeometricElement3d', 'bis_GeometricElement2d']);
    const rows = database
      .prepare(`SELECT rowid id, GeometryStream stream FROM ${table} WHERE GeometryStream IS NOT NULL`)
      .all();
    if (rows.length > 0) {
      const { id, stream } = chance.pick(rows);
      const damaged = mutate(unpackGeometry(stream as Uint8Array, MOST_GEOMETRY), bytes, chance);
      database.prepare(`UPDATE ${table} SET GeometryStream = ? WHERE rowid = ?`).run(packed(damaged), Number(id));
      if (chance.next() < 0.2)
        database
          .prepare(`UPDATE ${table} SET Origin_X = ?, CategoryId = ? WHERE rowid = ?`)
          .run(chance.pick([Infinity, 1e308, -0, 'text']), chance.pick([0, -1, 2 ** 40]), Number(id));
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  const copy = join(folder, 'packed.bim');
  copyFileSync(path, copy);
  const result = new Uint8Array(readFileSync(copy));
  for (const file of [path, copy]) rmSync(file);
  return result;
}

function packed(stream: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < Math.max(1, stream.length); at += MOST_BLOCK) {
    const block = SnappyJS.compress(stream.slice(at, at + MOST_BLOCK));
    blocks.push(Uint8Array.of((block.length + 2) & 255, (block.length + 2) >> 8), block);
  }
  return new Uint8Array(Buffer.concat(blocks));
}
