import type { Layer } from '@fieldbridge/fieldjob';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import { formatColour, parseBoolean, parseColour, parseInteger } from '../../kit/xml/values.ts';
import type { Attributes } from '../../kit/xml/writer.ts';

/** Returns the value of an attribute of the current element; undefined if it is missing. */
export type Lookup = (name: string) => string | undefined;
/** Called with an invalid value, which the default replaces. */
export type Complain = (attribute: string, value: string) => void;

/** Reads typed attributes with defaults, and reports invalid values. */
export class AttributeReader {
  readonly #get: Lookup;
  readonly #complain: Complain;

  constructor(get: Lookup, complain: Complain) {
    this.#get = get;
    this.#complain = complain;
  }

  text(name: string): string {
    return unescapeForbidden(this.#get(name) ?? '');
  }

  read<T>(name: string, otherwise: T, parse: (text: string) => T | undefined): T {
    const text = this.#get(name);
    if (text === undefined) return otherwise;
    const value = parse(text);
    if (value === undefined) this.#complain(name, text);
    return value ?? otherwise;
  }
}

/** The attributes of a layer element, without defaults. */
export function layerAttributes(layer: Layer): Attributes {
  return {
    name: layer.name,
    colour: layer.colour === -1 ? undefined : formatColour(layer.colour),
    lineType: layer.lineType || undefined,
    lineWeight: layer.lineWeight === -1 ? undefined : layer.lineWeight,
    visible: layer.visible ? undefined : false,
    locked: layer.locked ? true : undefined,
    description: layer.description || undefined,
  };
}

/** Reads a layer from the attributes of its element. */
export function readLayer(reader: AttributeReader): Layer {
  return {
    name: reader.text('name'),
    colour: reader.read('colour', -1, parseColour),
    lineType: reader.text('lineType'),
    lineWeight: reader.read('lineWeight', -1, parseInteger),
    visible: reader.read('visible', true, parseBoolean),
    locked: reader.read('locked', false, parseBoolean),
    description: reader.text('description'),
  };
}
