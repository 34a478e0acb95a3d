import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Entities, type Found, type Position } from './entities.ts';

/** An entity as the package's converter states it. */
interface Entity {
  readonly type: string;
  readonly ownerBlockRecordSoftId?: string;
  readonly [field: string]: unknown;
}
interface Library {
  dwg_read_data(bytes: ArrayBuffer, type: number): number | undefined;
  dwg_free(drawing: number): void;
  dwg_get_num_objects(drawing: number): number;
  dwg_get_object(drawing: number, index: number): number;
  dwg_object_get_supertype(object: number): number;
  dwg_object_get_dxfname(object: number): string | undefined;
  convert(drawing: number): { readonly entities: readonly Entity[] };
}
interface Vertex extends Position {
  readonly bulge?: number;
}

const DWG = 0;
const ENTITY = 0;
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  POINT: ['position'],
  LINE: ['startPoint', 'endPoint'],
  MTEXT: ['insertionPoint'],
  INSERT: ['insertionPoint'],
  '3DFACE': ['corner1', 'corner2', 'corner3', 'corner4'],
};

/** LibreDWG, compiled to WebAssembly. */
export interface LibreDwg {
  /** The entities in model space. @throws Error for a file that is not read */
  entities(bytes: Uint8Array): Found;
  /** Number of entities of each kind in all blocks and spaces, including parts of others. @throws Error likewise */
  counts(bytes: Uint8Array): Map<string, number>;
}

/**
 * Loads LibreDWG from the folder of a package `@mlightcad/libredwg-web` that the variable LIBREDWG names: it is GPL and
 * therefore not installed with this project. Undefined where it is missing.
 */
export async function libreDwg(): Promise<LibreDwg | undefined> {
  const path = join(process.env['LIBREDWG'] ?? '', 'dist/libredwg-web.js');
  if (!existsSync(path)) return undefined;
  const { LibreDwg } = (await import(pathToFileURL(path).href)) as { LibreDwg: { create(): Promise<Library> } };
  const library = await LibreDwg.create();
  /** Runs with a drawing, which is freed afterwards. */
  const withDrawing = <T>(bytes: Uint8Array, use: (drawing: number) => T): T => {
    // The converter logs unknown entities.
    const { log, warn, error } = console;
    console.log = console.warn = console.error = () => {};
    try {
      const drawing = library.dwg_read_data(Uint8Array.from(bytes).buffer, DWG);
      if (drawing === undefined) throw new Error('LibreDWG does not read it');
      const result = use(drawing);
      library.dwg_free(drawing);
      return result;
    } finally {
      Object.assign(console, { log, warn, error });
    }
  };
  return {
    entities: (bytes) => withDrawing(bytes, (drawing) => described(library.convert(drawing).entities)),
    counts: (bytes) =>
      withDrawing(bytes, (drawing) => {
        const counts = new Map<string, number>();
        for (let i = 0; i < library.dwg_get_num_objects(drawing); i++) {
          const object = library.dwg_get_object(drawing, i);
          if (library.dwg_object_get_supertype(object) !== ENTITY) continue;
          const kind = library.dwg_object_get_dxfname(object) ?? '';
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
        }
        return counts;
      }),
  };
}

function described(found: readonly Entity[]): Found {
  const entities = new Entities();
  for (const entity of found) {
    const { type } = entity;
    const positions = (FIELDS[type] ?? []).map((name) => entity[name] as Position);
    const vertices = (entity['vertices'] ?? []) as readonly Vertex[];
    if (type === 'CIRCLE' || type === 'ARC')
      entities.place(type, [entity['center'] as Position], 3, entity['radius'] as number);
    else if (type === 'TEXT') entities.place(type, [entity['startPoint'] as Position], 2);
    else if (type === 'ATTRIB') entities.place(type, [(entity['text'] as { startPoint: Position }).startPoint], 2);
    else if (type === 'LWPOLYLINE') entities.add(type, flat(vertices));
    else if (type.startsWith('POLYLINE')) entities.place('POLYLINE', vertices, 3);
    else if (type === 'HATCH')
      entities.add(type, (entity['boundaryPaths'] as readonly { vertices: readonly Vertex[] }[]).flatMap(pathOf));
    else entities.place(type, positions, 3);
  }
  return entities.found;
}

const pathOf = ({ vertices }: { readonly vertices: readonly Vertex[] }): number[] => flat(vertices);

function flat(vertices: readonly Vertex[]): number[] {
  return vertices.flatMap(({ x, y, bulge = 0 }) => [x, y, bulge]);
}
