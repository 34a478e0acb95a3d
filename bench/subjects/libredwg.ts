// node libredwg.ts FILE [converted]: LibreDWG compiled to WebAssembly, alone: its objects stay in its memory, or are
// converted into objects of JavaScript. It is GPL and so not installed with this project: LIBREDWG names the folder of
// a package `@mlightcad/libredwg-web` that is installed elsewhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface LibreDwg {
  dwg_read_data(bytes: ArrayBuffer, type: number): number | undefined;
  dwg_get_num_objects(drawing: number): number;
  convert(drawing: number): { readonly entities: readonly unknown[] };
}

const folder = process.env['LIBREDWG'] ?? '';
const { LibreDwg } = (await import(pathToFileURL(join(folder, 'dist/libredwg-web.js')).href)) as {
  LibreDwg: { create(): Promise<LibreDwg> };
};
const library = await LibreDwg.create();
const bytes = readFileSync(process.argv[2]!);
const DWG = 0;
const drawing = library.dwg_read_data(
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
  DWG,
);
if (drawing === undefined || library.dwg_get_num_objects(drawing) === 0) throw new Error('LibreDWG found no objects');
if (process.argv[3] === 'converted' && library.convert(drawing).entities.length === 0)
  throw new Error('LibreDWG converted no entities');
