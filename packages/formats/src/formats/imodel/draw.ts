import { BY_LAYER, FULL_TURN, type JobSink, layerOf } from '@fieldbridge/fieldjob';
import {
  AngleSweep,
  type AnyCurve,
  Arc3d,
  BentleyGeometryFlatBuffer,
  CurveCollection,
  CurvePrimitive,
  GeometryQuery,
  Loop,
  Point3d,
  Vector3d,
} from '@itwin/core-geometry';
import type { ReadContext } from '../../core/format.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { Affine } from '../../kit/cad/affine.ts';
import { Pen } from '../../kit/cad/pen.ts';
import { FlatTable } from './flat-table.ts';
import { DamagedGeometry, OPERATOR, operatorName, operatorsOf, unpackGeometry } from './geometry-stream.ts';
import { drawFaces, meshSurface } from './mesh.ts';
import type { BisModel, ElementRow } from './model.ts';
import { placementOf } from './placement.ts';
import { drawCurves, facetsOf } from './shapes.ts';

/** Largest unpacked geometry of one element. */
const MOST_GEOMETRY = 512 * 2 ** 20;
const CLOSED = 2;
const NO_BOUNDARY = 0;
/** Fields of a text and of its style. */
const STYLE = 3;
const HEIGHT = 6;
const AT_ORIGIN = {
  easting: 0,
  northing: 0,
  elevation: 0,
  rotation: 0,
  justification: 'left',
  verticalJustification: 'baseline',
} as const;

/** Draws elements of an iModel: walks their geometry streams and follows parts. */
export class ElementDrawer {
  readonly #model: BisModel;
  readonly #sink: JobSink;
  readonly #context: ReadContext;
  readonly #pen: Pen;
  readonly #surfaces: boolean;
  readonly #categories: ReturnType<BisModel['categories']>;
  readonly #subCategories: ReadonlyMap<bigint, number>;
  readonly #parts = new Map<bigint, Uint8Array | undefined>();
  #expanded = 0;
  /** Whether it was already reported why a part of the current element is not drawn. */
  #isReported = false;

  constructor(model: BisModel, sink: JobSink, context: ReadContext, tolerance: number) {
    this.#model = model;
    this.#sink = sink;
    this.#context = context;
    this.#pen = new Pen(sink, context.limits, tolerance);
    this.#surfaces = context.options['surfaces'] === true;
    this.#categories = model.categories();
    this.#subCategories = model.subCategoryColours();
  }

  /** Draws one element; damage affects only this element. */
  element(row: ElementRow): void {
    const tally = this.#context.tally.of(row.className);
    tally.found++;
    const { feature } = this.#pen;
    feature.reset();
    const { name, colour } = this.#categories.get(row.category) ?? {};
    feature.layer = this.#sink.layer(
      layerOf(name || `Category ${row.category}`, colour === undefined ? {} : { colour: colourOf(colour) }),
    );
    feature.name = row.label;
    this.#isReported = false;
    const drawn = this.#stream(row.geometry, placementOf(row.origin, row.yaw, row.pitch, row.roll), row, 0);
    if (drawn > 0) {
      tally.read++;
      tally.expanded += drawn - 1;
      return;
    }
    tally.skipped++;
    if (!this.#isReported)
      this.#say(issueOf('imodel-not-drawn', { className: row.className, part: 'its geometry' }), row);
  }

  /**
   * Draws a packed stream of the element or of a part; returns how many features it became. Damage loses only what
   * follows it.
   */
  #stream(packed: Uint8Array, frame: Affine, row: ElementRow, depth: number): number {
    checkLimit(this.#context.limits, 'depth', depth, 'parts inside each other');
    let drawn = 0;
    try {
      for (const { operator, data } of operatorsOf(unpackGeometry(packed, MOST_GEOMETRY))) {
        this.#pen.frame.copy(frame);
        drawn += this.#operator(operator, data, frame, row, depth);
      }
    } catch (error) {
      if (!(error instanceof DamagedGeometry)) throw error;
      this.#say(issueOf('imodel-geometry-damaged', { className: row.className, found: error.message }), row);
    }
    return drawn;
  }

