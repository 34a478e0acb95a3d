import { BY_LAYER } from '@fieldbridge/fieldjob/feature.ts';
import { colourOfIndex } from '../../kit/cad/aci.ts';
import { plainText } from '../../kit/cad/text-codes.ts';
import type { Entity } from './entity.ts';

/** A record of the section ACDSDATA: the shape of a solid. */
const SHAPE = 'ACDSRECORD';
/** The style of a multiline: its elements. */
const STYLE = 'MLINESTYLE';
/** Group that begins an element of such a style. */
const ELEMENT = 49;
/** What entities are linked to: objects that name the file of a picture or an underlay, shapes of solids. */
export const LINK_TARGETS: readonly string[] = [
  'IMAGEDEF',
  'PDFDEFINITION',
  'DWFDEFINITION',
  'DGNDEFINITION',
  STYLE,
  SHAPE,
];

/** Entities that need what stands behind them: in OBJECTS the names of files and styles of multilines, in ACDSDATA the shapes of solids. */
export const LINKED: readonly string[] = [
  'MLINE',
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
/** What stands behind the entities that need it: names of files and colours of elements, by the handle of their definition, and shapes of solids, by their own. */
export class LinkedFiles {
  readonly #names = new Map<number, string>();
  readonly #shapes = new Map<number, Uint8Array>();
  readonly #colours = new Map<number, readonly number[]>();

  /** Takes a definition, where the name of a page or view is put behind the file's, or the bytes (310) of a solid (320). */
  take(definition: Entity, type: string): void {
    if (type === SHAPE) {
      if (definition.has(310)) this.#shapes.set(definition.number(320, Number.NaN), definition.chunk(310));
      return;
    }
    if (type === STYLE) {
      this.#colours.set(definition.number(5, Number.NaN), elementColours(definition));
      return;
    }
    const page = type === 'IMAGEDEF' ? '' : plainText(definition.name(2));
    const file = plainText(definition.text(1));
    this.#names.set(definition.number(5, Number.NaN), page === '' ? file : `${file}#${page}`);
  }

  shapeOf(handle: number): Uint8Array | undefined {
    return this.#shapes.get(handle);
  }

  /** The colours of a multiline's elements, BY_LAYER where an element states none. */
  coloursOf(handle: number): readonly number[] {
    return this.#colours.get(handle) ?? [];
  }

  get(handle: number): string | undefined {
    return this.#names.get(handle);
  }
}

function elementColours(style: Entity): number[] {
  const colours: number[] = [];
  for (let at = style.find(ELEMENT); at < style.to; ) {
    const next = style.find(ELEMENT, at + 1);
    const [[index = BY_LAYER], [rgb]] = [style.all(62, at, next), style.all(420, at, next)];
    colours.push(rgb === undefined ? colourOfIndex(index) : rgb & 0xffffff);
    at = next;
  }
  return colours;
}
