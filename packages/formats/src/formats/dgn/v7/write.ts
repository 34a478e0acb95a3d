import {
  BY_LAYER,
  Feature,
  type FieldJob,
  fitOf,
  type Label,
  labelOf,
  letterWidthOf,
  Path,
} from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../../core/format.ts';
import { isPlaced, isVertexPlaced } from '../../../kit/cad/placed.ts';
import { ByteWriter } from '../../../kit/io/byte-writer.ts';
import { giveWay } from '../../../kit/io/give-way.ts';
import { ELEMENT } from '../element-types.ts';
import { axesOf } from './writing/axes.ts';
import { ElementMaker, type ElementStyle } from './writing/elements.ts';
import { headerElements } from './writing/header.ts';
import { levelsOf } from './writing/levels.ts';
import { Losses } from './writing/losses.ts';
import { PathWriter } from './writing/paths.ts';
import { DesignPlane } from './writing/plane.ts';
import { reportLevels, reportLosses, reportPlane } from './writing/report.ts';
import { heightOf } from './writing/room.ts';
import { SymbolBook, weightOf } from './writing/symbols.ts';
import { textElements } from './writing/texts.ts';

/** Features after which the writer yields to signals. */
const PAUSE_AFTER = 20_000;
/** Design files consist of whole blocks. */
const BLOCK = 512;
const END = Uint8Array.of(0xff, 0xff);
const MOST_GROUPS = 65_535;
/** Attributes that are written, or counted apart. */
const COUNTED: ReadonlySet<string> = new Set(['weight', 'fit', 'widthFactor', 'pattern', 'hatch']);
/** Attributes of an area that was a hatch. */
const HATCH: ReadonlySet<string> = new Set(['pattern', 'hatch']);

/**
 * Writes a job as a V7 design file: 3-D if anything has an elevation, else 2-D. Anything that the format cannot hold is
 * reported.
 * @throws FormatError `dgn-extent` when the job does not fit the design plane
 */
export async function writeDgn(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  const { resolution = 'auto', textHeight = 1 } = context.options;
  const plane = DesignPlane.of(job, String(resolution), Number(textHeight));
  const out = new ByteWriter(path);
  try {
    await new JobWriting(job, plane, out, context).run();
    out.bytes(END);
    out.bytes(new Uint8Array((BLOCK - (out.position % BLOCK)) % BLOCK));
    out.close();
  } catch (error) {
    out.abandon();
    throw error;
  }
}

/** One writing of one job. */
class JobWriting {
  readonly #job: FieldJob;
  readonly #plane: DesignPlane;
  readonly #context: WriteContext;
  readonly #write: (element: Uint8Array) => void;
  readonly #maker: ElementMaker;
  readonly #paths: PathWriter;
  readonly #symbols: SymbolBook;
  readonly #losses = new Losses();
  readonly #feature = new Feature();
  readonly #height: number;
  #groups = 0;
  #done = 0;

  constructor(job: FieldJob, plane: DesignPlane, out: ByteWriter, context: WriteContext) {
    this.#job = job;
    this.#plane = plane;
    this.#context = context;
    this.#write = (element) => out.bytes(element);
    this.#maker = new ElementMaker(plane);
    this.#paths = new PathWriter(this.#maker, plane, job.unit, this.#losses, this.#write);
    const levels = levelsOf(job);
    this.#symbols = new SymbolBook(job, levels.byLayer, levels.noLayer);
    this.#height = Number(context.options['textHeight'] ?? 1);
    reportPlane(job, plane, context);
    reportLevels(job, levels, context);
  }

