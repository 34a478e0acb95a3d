import { plainText } from '../cad/text-codes.ts';
import type { Entity } from './entity.ts';

/** A record of the section ACDSDATA: the shape of a solid. */
const SHAPE = 'ACDSRECORD';
/** What entities are linked to: objects that name the file of a picture or an underlay, shapes of solids. */
export const LINK_TARGETS: readonly string[] = ['IMAGEDEF', 'PDFDEFINITION', 'DWFDEFINITION', 'DGNDEFINITION', SHAPE];

/** Entities that need what stands behind them: in OBJECTS the names of files, in ACDSDATA the shapes of solids. */
export const LINKED: readonly string[] = [
  'IMAGE',
  'PDFUNDERLAY',
  'DWFUNDERLAY',
  'DGNUNDERLAY',
  '3DSOLID',
  'BODY',
  'REGION',
  'SURFACE',
  'EXTRUDEDSURFACE',
  'REVOLVEDSURFACE',
  'SWEPTSURFACE',
  'LOFTEDSURFACE',
  'PLANESURFACE',
  'NURBSURFACE',
];
/** What stands behind the entities that need it: names of files, by the handle of their definition, and shapes of solids, by their own. */
export class LinkedFiles {
  readonly #names = new Map<number, string>();
  readonly #shapes = new Map<number, Uint8Array>();

  /** Takes a definition, where the name of a page or view is put behind the file's, or the bytes (310) of a solid (320). */
  take(definition: Entity, type: string): void {
    if (type === SHAPE) {
      if (definition.has(310)) this.#shapes.set(definition.number(320, Number.NaN), definition.chunk(310));
      return;
    }
    const page = type === 'IMAGEDEF' ? '' : plainText(definition.name(2));
    const file = plainText(definition.text(1));
    this.#names.set(definition.number(5, Number.NaN), page === '' ? file : `${file}#${page}`);
  }

  shapeOf(handle: number): Uint8Array | undefined {
    return this.#shapes.get(handle);
  }

  get(handle: number): string | undefined {
    return this.#names.get(handle);
  }
}