  #operator(operator: number, data: Uint8Array, frame: Affine, row: ElementRow, depth: number): number {
    switch (operator) {
      case OPERATOR.header:
      case OPERATOR.range:
        return 0;
      case OPERATOR.symbology:
        this.#symbology(new FlatTable(data));
        return 0;
      case OPERATOR.part:
        return this.#part(new FlatTable(data), frame, row, depth);
      case OPERATOR.points:
        return this.#points(new FlatTable(data), 3);
      case OPERATOR.points2d:
        return this.#points(new FlatTable(data), 2);
      case OPERATOR.arc:
        return this.#arc(new FlatTable(data));
      case OPERATOR.text:
        return this.#text(new FlatTable(data), frame, row);
      case OPERATOR.fill:
      case OPERATOR.pattern:
      case OPERATOR.material:
      case OPERATOR.lineStyle:
        this.#say(issueOf('imodel-style-left-out', { className: row.className, style: operatorName(operator) }), row);
        return 0;
      case OPERATOR.curves:
      case OPERATOR.brepCurves:
      case OPERATOR.brepPolyface:
      case OPERATOR.curve:
      case OPERATOR.polyface:
      case OPERATOR.solid:
      case OPERATOR.bsplineSurface:
        return this.#geometry(operator, data, row);
      default:
        this.#say(issueOf('imodel-not-drawn', { className: row.className, part: operatorName(operator) }), row);
        return 0;
    }
  }

  /** Colours are stored as 0xBBGGRR with transparency above; each applies only if its flag is set. */
  #symbology(table: FlatTable): void {
    const { feature } = this.#pen;
    const subCategory = this.#subCategories.get(table.id(0) ?? -1n);
    const stored = table.byte(7) === 0 ? subCategory : table.uint32(1);
    feature.colour = stored === undefined ? BY_LAYER : colourOf(stored);
    const weight = table.byte(8) === 0 ? 0 : table.uint32(2);
    feature.attributes = weight === 0 ? [] : ['weight', String(weight)];
  }

  /** A text is at the origin of its own frame, left-justified on its base line. */
  #text(table: FlatTable, frame: Affine, row: ElementRow): number {
    const height = table.table(STYLE)?.double(HEIGHT) ?? 0;
    const text = table.text(2);
    if (text === undefined || !(height > 0)) {
      this.#say(
        issueOf('imodel-not-drawn', { className: row.className, part: 'a text without characters or height' }),
        row,
      );
      return 0;
    }
    const own = table.struct(4, 12);
    if (own !== undefined) this.#pen.frame.compose(frame, new Affine().set(own));
    return this.#pen.text(text, { ...AT_ORIGIN, height }) ? 1 : 0;
  }

  #part(table: FlatTable, frame: Affine, row: ElementRow, depth: number): number {
    const id = table.id(0);
    const blob = id === undefined ? undefined : this.#partBlob(id);
    if (blob === undefined) {
      this.#say(issueOf('imodel-part-missing', { className: row.className, part: String(id ?? '(none)') }), row);
      return 0;
    }
    const origin = (table.struct(1, 3) ?? [0, 0, 0]) as [number, number, number];
    const own = placementOf(origin, table.double(2), table.double(3), table.double(4), table.double(5, 1) || 1);
    // Parts that contain the next one twice become many before they become deep.
    checkLimit(this.#context.limits, 'expanded', ++this.#expanded, 'parts drawn within elements');
    const { feature } = this.#pen;
    const { colour, attributes } = feature;
    const drawn = this.#stream(blob, new Affine().compose(frame, own), row, depth + 1);
    // The symbology of a part ends with it.
    feature.colour = colour;
    feature.attributes = attributes;
    return drawn;
  }

  #partBlob(id: bigint): Uint8Array | undefined {
    if (!this.#parts.has(id)) this.#parts.set(id, this.#model.partGeometry(id));
    return this.#parts.get(id);
  }

  #points(table: FlatTable, width: 2 | 3): number {
    const coordinates = table.doubles(0, width);
    const boundary = table.byte(1);
    const path = this.#pen.path.clear();
    let points = 0;
    for (let i = 0; i + width <= coordinates.length; i += width) {
      const [x, y, z] = [coordinates[i]!, coordinates[i + 1]!, width === 3 ? coordinates[i + 2]! : Number.NaN];
      if (boundary !== NO_BOUNDARY) path.vertex(x, y, z);
      else if (this.#pen.point(x, y, z)) points++;
    }
    if (boundary === NO_BOUNDARY) return points;
    if (boundary === CLOSED) return this.#pen.area() ? 1 : 0;
    return this.#pen.line() ? 1 : 0;
  }

  #arc(table: FlatTable): number {
    const [centre, major, minor] = [0, 1, 2].map((field) => table.struct(field, 3) ?? [0, 0, 0]);
    // A sweep of 0 is a full circle.
    const sweep = AngleSweep.createStartSweepRadians(table.double(3), table.double(4) || FULL_TURN);
    const arc = Arc3d.create(Point3d.create(...centre!), Vector3d.create(...major!), Vector3d.create(...minor!), sweep);
    return drawCurves(table.byte(5) === CLOSED ? Loop.create(arc) : arc, this.#pen);
  }

  #geometry(operator: number, data: Uint8Array, row: ElementRow): number {
    let geometry: ReturnType<typeof BentleyGeometryFlatBuffer.bytesToGeometry>;
    try {
      geometry = BentleyGeometryFlatBuffer.bytesToGeometry(data.slice(), true);
    } catch (error) {
      const found = `${operatorName(operator)}: ${(error as Error).message}`;
      this.#say(issueOf('imodel-geometry-damaged', { className: row.className, found }), row);
      return 0;
    }
    const list = Array.isArray(geometry) ? geometry : [geometry];
    let drawn = 0;
    for (const item of list) if (item instanceof GeometryQuery) drawn += this.#query(item, row);
    if (drawn === 0)
      this.#say(issueOf('imodel-not-drawn', { className: row.className, part: operatorName(operator) }), row);
    return drawn;
  }

  #query(geometry: GeometryQuery, row: ElementRow): number {
    if (geometry instanceof CurvePrimitive || geometry instanceof CurveCollection)
      return drawCurves(geometry as AnyCurve, this.#pen);
    const mesh = facetsOf(geometry);
    if (mesh === undefined) return 0;
    if (!this.#surfaces) return drawFaces(mesh, this.#pen);
    checkLimit(this.#context.limits, 'vertices', mesh.data.point.length, 'vertices of one mesh');
    this.#sink.surface(
      meshSurface(mesh, this.#pen, row.label || `${row.className} ${row.id}`, this.#pen.feature.layer),
    );
    return 1;
  }

  /** @param issue about the element of `row` */
  #say(issue: Issue, { id }: ElementRow): void {
    this.#isReported = true;
    this.#context.report({ ...issue, handle: `0x${BigInt.asUintN(64, id).toString(16)}` });
  }
}

function colourOf(stored: number): number {
  return ((stored & 255) << 16) | (stored & 0xff00) | ((stored >> 16) & 255);
}
