import { BY_LAYER, type Feature } from '@fieldbridge/fieldjob';
import { colourOfIndex, nearestIndex } from '../../../kit/cad/aci.ts';
import { nearestWeight } from '../../dxf/writing/drawing-writer.ts';
import { R2004, R2007, R2010 } from '../file/releases.ts';
import { BY_LAYER as INDEX_BY_LAYER } from '../object/colour.ts';
import { LINE_TYPE, SPACE } from '../object/common-entity.ts';
import { lineWeightNumber } from '../object/line-weight.ts';
import { HandleList } from './handle-list.ts';
import { HANDLE } from './handles.ts';
import type { ObjectStream } from './object-stream.ts';
import { type ObjectWriter, REFERENCE } from './object-writer.ts';

/** Flag of a colour with red, green and blue, and the highest byte of these. */
const RGB = 0x8000;
const BY_RGB = 0xc2;
/** Item of extended data: a whole number of 16 bits. */
const NUMBER = 70;
const [WEIGHT_BY_LAYER] = [lineWeightNumber(-1)];

/** Handles of what entities refer to. */
export interface Links {
  /** By the index of the layer. */
  readonly layers: readonly number[];
  /** Handle of a line type by the name that a feature has. */
  readonly lineType: (name: string) => number;
}

/** Numbers the objects of a drawing. */
export interface Handles {
  next: number;
}

/** What entities say of their elevation: known or not where 0 would be ambiguous, or nothing. */
export const MARK = { none: -1, unknown: 0, known: 1 } as const;

/**
 * Entities of one owner, written one after the other. Each is written when the next one begins, because before 2004 it
 * names its neighbours.
 */
export class EntityChain {
  readonly to: ObjectWriter;
  /** Entities so far, without their parts. */
  readonly handles: HandleList = new HandleList();
  /** Whether an entity has a mark. */
  hasMarks = false;
  readonly #objects: ObjectStream;
  readonly #links: Links;
  readonly #numbers: Handles;
  readonly #space: number;
  readonly #owner: number;
  #previous = 0;
  #isOpen = false;

  /** @param owner the handle of a block or an entity; that of model space by `SPACE.model` */
  constructor(to: ObjectWriter, objects: ObjectStream, links: Links, numbers: Handles, space: number, owner = 0) {
    this.to = to;
    this.#objects = objects;
    this.#links = links;
    this.#numbers = numbers;
    this.#space = space;
    this.#owner = owner;
  }

  /** Begins an entity; its own fields follow in `to`. @returns its handle */
  open(type: number, layer: number, feature?: Feature, mark: number = MARK.none): number {
    const handle = this.#numbers.next++;
    this.#close(handle);
    const { to } = this;
    const { data, release } = to;
    to.start(type, handle);
    if (mark !== MARK.none) {
      this.hasMarks = true;
      data.bitShort(3);
      data.handle(REFERENCE.pointer, HANDLE.fieldbridge);
      data.byte(NUMBER);
      data.short(mark);
    }
    to.endExtended();
    // No picture.
    data.flag(false);
    data.pair(this.#space);
    if (this.#space === SPACE.owner) to.refer(REFERENCE.softPointer, this.#owner);
    to.links(0);
    to.chain();
    this.#colour(feature?.colour ?? BY_LAYER);
    data.bitDouble(1);
    to.refer(REFERENCE.pointer, this.#links.layers[layer]!);
    this.#lineType(feature?.lineType ?? '');
    // By layer: material, plot style; no shadow, no visual styles.
    if (release >= R2007) {
      data.pair(0);
      data.byte(0);
    }
    data.pair(0);
    if (release >= R2010) for (let i = 0; i < 3; i++) data.flag(false);
    data.bitShort(0);
    const weight = feature?.lineWeight ?? BY_LAYER;
    data.byte(weight === BY_LAYER ? WEIGHT_BY_LAYER : lineWeightNumber(nearestWeight(weight)));
    this.handles.add(handle);
    this.#isOpen = true;
    return handle;
  }

  /** Writes the last entity. */
  end(): void {
    this.#close(0);
  }

  #close(next: number): void {
    if (!this.#isOpen) return;
    const { handle } = this.to;
    this.to.finish(this.#objects, this.#previous, next);
    this.#previous = handle;
    this.#isOpen = false;
  }

  #colour(colour: number): void {
    const { data, release } = this.to;
    const index = colour === BY_LAYER ? INDEX_BY_LAYER : nearestIndex(colour);
    // The index alone is used where it is exact: as a true colour, the white of index 7 would not turn black on paper.
    if (release < R2004 || colour === BY_LAYER || colourOfIndex(index) === colour) data.bitShort(index);
    else {
      data.bitShort(RGB);
      data.long24(BY_RGB, colour);
    }
  }

  #lineType(name: string): void {
    const { data } = this.to;
    const small = name === '' ? 'bylayer' : name.toLowerCase();
    if (small === 'bylayer') data.pair(LINE_TYPE.byLayer);
    else if (small === 'byblock') data.pair(LINE_TYPE.byBlock);
    else if (small === 'continuous') data.pair(LINE_TYPE.continuous);
    else {
      data.pair(LINE_TYPE.own);
      this.to.refer(REFERENCE.pointer, this.#links.lineType(name));
    }
  }
}
