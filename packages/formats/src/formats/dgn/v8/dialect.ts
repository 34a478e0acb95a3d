import {
  BY_LAYER,
  type Feature,
  FULL_TURN,
  type HatchLine,
  type JobSink,
  layerOf,
  type Path,
} from '@fieldbridge/fieldjob';
import type { Issue } from '../../../core/issues/issue.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import type { Limits } from '../../../core/limits.ts';
import { Affine } from '../../../kit/cad/affine.ts';
import type { Pen } from '../../../kit/cad/pen.ts';
import { strokeAkima } from '../akima.ts';
import { appendDesignArc } from '../arc.ts';
import type { DesignText, Dialect, Drawn, GroupReach, Instance } from '../dialect.ts';
import { ELEMENT, elementName, MESH_PARTS } from '../element-types.ts';
import type { MeshParts } from '../mesh-parts.ts';
import { type Axes, axesOfAngle, axesOfQuaternion, turnOf } from '../rotation.ts';
import { SplineParts } from '../spline-parts.ts';
import { isStretched } from '../text-length.ts';
import { BY_OTHERS, V8Colours } from './colours.ts';
import { drawDimension } from './dimension.ts';
import { GRAPHIC_HEADER, isInvisible, type V8Element } from './element.ts';
import { V8Expansion } from './expansion.ts';
import { drawExtended } from './extended.ts';
import { hatchOf } from './hatch.ts';
import type { V8Level } from './level-table.ts';
import type { V8Library } from './library.ts';
import { nameOf } from './linkages.ts';
import { addMeshPart, beginMesh } from './mesh.ts';
import { drawMultiLine } from './multi-line.ts';
import type { V8Scale } from './scale.ts';
import type { V8Attributes } from './stored-attributes.ts';
import { decodeV8Text } from './text.ts';

const TOO_SHORT: Drawn = { fault: 'dgn-element-short' };
const TEXT_SCALE = 6 / 1000;
const LEAST_CURVE = 6;
/** Cells and shared cells of this size have positions in three dimensions, whatever their flags say. */
const CELL_3D = 0x100;
/** The highest weight is that of the level. */
const WEIGHT_BY_LEVEL = 0xffffffff;
/** Line type of an element that is solid on a level that is not. */
const SOLID = 'CONTINUOUS';
/** Flags of a B-spline curve. */
const [RATIONAL, CLOSED] = [0x80, 0x100];
/** Size of the header of elements that are not graphic, such as knots. */
const VALUES = 0x20;
/** Low corner and size of the box of a graphic element. */
const [RANGE, RANGE_SIZE] = [0x38, 0x50];
/** Bit of the properties that marks a hole, in the corpus sample. */
const HOLE = 0x8000;

/** A level with the layer that it became. */
interface Level {
  readonly index: number;
  readonly level: V8Level | undefined;
  /** Whether its line style is solid, or unknown. */
  readonly isSolid: boolean;
}

/** What the elements of a model refer to. */
export interface V8Shared {
  readonly library: V8Library;
  /** Colours beyond the colour table, in order. */
  readonly colours: readonly number[];
  readonly stored: V8Attributes;
}

/**
 * How V8 stores geometry: little-endian doubles in units of resolution; offsets from the notes of ezdgn and the corpus
 * sample.
 */
export class V8Dialect implements Dialect<V8Element> {
  readonly is3d: boolean;
  readonly endTolerance = 0;
  readonly #scale: V8Scale;
  readonly #sink: JobSink;
  readonly #library: V8Library;
  readonly #colours: V8Colours;
  readonly #layers = new Map<number, Level>();
  readonly #expansion: V8Expansion;
  readonly #stored: V8Attributes;
  readonly #limits: Limits;

  constructor(sink: JobSink, scale: V8Scale, is3d: boolean, { library, colours, stored }: V8Shared, limits: Limits) {
    this.#sink = sink;
    this.#scale = scale;
    this.is3d = is3d;
    this.#library = library;
    this.#colours = new V8Colours(library.colours, colours);
    this.#expansion = new V8Expansion(library.definitions, limits);
    this.#stored = stored;
    this.#limits = limits;
  }

  isStunted({ type, size }: V8Element): boolean {
    const isPart = MESH_PARTS.has(type) || type === ELEMENT.splineKnots || type === ELEMENT.splineWeights;
    return size < (isPart ? VALUES : GRAPHIC_HEADER);
  }

  isInvisible(element: V8Element): boolean {
    return element.type !== ELEMENT.tag && isInvisible(element);
  }

