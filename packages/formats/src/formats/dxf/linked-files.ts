import { BY_LAYER } from '@fieldbridge/fieldjob/feature.ts';
import { colourOfIndex } from '../../kit/cad/aci.ts';
import { plainText } from '../../kit/cad/text-codes.ts';
import { COMMON } from './common-fields.ts';
import type { Entity } from './entity.ts';
import { chunk, handle, integer, name, real, text } from './fields.ts';

/** A record of the section ACDSDATA: the shape of a solid. */
const SHAPE = 'ACDSRECORD';
/** The style of a multiline: its elements. */
const STYLE = 'MLINESTYLE';
/** The shape of a solid as bytes, and the solid's handle. */
const SHAPE_RECORD = { solid: handle(320), bytes: chunk(310) };
/** Its elements; the offset begins each. */
const MLINESTYLE = { offset: real(49), colour: integer(62), trueColour: integer(420) };
/** Definitions of images and underlays; images have no page. */
const FILE_DEFINITION = { file: text(1), page: name(2) };
/**
 * Types that entities link to: objects that name the file of an image or underlay, styles of multilines, shapes of
 * solids.
 */
export const LINK_TARGETS: readonly string[] = [
  'IMAGEDEF',
  'PDFDEFINITION',
  'DWFDEFINITION',
  'DGNDEFINITION',
  STYLE,
  SHAPE,
];

/**
 * Types of entities that need something later in the file: file names and multiline styles in OBJECTS, shapes of solids
 * in ACDSDATA.
 */
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
/**
 * What entities link to: names of files and colours of elements by the handle of their definition, shapes of solids by
 * the handle of the solid.
 */
export class LinkedFiles {
  readonly #names = new Map<number, string>();
  readonly #shapes = new Map<number, Uint8Array>();
  readonly #colours = new Map<number, readonly number[]>();

  /** Takes a definition (the name of a page or view is appended to that of the file) or the shape of a solid. */
  take(definition: Entity, type: string): void {
    if (type === SHAPE) {
      const { solid, bytes } = SHAPE_RECORD;
      if (definition.has(bytes)) this.#shapes.set(definition.get(solid), definition.chunk(bytes));
      return;
    }
    const own = definition.get(COMMON.handle);
    if (type === STYLE) {
      this.#colours.set(own, elementColours(definition));
      return;
    }
    const page = type === 'IMAGEDEF' ? '' : plainText(definition.name(FILE_DEFINITION.page));
    const file = plainText(definition.text(FILE_DEFINITION.file));
    this.#names.set(own, page === '' ? file : `${file}#${page}`);
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
  const { offset, colour, trueColour } = MLINESTYLE;
  for (let at = style.find(offset); at < style.to; ) {
    const next = style.find(offset, at + 1);
    const [[index = BY_LAYER], [rgb]] = [style.all(colour, at, next), style.all(trueColour, at, next)];
    colours.push(rgb === undefined ? colourOfIndex(index) : rgb & 0xffffff);
    at = next;
  }
  return colours;
}