  async run(): Promise<void> {
    for (const element of headerElements(this.#plane, this.#symbols.palette)) this.#write(element);
    const { points, lines, areas, texts } = this.#job;
    const path = new Path();
    const named = this.#context.options['pointNames'] === true;
    await this.#each(points, (row, style) => {
      const place = [points.easting(row), points.northing(row), points.elevation(row)] as const;
      this.#point(style, place, named ? this.#feature.name : '');
    });
    await this.#each(lines, (row, style) => this.#paths.line(style, lines.loadPath(row, path)));
    await this.#each(areas, (row, style) => {
      areas.loadPath(row, path);
      if (this.#feature.attributes.some((text, i) => i % 2 === 0 && HATCH.has(text))) this.#losses.hatches++;
      const isGroup = path.rings.length > 1 && this.#groups < MOST_GROUPS;
      this.#paths.area(isGroup ? { ...style, group: ++this.#groups } : style, path);
    });
    await this.#each(texts, (row, style) => this.#text(style, texts.label(row)));
    for (const surface of this.#job.surfaces) await this.#surface(surface);
    for (const [axis, layer] of axesOf(this.#job))
      this.#paths.line(plain(this.#symbols.of({ layer, colour: BY_LAYER })), axis);
    reportLosses(this.#job, this.#losses, this.#symbols, this.#context);
  }

  /** Iterates over a table: loads the feature of each row and counts its losses. */
  async #each(
    table: { readonly length: number; load(row: number, feature: Feature): Feature },
    write: (row: number, style: ElementStyle) => void,
  ): Promise<void> {
    for (let row = 0; row < table.length; row++) {
      const feature = table.load(row, this.#feature);
      if (hasProperties(feature)) this.#losses.properties++;
      if (feature.lineWeight > 0) this.#losses.lineWeights++;
      write(row, plain(this.#symbols.of(feature)));
      if (row % PAUSE_AFTER === 0) await this.#step(1);
      else this.#done++;
    }
  }

  #point(style: ElementStyle, [e, n, z]: readonly [number, number, number], name: string): void {
    const plane = this.#plane;
    if (!isPlaced(e, n, z)) {
      this.#losses.noPosition++;
      return;
    }
    if (plane.is3d && Number.isNaN(z)) this.#losses.elevationsAdded++;
    const at = [plane.position(e, 0), plane.position(n, 1), plane.is3d ? plane.position(z, 2) : 0];
    this.#write(this.#maker.vertices(ELEMENT.line, style, [...at, ...at], 0, 2));
    if (name === '') return;
    const label = labelOf(name, e, n, { elevation: Number.isNaN(z) ? 0 : z });
    for (const element of textElements(this.#maker, plane, style, label, this.#height, 0, this.#losses))
      this.#write(element);
  }

  #text(style: ElementStyle, label: Label): void {
    if (!isPlaced(label.easting, label.northing, label.elevation) || !Number.isFinite(label.rotation)) {
      this.#losses.noPosition++;
      return;
    }
    const height = heightOf(label, this.#height);
    const wide = letterWidthOf(this.#feature);
    for (const element of textElements(
      this.#maker,
      this.#plane,
      style,
      label,
      height,
      fitOf(this.#feature),
      this.#losses,
      wide,
    ))
      this.#write(element);
  }

  /** Each triangle is a shape. */
  async #surface({ layer, colour, vertices, triangles }: FieldJob['surfaces'][number]): Promise<void> {
    const plane = this.#plane;
    const style = plain(this.#symbols.of({ layer, colour }));
    for (let at = 0; at + 2 < triangles.length; at += 3) {
      const positions: number[] = [];
      const corners = [0, 1, 2, 0].map((corner) => 3 * triangles[at + corner]!);
      if (corners.every((vertex) => isVertexPlaced(vertices, vertex))) {
        if (plane.is3d)
          for (let k = 0; k < 3; k++) if (Number.isNaN(vertices[corners[k]! + 2]!)) this.#losses.elevationsAdded++;
        for (const vertex of corners)
          for (const axis of [0, 1, 2] as const) positions.push(plane.position(vertices[vertex + axis]!, axis));
        this.#write(this.#maker.vertices(ELEMENT.shape, style, positions, 0, 4));
      } else this.#losses.noPosition++;
      if (at % (3 * PAUSE_AFTER) === 0) await this.#step(0);
    }
  }

  async #step(features: number): Promise<void> {
    this.#done += features;
    const { points, lines, areas, texts } = this.#job;
    await giveWay(this.#done, points.length + lines.length + areas.length + texts.length, this.#context, 'write');
  }
}

function plain(symbols: Omit<ElementStyle, 'group' | 'isHole' | 'isComponent'>): ElementStyle {
  return { ...symbols, group: 0, isHole: false, isComponent: false };
}

/** Whether a feature has a name, a code or attributes other than those that are written. */
function hasProperties({ name, code, description, attributes }: Feature): boolean {
  const isLost = (text: string, i: number): boolean => i % 2 === 0 && !COUNTED.has(text);
  if (name !== '' || code !== '' || description !== '' || attributes.some(isLost)) return true;
  return attributes.includes('weight') && weightOf(attributes) === undefined;
}
