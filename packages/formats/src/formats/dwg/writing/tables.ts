import type { ExtentBox } from '@fieldbridge/fieldjob';
import { colourOfIndex, nearestIndex } from '../../../kit/cad/aci.ts';
import { LAYER_STANDARD } from '../../dxf/tables.ts';
import { nearestWeight } from '../../dxf/writing/drawing-writer.ts';
import type { WrittenLayer } from '../../dxf/writing/layer-names.ts';
import { LONGEST_DESCRIPTION } from '../../dxf/writing/tables.ts';
import { DIMENSION_VARIABLES } from '../file/header-variables.ts';
import { R2004, R2007, R2013 } from '../file/releases.ts';
import { lineWeightNumber } from '../object/line-weight.ts';
import { HANDLE } from './handles.ts';
import type { ObjectStream } from './object-stream.ts';
import { type ObjectWriter, REFERENCE } from './object-writer.ts';
import { extendedText } from './small-sections.ts';
import { TYPE } from './types.ts';
import { writeVariables } from './variables.ts';

const { owner, pointer, softOwner } = REFERENCE;
/** Application under which our drawings state whether an elevation is known. */
export const APPLICATION = 'FIELDBRIDGE';
/** Flags of a layer, and where its line weight is among them. */
const [OFF, LOCKED, PLOTTED] = [2, 8, 16];
const WEIGHT_SHIFT = 5;
const WHITE = 7;
const ALIGNED = 65;
/** Bytes of the texts of a line type before 2007. */
const LINE_TYPE_TEXTS = 256;

/** What the tables hold. */
export interface TableContents {
  readonly layers: readonly WrittenLayer[];
  readonly layerHandles: readonly number[];
  /** Own line types by name. */
  readonly lineTypes: ReadonlyMap<string, number>;
  /** Handle of a layer's line type. */
  readonly lineTypeOf: (layer: WrittenLayer) => number;
  readonly box: ExtentBox | null;
  /** Whether entities say that an elevation is (un)known. */
  readonly hasMarks: boolean;
}

/** Writes tables and their entries, except for blocks. */
export class TableWriter {
  readonly #to: ObjectWriter;
  readonly #objects: ObjectStream;

  constructor(to: ObjectWriter, objects: ObjectStream) {
    this.#to = to;
    this.#objects = objects;
  }

