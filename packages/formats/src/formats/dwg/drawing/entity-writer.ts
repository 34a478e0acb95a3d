import { declaredKind, fixedKind, KIND_NAMES, type Kind } from '../entities/kinds.ts';
import { FIRST_CLASS } from '../file/classes.ts';
import type { Constant, Groups } from '../handover/groups.ts';
import { BY_LAYER } from '../object/colour.ts';
import { CommonEntity, LINE_TYPE, SPACE } from '../object/common-entity.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import type { EntityReading, Names, Parts } from '../object/entity-reading.ts';
import { firstNumber, writeExtendedData } from '../object/extended-data.ts';
import type { Lost } from '../object/lost.ts';

/** Application under which our drawings state whether an elevation is known: 0 or 1. */
const APPLICATION = 'FIELDBRIDGE';

/** Why an object is lost that its owner names as its entity. */
const NO_ENTITY = new RangeError('it is no entity');

/** Why an entity is lost whose block is. */
const NO_BLOCK = new RangeError('its block is lost');

/** Where entities belong: to a block, by its handle, or to a space, which they state instead. */
export interface Owner {
  readonly handle: number;
  readonly space: number;
}

/** Writes entities as the groups of a DXF, one at a time. */
export class EntityWriter implements EntityReading {
  readonly object: DwgObject;
  readonly common: CommonEntity = new CommonEntity();
  readonly out: Groups;
  readonly names: Names;
  readonly parts: Parts = { list: [], count: 0, first: 0, last: 0 };
  isElevationKnown: boolean | undefined;
  readonly #lost: Lost;
  readonly #hasExtendedData: boolean;
  readonly #application: number;
  /** The names of layers by handle, and the last one; those of kinds. */
  readonly #layers: ReadonlyMap<number, Constant>;
  readonly #kinds: ReadonlyMap<string, Constant>;
  readonly #zero: Constant;
  #layer = -1;
  #layerName: Constant;
  /** Kinds of declared classes by their numbers. */
  readonly #declared = new Map<number, Kind | undefined>();

  constructor(object: DwgObject, names: Names, out: Groups, lost: Lost, hasExtendedData: boolean) {
    this.object = object;
    this.out = out;
    this.names = names;
    this.#lost = lost;
    this.#hasExtendedData = hasExtendedData;
    this.#application = [...names.applications].find(([, name]) => name === APPLICATION)?.[0] ?? -1;
    this.#zero = this.#layerName = out.constant('0');
    this.#layers = new Map(Array.from(names.layers, ([handle, name]) => [handle, out.constant(name)]));
    this.#kinds = new Map(Array.from(KIND_NAMES, (name) => [name, out.constant(name)]));
    for (const [number, { name, isEntity }] of object.file.classes)
      this.#declared.set(number, isEntity ? declaredKind(name.toUpperCase()) : undefined);
  }

  /** The kind of a type; undefined for objects that are no entities. */
  kindOf(type: number): Kind | undefined {
    return fixedKind(type) ?? (type >= FIRST_CLASS ? this.#declared.get(type) : undefined);
  }

  /**
   * Writes the entity with an index in the object map; its parts are noted in `parts`, its successor in `common.next`.
   * @param isPart whether a part of an entity is expected @param isOnSheet whether it is on the current sheet
   * @param owner where it must belong; by default anywhere
   * @returns whether it was written; an object that is no such entity is passed over, and a lost one reported
   */
  write(index: number, isPart: boolean, isOnSheet: boolean, owner?: Owner): boolean {
    const { object, common, out, parts } = this;
    const { map } = object.file;
    if (!isPart) parts.count = parts.first = parts.last = 0;
    common.next = 0;
    const mark = out.mark();
    let kind: Kind | undefined;
    try {
      object.openAt(index);
      kind = this.kindOf(object.type);
      // An owner names entities only.
      if (kind === undefined && owner === undefined) throw NO_ENTITY;
      if (kind === undefined) return false;
      common.read(object);
      // Some entities are parts in one place and stand alone in another; ends of sequences never stand for something.
      if (kind.isPart !== isPart || (isPart && kind.name === 'SEQEND')) return false;
      if (owner !== undefined && !this.#belongsTo(owner)) return false;
      this.isElevationKnown = this.#application < 0 ? undefined : this.#knowledge();
      this.#writeCommon(kind.name);
      out.hasElevations = this.isElevationKnown !== false;
      kind.read(this);
      out.hasElevations = true;
      if (isOnSheet) out.number(67, 1);
      // What they have in place of their dimension style is there.
      if (this.#hasExtendedData || kind.name === 'LEADER' || kind.name === 'DIMENSION')
        writeExtendedData(object, this.names, out);
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      out.rewind(mark);
      if (!isPart) parts.count = parts.first = parts.last = 0;
      this.#lost(kind?.name ?? 'UNKNOWN', map.handles[index]!, error);
      return false;
    }
  }

  /** Reports the entity with an index in the object map as lost if it belongs to a block that is not there. */
  loseWithoutBlock(index: number): void {
    const { object, common, names } = this;
    try {
      object.openAt(index);
      const kind = this.kindOf(object.type);
      if (kind === undefined || kind.isPart) return;
      common.read(object);
      if (common.space === SPACE.owner && !names.blocks.has(object.owner))
        this.#lost(kind.name, object.handle, NO_BLOCK);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // What cannot be opened is reported with the objects.
    }
  }

  /** Reports an entity that is not there. */
  lose(handle: number, reason: unknown): void {
    this.#lost('UNKNOWN', handle, reason);
  }

  #belongsTo({ handle, space }: Owner): boolean {
    const { common, object } = this;
    return common.space === SPACE.owner ? object.owner === handle : common.space === space;
  }

  #knowledge(): boolean | undefined {
    const stated = firstNumber(this.object, this.#application);
    return stated === undefined ? undefined : stated === 1;
  }

  /** Type, handle, layer, and line type, colour, visibility and line weight if they are not the default. */
  #writeCommon(name: string): void {
    const { common, object, names, out } = this;
    const known = this.#kinds.get(name);
    if (known === undefined) out.name(0, name);
    else out.constantName(0, known);
    out.handle(5, object.handle);
    if (common.layer !== this.#layer) {
      this.#layer = common.layer;
      this.#layerName = this.#layers.get(common.layer) ?? this.#zero;
    }
    out.constantName(8, this.#layerName);
    const { lineTypeKind } = common;
    if (lineTypeKind === LINE_TYPE.byBlock) out.name(6, 'ByBlock');
    else if (lineTypeKind === LINE_TYPE.continuous) out.name(6, 'Continuous');
    else if (lineTypeKind === LINE_TYPE.own) {
      const lineType = names.lineTypes.get(common.lineType);
      if (lineType !== undefined && !/^bylayer$/i.test(lineType)) out.name(6, lineType);
    }
    const rgb = common.bookColour === 0 ? common.rgb : (names.colours.get(common.bookColour) ?? -1);
    if (rgb >= 0) out.number(420, rgb);
    else if (common.colourIndex !== BY_LAYER) out.number(62, common.colourIndex);
    if (common.isInvisible) out.number(60, 1);
    if (common.lineWeight !== -1) out.number(370, common.lineWeight);
  }
}
