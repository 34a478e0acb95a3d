import { BY_LAYER, type Feature } from '@fieldbridge/fieldjob';
import { colourOfIndex, nearestIndex } from '../../../kit/cad/aci.ts';
import type { Piece } from '../../../kit/text/piece.ts';
import { ENTITY_KINDS, type EntityKind } from './entity-kinds.ts';
import type { GroupWriter } from './group-writer.ts';
import type { WrittenLayer } from './layer-names.ts';
import { LineTypeNames } from './line-type-names.ts';
import type { Target } from './versions.ts';

/** Handles that are the same in every file. */
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

/** Existing line weights, in hundredths of a millimetre. Source: DXF reference, group 370. */
const WEIGHTS = [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211];

/** The existing line weight nearest to a weight in hundredths of a millimetre. */
export function nearestWeight(weight: number): number {
  return WEIGHTS.reduce((best, other) => (Math.abs(other - weight) < Math.abs(best - weight) ? other : best));
}

/** The groups between the handle and the first own group of entities on one layer, made on first use. */
interface LayerPieces {
  /** Only owner and layer. */
  place: Piece | undefined;
  /** By kind: owner, layer, markers and first groups in one piece. */
  readonly whole: (Piece | undefined)[];
}

/** Every name unchanged. */
const NO_LINE_TYPES = new LineTypeNames([], 0, true);

/** Writes the parts that all entities have in common. */
export class DrawingWriter {
  readonly out: GroupWriter;
  readonly target: Target;
  readonly #layers: readonly WrittenLayer[];
  readonly #lineTypes: LineTypeNames;
  readonly #pieces: (LayerPieces | undefined)[];
  /** By kind: its type and the code of the handle. */
  readonly #starts: readonly Piece[];
  /** By kind: its markers and first groups. */
  readonly #firsts: readonly Piece[];
  readonly #markers = new Map<string, Piece>();
  readonly #ownerCode: Piece;

  /** @param layers those of the drawing; entities refer to theirs by index */
  constructor(out: GroupWriter, target: Target, layers: readonly WrittenLayer[], lineTypes = NO_LINE_TYPES) {
    this.out = out;
    this.target = target;
    this.#layers = layers;
    this.#lineTypes = lineTypes;
    this.#pieces = Array.from(layers, () => undefined);
    this.#starts = ENTITY_KINDS.map(({ type }) => out.piece(0, type, ...(target.modern ? [5] : [])));
    this.#firsts = ENTITY_KINDS.map((kind) => out.piece(...this.#own(kind)));
    this.#ownerCode = out.piece(330);
  }

  /**
   * Begins an entity: type, handle, owner, layer, symbology, subclass markers and first groups.
   * @param layer index in the list of layers @param owner of an entity inside another; all others are in model space
   * @returns its handle
   */
  open(kind: EntityKind, layer: number, feature?: Feature, owner = 0): number {
    const { out } = this;
    const handle = out.nextHandle();
    out.raw(this.#starts[kind.index]!);
    if (this.target.modern) {
      out.hexadecimal(handle);
      if (kind.inside) {
        out.raw(this.#ownerCode);
        out.hexadecimal(owner);
      }
    }
    const pieces = this.#pieces[layer] ?? this.#newPieces(layer);
    if (feature === undefined || isByLayer(feature))
      out.raw(pieces.whole[kind.index] ?? this.#newWhole(pieces, layer, kind));
    else {
      // Only entities in model space have their own symbology.
      pieces.place ??= out.piece(...this.#place(layer, false));
      out.raw(pieces.place);
      this.#symbology(feature);
      out.raw(this.#firsts[kind.index]!);
    }
    return handle;
  }

  /** A subclass marker among the groups of an entity, if the version has them. */
  subclass(name: string): void {
    if (!this.target.modern) return;
    let bytes = this.#markers.get(name);
    if (bytes === undefined) {
      bytes = this.out.piece(100, name);
      this.#markers.set(name, bytes);
    }
    this.out.raw(bytes);
  }

  #newPieces(layer: number): LayerPieces {
    const pieces: LayerPieces = { place: undefined, whole: ENTITY_KINDS.map(() => undefined) };
    this.#pieces[layer] = pieces;
    return pieces;
  }

  #newWhole(pieces: LayerPieces, layer: number, kind: EntityKind): Piece {
    const whole = this.out.piece(...this.#place(layer, kind.inside), ...this.#own(kind));
    pieces.whole[kind.index] = whole;
    return whole;
  }

  /** The groups of owner and layer. */
  #place(layer: number, inside: boolean): (string | number)[] {
    const { name } = this.#layers[layer]!;
    if (!this.target.modern) return [8, name];
    const owner = inside ? [] : [330, HANDLE.modelRecord.toString(16).toUpperCase()];
    return [...owner, 100, 'AcDbEntity', 8, name];
  }

  /** The markers and first groups of a kind. */
  #own({ subclasses, first }: EntityKind): (string | number)[] {
    return [...(this.target.modern ? subclasses.flatMap((name) => [100, name]) : []), ...first];
  }

  #symbology(feature: Feature): void {
    const { out, target } = this;
    if (feature.lineType !== '') out.text(6, this.#lineTypes.of(feature.lineType));
    if (feature.colour !== BY_LAYER) {
      const index = nearestIndex(feature.colour);
      out.integer(62, index);
      // The index alone is used where it is exact: as a true colour, the white of index 7 would not turn black on
      // paper.
      if (target.trueColour && colourOfIndex(index) !== feature.colour) out.integer(420, feature.colour);
    }
    if (target.modern && feature.lineWeight !== BY_LAYER) out.integer(370, nearestWeight(feature.lineWeight));
  }
}

const isByLayer = ({ lineType, colour, lineWeight }: Feature): boolean =>
  lineType === '' && colour === BY_LAYER && lineWeight === BY_LAYER;