  write(contents: TableContents): void {
    const { layers, layerHandles, lineTypes, box } = contents;
    this.#control(TYPE.layerControl, HANDLE.layerTable, layerHandles);
    for (const [i, layer] of layers.entries()) this.#layer(layerHandles[i]!, layer, contents.lineTypeOf(layer));
    this.#control(TYPE.styleControl, HANDLE.styleTable, [HANDLE.style]);
    this.#style();
    this.#control(
      TYPE.lineTypeControl,
      HANDLE.lineTypeTable,
      [HANDLE.continuous, ...lineTypes.values()],
      [HANDLE.byBlock, HANDLE.byLayer],
    );
    for (const [name, handle] of [
      ['ByBlock', HANDLE.byBlock],
      ['ByLayer', HANDLE.byLayer],
      ['Continuous', HANDLE.continuous],
      ...lineTypes,
    ] as const)
      this.#lineType(handle, name);
    this.#control(TYPE.viewControl, HANDLE.viewTable, []);
    this.#control(TYPE.ucsControl, HANDLE.ucsTable, []);
    this.#control(TYPE.viewportControl, HANDLE.viewportTable, [HANDLE.viewport]);
    this.#viewport(box);
    const isDescribed = layers.some(({ layer }) => layer.description !== '');
    const applications = [
      ['ACAD', HANDLE.acad],
      ...(isDescribed ? ([[LAYER_STANDARD, HANDLE.descriptions]] as const) : []),
      ...(contents.hasMarks ? ([[APPLICATION, HANDLE.fieldbridge]] as const) : []),
    ] as const;
    this.#control(
      TYPE.applicationControl,
      HANDLE.appIdTable,
      applications.map(([, handle]) => handle),
    );
    for (const [name, handle] of applications) this.#application(handle, name);
    this.#control(TYPE.dimensionStyleControl, HANDLE.dimStyleTable, [HANDLE.dimStyle]);
    this.#dimensionStyle();
    if (this.#to.release < R2004) this.#control(TYPE.viewportEntityControl, HANDLE.viewportEntities, []);
  }

  /** A table. @param always entries that are not counted */
  #control(type: number, handle: number, entries: readonly number[], always: readonly number[] = []): void {
    const to = this.#to;
    to.start(type, handle);
    to.endExtended();
    to.common(0);
    to.data.bitLong(entries.length);
    if (type === TYPE.dimensionStyleControl) to.data.byte(0);
    for (const entry of entries) to.refer(softOwner, entry);
    for (const entry of always) to.refer(owner, entry);
    to.finish(this.#objects);
  }

  /** The begin of an entry: name, no other drawing. @param table its owner */
  #entry(type: number, handle: number, table: number, name: string): void {
    const to = this.#to;
    to.start(type, handle);
    to.endExtended();
    to.common(table);
    writeName(to, name);
  }

  #layer(handle: number, { name, layer }: WrittenLayer, lineType: number): void {
    const to = this.#to;
    const { data, release } = to;
    to.start(TYPE.layer, handle);
    if (layer.description !== '') {
      // AutoCAD stores the description of a layer after an empty text.
      const description = extendedText(layer.description.slice(0, LONGEST_DESCRIPTION), release);
      const bytes = [0, ...extendedText('', release), 0, ...description];
      data.bitShort(bytes.length);
      data.handle(pointer, HANDLE.descriptions);
      data.raw(Uint8Array.from(bytes));
    }
    to.endExtended();
    to.common(HANDLE.layerTable);
    writeName(to, name);
    const weight = lineWeightNumber(layer.lineWeight < 0 ? -3 : nearestWeight(layer.lineWeight));
    data.bitShort((weight << WEIGHT_SHIFT) | PLOTTED | (layer.visible ? 0 : OFF) | (layer.locked ? LOCKED : 0));
    const index = layer.colour < 0 ? WHITE : nearestIndex(layer.colour);
    if (release >= R2004 && layer.colour >= 0 && colourOfIndex(index) !== layer.colour) to.trueColour(layer.colour);
    else to.colour(index);
    to.refer(pointer, 0);
    to.refer(pointer, 0);
    if (release >= R2007) to.refer(pointer, 0);
    to.refer(pointer, lineType);
    if (release >= R2013) to.refer(pointer, 0);
    to.finish(this.#objects);
  }

  /** A job has no line patterns: the name is kept, drawn as a solid line. */
  #lineType(handle: number, name: string): void {
    const to = this.#to;
    this.#entry(TYPE.lineType, handle, HANDLE.lineTypeTable, name);
    to.text('');
    to.data.bitDouble(0);
    to.data.byte(ALIGNED);
    to.data.byte(0);
    if (to.release < R2007) to.data.raw(new Uint8Array(LINE_TYPE_TEXTS));
    to.refer(pointer, 0);
    to.finish(this.#objects);
  }

  #style(): void {
    const to = this.#to;
    const { data } = to;
    this.#entry(TYPE.style, HANDLE.style, HANDLE.styleTable, 'Standard');
    data.flag(false);
    data.flag(false);
    data.triple(0, 1, 0);
    data.byte(0);
    data.bitDouble(1);
    to.text('txt');
    to.text('');
    to.refer(pointer, 0);
    to.finish(this.#objects);
  }

  #application(handle: number, name: string): void {
    this.#entry(TYPE.application, handle, HANDLE.appIdTable, name);
    this.#to.data.byte(0);
    this.#to.refer(pointer, 0);
    this.#to.finish(this.#objects);
  }

  #dimensionStyle(): void {
    const to = this.#to;
    this.#entry(TYPE.dimensionStyle, HANDLE.dimStyle, HANDLE.dimStyleTable, 'Standard');
    writeVariables([...DIMENSION_VARIABLES, ['2BS B', [-2, -2, 0]]], {}, to);
    for (const handle of [0, HANDLE.style, 0, 0, 0, 0]) to.refer(pointer, handle);
    if (to.release >= R2007) for (let i = 0; i < 3; i++) to.refer(pointer, 0);
    to.finish(this.#objects);
  }

  /** A view of everything, so that the drawing is visible when it is opened. */
  #viewport(box: ExtentBox | null): void {
    const to = this.#to;
    const { data, release } = to;
    const { minEasting, minNorthing, maxEasting, maxNorthing } = box ?? EMPTY;
    const height = Math.max(maxNorthing - minNorthing, (maxEasting - minEasting) / 1.5, 1e-6) * 1.05;
    this.#entry(TYPE.viewport, HANDLE.viewport, HANDLE.viewportTable, '*Active');
    const places = (...values: readonly number[]): void => {
      for (const value of values) data.double(value);
    };
    data.bitDouble(height);
    data.bitDouble(1.5 * height);
    places((minEasting + maxEasting) / 2, (minNorthing + maxNorthing) / 2);
    data.triple(0, 0, 0);
    data.triple(0, 0, 1);
    for (const value of [0, 50, 0, 0]) data.bitDouble(value);
    for (let i = 0; i < 4; i++) data.flag(false);
    data.byte(0);
    if (release >= R2007) {
      data.flag(true);
      data.byte(1);
      data.bitDouble(0);
      data.bitDouble(0);
      to.colour(250);
    }
    places(0, 0, 1, 1);
    data.flag(false);
    data.bitShort(100);
    data.flag(true);
    data.flag(true);
    data.flag(true);
    data.flag(false);
    places(1, 1);
    data.flag(false);
    data.flag(false);
    data.bitShort(0);
    data.bitDouble(0);
    places(0, 0, 1, 1);
    data.flag(false);
    data.flag(true);
    data.triple(0, 0, 0);
    data.triple(1, 0, 0);
    data.triple(0, 1, 0);
    data.bitDouble(0);
    data.bitShort(0);
    if (release >= R2007) {
      data.bitShort(0);
      data.bitShort(5);
    }
    to.refer(pointer, 0);
    if (release >= R2007) {
      to.refer(REFERENCE.softPointer, 0);
      to.refer(pointer, 0);
      to.refer(owner, 0);
    }
    to.refer(pointer, 0);
    to.refer(pointer, 0);
    to.finish(this.#objects);
  }
}

const EMPTY = { minEasting: 0, minNorthing: 0, maxEasting: 1, maxNorthing: 1 };

/** The name of an entry and the bits after it, which say that it is of no other drawing. */
export function writeName(to: ObjectWriter, name: string): void {
  const { data, release } = to;
  to.text(name);
  if (release < R2007) data.flag(false);
  data.bitShort(0);
  if (release < R2007) data.flag(false);
}