  /** Extended elements are named by what they are for. */
  name(element: V8Element): string {
    return elementName(element.type) + (element.type === ELEMENT.extended ? this.#stored.kindOf(element) : '');
  }

  /** Pages stay in memory while they are walked, and elements are views of them. */
  keep(element: V8Element): V8Element {
    return element;
  }

  style(element: V8Element, feature: Feature, cell: string): void {
    const { view } = element;
    const { index, level, isSolid } = this.#layer(view.getUint32(0x0c, true));
    feature.reset();
    feature.layer = index;
    feature.block = cell;
    feature.colour = this.#colours.get(view.getUint32(0x34, true)) ?? BY_LAYER;
    const stated = view.getUint32(0x30, true);
    const weight = stated === WEIGHT_BY_LEVEL ? (level?.weight ?? 0) : stated;
    const attributes: string[] = [];
    if (weight !== 0 && weight < BY_OTHERS) attributes.push('weight', String(weight));
    const style = view.getInt32(0x2c, true);
    const name = this.#library.lineStyles.nameOf(style);
    if (name === undefined) attributes.push('line style', String(style));
    else feature.lineType = style === 0 && !isSolid ? SOLID : name;
    attributes.push(...this.#library.tags.attributesOf(element));
    if (attributes.length > 0) feature.attributes = attributes;
  }

  #layer(number: number): Level {
    const known = this.#layers.get(number);
    if (known !== undefined) return known;
    const level = this.#library.levels.get(number);
    const colour = level?.colour === undefined ? undefined : this.#colours.get(level.colour);
    const lineType = (level?.style === undefined ? undefined : this.#library.lineStyles.nameOf(level.style)) ?? '';
    const of = { lineType, ...(colour === undefined ? {} : { colour }) };
    const index = this.#sink.layer(layerOf(level?.name ?? `Level ${number}`, of));
    const found = { index, level, isSolid: lineType === '' || lineType.toUpperCase() === SOLID };
    this.#layers.set(number, found);
    return found;
  }

  geometry(element: V8Element, tolerance: number, path: Path): Drawn {
    const { type } = element;
    if (type === ELEMENT.line) return this.#vertices(element, 0x68, 2, path);
    if (type === ELEMENT.lineString || type === ELEMENT.shape)
      return this.#vertices(element, 0x70, this.#count(element), path);
    if (type === ELEMENT.curve) return this.#curve(element, path);
    const { view, size } = element;
    const isWhole = type === ELEMENT.ellipse;
    const at = isWhole ? 0x68 : 0x78;
    const centre = at + (element.is3d ? 0x30 : 0x18);
    if (size < centre + this.#stride(element)) return TOO_SHORT;
    return appendDesignArc(
      {
        start: isWhole ? 0 : view.getFloat64(0x68, true),
        sweep: isWhole ? FULL_TURN : clampSweep(view.getFloat64(0x70, true)),
        primary: this.#length(view.getFloat64(at, true)),
        secondary: this.#length(view.getFloat64(at + 8, true)),
        axes: this.#axes(element, at + 16),
        centre: this.#position(element, centre),
      },
      tolerance,
      path,
    );
  }

  several(element: V8Element, pen: Pen): Drawn {
    const { view, size, type } = element;
    if (type === ELEMENT.sharedCell) return this.#sharedCell(element, pen);
    if (type === ELEMENT.multiLine) {
      // Its positions always have three coordinates.
      const position = (at: number): [number, number, number] => this.#position({ ...element, is3d: true }, at);
      return drawMultiLine(element, pen, position, (stored) => this.#length(stored));
    }
    if (type === ELEMENT.dimension) return this.#dimension(element, pen);
    if (type === ELEMENT.extended)
      return drawExtended(
        element,
        this.#stored,
        pen,
        (uor, axis) => this.#length(uor - this.#scale.origin[axis]!),
        this.#limits,
      );
    const count = this.#count(element);
    if (size < 0x70 + count * this.#stride(element) || view.byteLength < size) return TOO_SHORT;
    for (let i = 0; i < count; i++) pen.point(...this.#position(element, 0x70 + i * this.#stride(element)));
    return 'drawn';
  }

  text(element: V8Element): DesignText | undefined {
    const { view, size } = element;
    const origin = element.is3d ? 0xb0 : 0x98;
    const start = element.is3d ? 0xca : 0xaa;
    if (size < start) return undefined;
    const length = view.getUint16(0x6e, true);
    if (start + length > view.byteLength) return undefined;
    const [easting, northing, elevation] = this.#position(element, origin);
    const [width, height] = [Math.abs(view.getFloat64(0x70, true)), Math.abs(view.getFloat64(0x78, true))];
    return {
      text: decodeV8Text(new Uint8Array(view.buffer, view.byteOffset + start, length)),
      place: {
        easting,
        northing,
        elevation,
        height: this.#length(height * TEXT_SCALE),
        fit: isStretched(width, height) ? this.#length(view.getFloat64(0x80, true)) : 0,
        rotation: turnOf(this.#axes(element, 0x90)),
        justification: 'left',
        verticalJustification: 'baseline',
      },
    };
  }

  reach(element: V8Element): GroupReach | undefined {
    return element.size < 0x6c ? undefined : { children: element.view.getUint32(0x68, true) };
  }

  middle({ view, size }: V8Element): readonly [number, number] | undefined {
    if (size < GRAPHIC_HEADER) return undefined;
    const stored = (at: number): number => Number(view.getBigInt64(at, true));
    const [wide, high] = [stored(RANGE_SIZE), stored(RANGE_SIZE + 8)];
    if (!(wide > 0 || high > 0)) return undefined;
    const { origin } = this.#scale;
    const middle = (axis: 0 | 1, length: number): number =>
      this.#length(stored(RANGE + 8 * axis) + length / 2 - origin[axis]);
    return [middle(0, wide), middle(1, high)];
  }

  /** Origin of a cell, a text node or a shared cell with tags. */
  taggedPlace(element: V8Element): readonly [number, number, number] | undefined {
    if (this.#library.tags.attributesOf(element).length === 0) return undefined;
    if (element.type !== ELEMENT.textNode) return this.#cellOrigin(element);
    const origin = element.is3d ? 0xb0 : 0x98;
    return element.size < origin + this.#stride(element) ? undefined : this.#position(element, origin);
  }

  /** A tag becomes an attribute of the element that it belongs to. */
  tag(element: V8Element): Drawn {
    if (this.#library.tags.belongs(element)) return 'drawn';
    return { fault: 'dgn-tag-left-out' };
  }

  cellName(element: V8Element): string {
    return nameOf(element);
  }

  hatchOf(element: V8Element): HatchLine[] | undefined {
    return hatchOf(
      element,
      (uor, axis) => this.#length(uor - this.#scale.origin[axis]!),
      (stored) => this.#length(stored),
    );
  }

  graphicGroup({ view }: V8Element): number {
    return view.getUint32(0x20, true);
  }

  isHole({ view }: V8Element): boolean {
    return (view.getUint32(0x28, true) & HOLE) !== 0;
  }

  refusal(element: V8Element, inside: string): Issue | undefined {
    return this.#expansion.refusal(nameOf(element), inside);
  }

  /** Matrix (row by row) and origin of an instance follow its range; they map positions of the definition. */
  instance(element: V8Element): Instance<V8Element> | undefined {
    const name = nameOf(element);
    const elements = this.#library.definitions.get(name);
    const to = this.#cellOrigin(element);
    if (elements === undefined || to === undefined) return undefined;
    const { view } = element;
    const is3d = isCell3d(element);
    const axes = is3d ? 3 : 2;
    const start = is3d ? 0xa0 : 0x90;
    const at = (row: number, column: number): number =>
      row < axes && column < axes ? view.getFloat64(start + 8 * (axes * row + column), true) : Number(row === column);
    const { origin } = this.#scale;
    const rows = [0, 1, 2].map((row) => {
      const turned = [0, 1, 2].map((column) => at(row, column));
      // Positions are relative to the global origin, in the job's unit: the origin is added before the rotation.
      const shift = turned.reduce((sum, factor, column) => sum + factor * this.#length(origin[column]!), 0);
      return [...turned, shift + (Number.isNaN(to[row]!) ? 0 : to[row]!)];
    });
    const factors = rows.flat();
    return factors.every(Number.isFinite) ? { name, frame: new Affine().set(factors), elements } : undefined;
  }

  /** Origin of a cell or of an instance of a shared cell. */
  #cellOrigin(element: V8Element): [number, number, number] | undefined {
    const is3d = isCell3d(element);
    const origin = is3d ? 0xe8 : 0xb0;
    return element.size < origin + (is3d ? 24 : 16) ? undefined : this.#position({ ...element, is3d }, origin);
  }

  spline({ view, size }: V8Element): SplineParts | undefined {
    if (size < 0x74) return undefined;
    const flags = view.getUint32(0x6c, true);
    return new SplineParts((flags & 0x1f) + 1, (flags & RATIONAL) !== 0, (flags & CLOSED) !== 0);
  }

  /** Poles are not multiplied by their weights: see NOTES.md. */
  splinePart(element: V8Element, parts: SplineParts): Drawn {
    const { type, view, size } = element;
    if (type === ELEMENT.splinePole) {
      const count = this.#count(element);
      const stride = this.#stride(element);
      if (size < 0x70 + count * stride || parts.isFull(count)) return TOO_SHORT;
      for (let i = 0; i < count; i++) parts.pole(...this.#position(element, 0x70 + i * stride));
      return 'drawn';
    }
    for (let at = VALUES; at + 8 <= size; at += 8) {
      const value = view.getFloat64(at, true);
      if (type === ELEMENT.splineKnots) parts.knot(value);
      else parts.weight(value);
    }
    return 'drawn';
  }

  mesh(element: V8Element): MeshParts | undefined {
    return beginMesh(element);
  }

  meshPart(element: V8Element, parts: MeshParts): Drawn {
    return addMeshPart(element, parts, (value, axis) => this.#length(value - this.#scale.origin[axis]!));
  }

  #sharedCell(element: V8Element, pen: Pen): Drawn {
    // The definition is unknown, so only the place is drawn.
    const origin = this.#cellOrigin(element);
    if (origin === undefined) return TOO_SHORT;
    return pen.point(...origin) ? 'drawn' : { fault: 'dgn-position-invalid' };
  }

  #dimension(element: V8Element, pen: Pen): Drawn {
    return drawDimension(element, pen, {
      // Points have three coordinates also where the third has no meaning.
      position: (at) => this.#position(element, at),
      length: (stored) => this.#length(stored),
      coordinate: (stored, axis) => this.#length(stored - this.#scale.origin[axis]),
      tolerance: pen.ownTolerance,
      scale: this.#scale,
    });
  }

  #stride({ is3d }: V8Element): number {
    return is3d ? 24 : 16;
  }

  #count({ view, size }: V8Element): number {
    return size < 0x6c ? 0 : view.getUint32(0x68, true);
  }

  #length(uor: number): number {
    return (uor * this.#scale.numerator) / this.#scale.denominator;
  }

  #position({ view, is3d }: V8Element, at: number): [number, number, number] {
    const { origin } = this.#scale;
    return [
      this.#length(view.getFloat64(at, true) - origin[0]),
      this.#length(view.getFloat64(at + 8, true) - origin[1]),
      is3d ? this.#length(view.getFloat64(at + 16, true) - origin[2]) : Number.NaN,
    ];
  }

  #vertices(element: V8Element, start: number, count: number, path: Path): Drawn {
    const stride = this.#stride(element);
    if (element.size < start + count * stride) return TOO_SHORT;
    for (let i = 0; i < count; i++) path.vertex(...this.#position(element, start + i * stride));
    return count > 0 ? 'drawn' : { fault: 'dgn-no-vertex' };
  }

  #curve(element: V8Element, path: Path): Drawn {
    const count = this.#count(element);
    const stride = this.#stride(element);
    if (element.size < 0x70 + count * stride) return TOO_SHORT;
    if (count < LEAST_CURVE)
      return issueOf('dgn-curve-short', { element: elementName(ELEMENT.curve), points: count, least: LEAST_CURVE });
    const points: number[] = [];
    for (let i = 0; i < count; i++) points.push(...this.#position(element, 0x70 + i * stride));
    if (points.some((value) => Math.abs(value) === Infinity)) return { fault: 'dgn-position-invalid' };
    strokeAkima(points, path);
    return 'stroked';
  }

  #axes({ view, is3d }: V8Element, at: number): Axes {
    if (!is3d) return axesOfAngle(view.getFloat64(at, true));
    const part = (step: number): number => view.getFloat64(at + step, true);
    return axesOfQuaternion(part(0), part(8), part(16), part(24));
  }
}

/** Some 3-D instances lack the 3-D flag; a range, matrix and origin in the plane take 0xC0 bytes. */
function isCell3d({ is3d, size }: V8Element): boolean {
  return is3d || size >= CELL_3D;
}

function clampSweep(sweep: number): number {
  return Math.max(-FULL_TURN, Math.min(FULL_TURN, sweep));
}
