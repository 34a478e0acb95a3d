import type { ExtentBox } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf, placeIf } from '../../core/issues/issue-of.ts';
import type { TypeTally } from '../../core/tally.ts';
import { Affine } from '../../kit/cad/affine.ts';
import { setExtrusion } from '../../kit/cad/extrusion.ts';
import type { LayerBook } from '../../kit/cad/layer-book.ts';
import type { Pen } from '../../kit/cad/pen.ts';
import { applyStyle, plainStyle, resolveStyle, type Style } from '../../kit/cad/style.ts';
import type { BlockClips } from './block-clips.ts';
import type { Block, Blocks } from './blocks.ts';
import { COMMON } from './common-fields.ts';
import type { DimensionStyles } from './dimension-style.ts';
import type { Draw, Outcome } from './entities/draw.ts';
import { drawOfType } from './entities/index.ts';
import { InsertParts } from './entities/insert.ts';
import { PolylineParts } from './entities/polyline.ts';
import { ELEVATION, type Entity, EXTRUSION, WHEREABOUTS } from './entity.ts';
import { takeStyle } from './entity-style.ts';
import type { BlockExpansion } from './expansion.ts';
import { extendedData } from './extended-data.ts';
import type { PointField } from './fields.ts';
import type { LinkedFiles } from './linked-files.ts';
import type { Names } from './names.ts';
import type { DrawSettings } from './options.ts';
import type { LetterWidths } from './tables.ts';
import type { Tape } from './tape.ts';

/** An entity that waits for its parts: vertices or attributes. */
interface Pending {
  readonly draw: Draw;
  readonly tape: Tape;
  readonly index: number;
  readonly tally: TypeTally | undefined;
}

/** Counters of a type by the number of its name. */
export type TallyOf = (type: number) => TypeTally;

const HIDDEN = issueOf('entity-hidden');

/** Without values, attribute definitions show nothing. */
const NO_VALUES: string[] = [];

export type ReportEntity = (issue: Issue, place: number, handle: string) => void;

/**
 * Draws recorded entities through the pen. Style, extrusion, sub-entities and block references are resolved here; the
 * geometry of each type is in its own file under entities/.
 */
export class Interpreter {
  readonly entity: Entity;
  readonly names: Names;
  readonly pen: Pen;
  readonly layers: LayerBook;
  readonly blocks: Blocks;
  readonly settings: DrawSettings;
  readonly expansion: BlockExpansion;
  /** Files of images and underlays. */
  readonly files: LinkedFiles;
  /** Clip boundaries of references. */
  readonly clips: BlockClips;
  /** Names of the drawing's classes, in order. */
  readonly classes: readonly string[];
  /** Dimension styles by name. */
  readonly dimensionStyles: DimensionStyles;
  /** How wide letters are, by text style. */
  readonly letterWidths: LetterWidths;
  /** Resolved style of the current entity. */
  readonly style: Style;
  /** Frame of the current block or space; the pen's frame additionally includes the entity's extrusion. */
  readonly container = new Affine();
  /** Style of the reference that is being expanded. */
  reference: Style | undefined;
  /** Name of the outermost block that is being expanded. */
  block = '';
  /** Boxes of the sheets at which rays and construction lines end; undefined: what was drawn so far. */
  boxes: ReadonlyMap<number, ExtentBox | null> | undefined;
  /** The block of a dimension is being drawn; its definition points are not points of the drawing. */
  inDimension = false;
  /** Current sheet of paper space; 0 for model space. */
  page = 0;
  /** State of the POLYLINE whose vertices follow. */
  readonly polyline = new PolylineParts();
  /** State of the INSERT whose attributes follow. */
  readonly insert = new InsertParts();
  /** Values that the attribute definitions of the current block have yet to show. */
  attributeValues: string[] = [];
  /** The entity that waits for its parts; its tape must not be overwritten. */
  pending: Pending | undefined;
  readonly #report: ReportEntity;
  readonly #zero: number;
  readonly #layerOfName: number[] = [];
  readonly #draws: Draw[] = [];
  readonly #ocs = new Affine();
  readonly #outerFrames: Affine[] = [];
  /** Takes an insert of an external reference and its place; undefined if those are not read. */
  readonly attach: ((block: Block, frame: Affine, clip: readonly number[] | undefined) => void) | undefined;
  /** Nesting depth of the block being drawn. */
  #depth = 0;
  #frameIsOwn = false;
  /** Kind of the parts of the previous entity, which was left out. */
  #partsLeftOut: Draw['part'] | undefined;

