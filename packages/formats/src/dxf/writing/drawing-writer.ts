import { BY_LAYER, type Feature } from '@fieldbridge/fieldjob';
import { colourOfIndex, nearestIndex } from '../../cad/aci.ts';
import type { GroupWriter } from './group-writer.ts';
import type { Target } from './versions.ts';

/** Handles that stand fast in every file. */
export const HANDLE = {
  blockRecordTable: 0x1,
  layerTable: 0x2,
  styleTable: 0x3,
  lineTypeTable: 0x5,
  viewTable: 0x6,
  ucsTable: 0x7,
  viewportTable: 0x8,
  appIdTable: 0x9,
  dimStyleTable: 0xa,
  rootDictionary: 0xc,
  groupDictionary: 0xd,
  layoutDictionary: 0x1a,
  paperRecord: 0x1b,
  modelRecord: 0x1f,
  paperLayout: 0x1e,
  modelLayout: 0x22,
  pointRecord: 0x24,
  modelExtension: 0x25,
  geodata: 0x26,
  firstFree: 0x100,
} as const;

/** Line weights that exist, in hundredths of a millimetre. Source: DXF reference, group 370. */
const WEIGHTS = [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211];

/** The line weight that exists and is nearest to one in hundredths of a millimetre. */
export function nearestWeight(weight: number): number {
  return WEIGHTS.reduce((best, other) => (Math.abs(other - weight) < Math.abs(best - weight) ? other : best));
}

/** Names that are written as they are in every version. */
const PLAIN_NAME = /^[\x20-\x7e]{0,255}$/;

/** Writes the parts that all entities have in common. */
export class DrawingWriter {
  readonly out: GroupWriter;
  readonly target: Target;

  /** Groups that are the same again and again, by what they say: the starts of entities, owner and layer, markers. */
  readonly #starts = new Map<string, Uint8Array>();
  readonly #layers = new Map<string, Uint8Array | undefined>();
  readonly #markers = new Map<string, Uint8Array>();
  readonly #entity: Uint8Array;

  constructor(out: GroupWriter, target: Target) {
    this.out = out;
    this.target = target;
    this.#entity = out.prepared(100, 'AcDbEntity');
  }

  /**
   * Opens an entity: type, handle, owner, layer and symbology.
   * @param subclass marker of its first own part @returns its handle
   */
  open(
    type: string,
    subclass: string,
    layer: string,
    feature: Feature | undefined,
    owner: number = HANDLE.modelRecord,
  ): number {
    const { out, target } = this;
    const handle = out.nextHandle();
    let start = this.#starts.get(type);
    if (start === undefined) {
      start = out.prepared(0, type);
      this.#starts.set(type, start);
    }
    out.raw(start);
    if (target.modern) out.handle(5, handle);
    const place = owner === HANDLE.modelRecord ? this.#inModelSpace(layer) : undefined;
    if (place !== undefined) out.raw(place);
    else {
      if (target.modern) {
        out.handle(330, owner);
        out.raw(this.#entity);
      }
      out.text(8, layer);
    }
    if (feature !== undefined) this.#symbology(feature);
    if (subclass !== '') this.subclass(subclass);
    return handle;
  }

  /** Owner and layer of an entity in model space in one piece; undefined for a layer whose name is not plain. */
  #inModelSpace(layer: string): Uint8Array | undefined {
    let bytes = this.#layers.get(layer);
    if (bytes === undefined && !this.#layers.has(layer)) {
      const owner = this.target.modern ? [330, HANDLE.modelRecord.toString(16).toUpperCase(), 100, 'AcDbEntity'] : [];
      bytes = PLAIN_NAME.test(layer) ? this.out.prepared(...owner, 8, layer) : undefined;
      this.#layers.set(layer, bytes);
    }
    return bytes;
  }

  /** A marker of a subclass, where the version has them. */
  subclass(name: string): void {
    if (!this.target.modern) return;
    let bytes = this.#markers.get(name);
    if (bytes === undefined) {
      bytes = this.out.prepared(100, name);
      this.#markers.set(name, bytes);
    }
    this.out.raw(bytes);
  }

  #symbology(feature: Feature): void {
    const { out, target } = this;
    if (feature.lineType !== '') out.text(6, feature.lineType);
    if (feature.colour !== BY_LAYER) {
      const index = nearestIndex(feature.colour);
      out.integer(62, index);
      // An index says it all where it can: as a true colour the white of index 7 would not turn black on paper.
      if (target.trueColour && colourOfIndex(index) !== feature.colour) out.integer(420, feature.colour);
    }
    if (target.modern && feature.lineWeight !== BY_LAYER) out.integer(370, nearestWeight(feature.lineWeight));
  }
}