  constructor(
    parts: Pick<
      Interpreter,
      | 'entity'
      | 'names'
      | 'pen'
      | 'layers'
      | 'blocks'
      | 'settings'
      | 'expansion'
      | 'files'
      | 'clips'
      | 'classes'
      | 'dimensionStyles'
      | 'letterWidths'
    > & { readonly report: ReportEntity; readonly attach: Interpreter['attach'] },
  ) {
    this.entity = parts.entity;
    this.names = parts.names;
    this.pen = parts.pen;
    this.layers = parts.layers;
    this.blocks = parts.blocks;
    this.settings = parts.settings;
    this.expansion = parts.expansion;
    this.files = parts.files;
    this.clips = parts.clips;
    this.classes = parts.classes;
    this.dimensionStyles = parts.dimensionStyles;
    this.letterWidths = parts.letterWidths;
    this.attach = parts.attach;
    this.#report = parts.report;
    this.#zero = this.layers.find('0');
    this.style = plainStyle(this.#zero);
  }

  /**
   * Draws one entity, or takes it as a part of the one before.
   * @param tallyOf counters of its type; undefined while a block is expanded
   */
  draw(tape: Tape, index: number, tallyOf: TallyOf | undefined): void {
    const draw = this.drawOf(tape.types[index]!);
    if (this.takePart(draw, tape, index)) return;
    this.flush();
    if (draw.kind !== 'end') this.drawLoaded(draw, this.entity.load(tape, index), tape, tallyOf);
  }

  /** Takes an entity as a part of the one before, if that waits for such a part or was left out; else returns false. */
  takePart(draw: Draw, tape: Tape, index: number): boolean {
    const { pending } = this;
    if (draw.kind !== 'part') {
      this.#partsLeftOut = undefined;
      return false;
    }
    if (draw.part === this.#partsLeftOut) return true;
    if (pending === undefined || draw.part !== pending.draw.part) return false;
    this.entity.load(tape, index);
    pending.draw.take(this);
    return true;
  }

  /** Draws the current entity, which is not an expected part; the entity before it is finished first. */
  drawLoaded(draw: Draw, entity: Entity, tape: Tape, tallyOf: TallyOf | undefined): void {
    const { type, index } = entity;
    const tally = tallyOf?.(type);
    if (tally !== undefined) tally.found++;
    const fault = this.#faultOf(draw, entity);
    if (fault !== undefined) {
      this.#skip(fault, tape, index, tally);
      if (draw.kind === 'leader') this.#partsLeftOut = draw.part;
    } else if (draw.kind === 'leader') {
      this.pending = { draw, tape, index, tally };
      draw.start(this);
    } else this.#run(draw, tape, index, tally);
  }

  /** Finishes an entity that still waits for parts. */
  flush(): void {
    const pending = this.pending;
    if (pending === undefined) return;
    this.pending = undefined;
    this.entity.load(pending.tape, pending.index);
    this.#run(pending.draw, pending.tape, pending.index, pending.tally);
  }

  /**
   * Draws the contents of a block as often as `place` asks for. The current entity is the reference from which they
   * inherit their style. Afterwards everything is as before, except for the current entity and the pen's feature.
   * @param name block name that features of the outermost block get
   * @param values what its attribute definitions show, in order; without values they show nothing
   */
  enterBlock(
    block: Block,
    place: (draw: (frame: Affine) => void) => void,
    name = block.name,
    values: readonly string[] = NO_VALUES,
  ): void {
    const { expansion, reference, block: outerName } = this;
    const outerFrame = this.#outerFrame().copy(this.container);
    this.#depth++;
    const outerBlock = expansion.current;
    const outerValues = this.attributeValues;
    this.attributeValues = values.length === 0 ? NO_VALUES : [...values];
    this.reference = this.ownStyle;
    if (this.block === '') this.block = name;
    expansion.current = expansion.numberOf(block);
    place((frame) => {
      this.setContainer(frame);
      for (let index = block.first; index < block.last; index++) this.draw(expansion.tape, index, undefined);
      this.flush();
    });
    this.#depth--;
    expansion.current = outerBlock;
    this.attributeValues = outerValues;
    this.setContainer(outerFrame);
    this.reference = reference;
    this.block = outerName;
  }

  /** Saves the current frame while a block is drawn: one per level of nesting, reused. */
  #outerFrame(): Affine {
    return (this.#outerFrames[this.#depth] ??= new Affine());
  }

  /** How a type is drawn. */
  drawOf(type: number): Draw {
    return (this.#draws[type] ??= drawOfType(this.names.text(type).toUpperCase()));
  }

  /** Why an entity of a block will not be drawn, as far as that is known beforehand. */
  refusalOf(tape: Tape, index: number): Outcome {
    const draw = this.drawOf(tape.types[index]!);
    this.entity.load(tape, index);
    return draw.refuse(this);
  }

  /**
   * Prepares the pen for the current entity: style, frame without extrusion, empty path (unless it already has
   * vertices).
   */
  begin(keepPath = false): void {
    const { entity, style, pen } = this;
    const layer = entity.nameId(COMMON.layer);
    style.layer = layer < 0 ? this.#zero : (this.#layerOfName[layer] ??= this.layers.find(this.names.text(layer)));
    takeStyle(entity, this.names, style);
    resolveStyle(style, this.reference, this.#zero, this.layers);
    if (!keepPath) pen.path.clear();
    const feature = pen.feature.reset();
    applyStyle(style, feature, this.layers);
    if (this.settings.extendedData) feature.attributes = extendedData(entity);
    feature.block = this.block;
    feature.page = this.page;
    // Before R11 an entity states its elevation once.
    pen.ground = (entity.traits & ELEVATION) === 0 ? Number.NaN : entity.get(COMMON.elevation);
    this.useContainer();
  }

  /** The style of the current entity, to be kept. */
  get ownStyle(): Style {
    const { layer, colour, lineWeight, lineType } = this.style;
    return { layer, colour, lineWeight, lineType };
  }

  /** Switches to a sheet of paper space; 0 for model space. */
  turnTo(page: number): void {
    if (page === this.page) return;
    this.page = page;
    this.pen.turnTo(page);
  }

  /** Adds attributes to the current feature: name, value, name, value, … */
  describe(pairs: readonly string[]): void {
    const { feature } = this.pen;
    feature.attributes = feature.attributes.length === 0 ? pairs : [...pairs, ...feature.attributes];
  }

  /** Sets the pen's frame to that of the space or block, without an extrusion. */
  useContainer(): void {
    if (!this.#frameIsOwn) return;
    this.pen.frame.copy(this.container);
    this.#frameIsOwn = false;
  }

  /** Sets the container's frame, for an expansion and after it. */
  setContainer(frame: Affine): void {
    this.container.copy(frame);
    this.pen.frame.copy(frame);
    this.#frameIsOwn = false;
  }

  /** Sets the frame of model and paper space: from drawing units to the job's unit. */
  scale(factor: number): void {
    this.setContainer(new Affine().set([factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0]));
  }

  /**
   * Applies the entity's extrusion direction (210, 220, 230) to the pen's frame, for types with their own coordinate
   * system.
   */
  useExtrusion(): void {
    const { entity } = this;
    if ((entity.traits & EXTRUSION) === 0) return;
    const { x: dx, y: dy, z: dz } = COMMON.extrusion;
    const [x, y, z] = [entity.get(dx), entity.get(dy), entity.get(dz)];
    if (x === 0 && y === 0 && z > 0) return;
    if (!setExtrusion(this.#ocs, x, y, z)) return;
    this.pen.frame.compose(this.container, this.#ocs);
    this.#frameIsOwn = true;
  }

  /** Adds a point of the entity to the pen's path. */
  vertex({ x, y, z }: PointField): void {
    const { entity } = this;
    this.pen.path.vertex(entity.get(x), entity.get(y), entity.get(z));
  }

  /** Draws a point of the entity; false when its coordinates are not finite. */
  point({ x, y, z }: PointField): boolean {
    const { entity } = this;
    return this.pen.point(entity.get(x), entity.get(y), entity.get(z));
  }

  /** Reports an issue of the current entity that does not keep it from being drawn. */
  remark(issue: Issue): void {
    this.#report({ ...issue, ...this.#where() }, this.entity.place, this.entity.handle);
  }

  /** Where the current entity is in plan, if it says so and a view of the job can show it. */
  #where(): ReturnType<typeof placeIf> {
    const { entity, container } = this;
    const [x, y, z] = entity.point(COMMON.position);
    const extrusion = entity.point(COMMON.extrusion);
    // Hatches and polylines have an origin there that means nothing; in a block it is a place of the block.
    const isOrigin = x === 0 && y === 0 && this.block === '';
    if (this.page !== 0 || isOrigin || extrusion[0] !== 0 || extrusion[1] !== 0 || !(extrusion[2] > 0)) return {};
    const elevation = Number.isFinite(z) ? z : 0;
    return placeIf(container.easting(x, y, elevation), container.northing(x, y, elevation));
  }

  #faultOf(draw: Draw, entity: Entity): Outcome {
    if (draw.kind === 'never') return draw.refuse(this);
    if (draw.kind === 'part') return issueOf('stray-part', { type: this.names.text(entity.type) });
    if ((entity.traits & WHEREABOUTS) !== 0 && entity.get(COMMON.isInvisible) === 1 && !this.settings.hidden)
      return HIDDEN;
    return undefined;
  }

  #run(draw: Draw, tape: Tape, index: number, tally: TypeTally | undefined): void {
    const before = this.pen.features;
    const fault = draw.draw(this);
    if (fault !== undefined) {
      this.entity.load(tape, index);
      this.#skip(fault, tape, index, tally);
    } else if (tally !== undefined) {
      tally.read++;
      const drawn = this.pen.features - before;
      if (drawn > 1) tally.expanded += drawn - 1;
    }
  }

  #skip(fault: Issue, tape: Tape, index: number, tally: TypeTally | undefined): void {
    if (tally !== undefined) tally.skipped++;
    // An issue inside a block is reported once, not for every reference.
    else if (!this.expansion.firstFault(tape, index)) return;
    this.#report({ ...fault, ...this.#where() }, this.entity.place, this.entity.handle);
  }
}
