import { Feature, type JobSink, type Layer, Path } from '@fieldbridge/fieldjob';
import { checkLimit, type Limits } from '../../core/limits.ts';
import { readable } from '../../kit/cad/readable-text.ts';
import { boxOf, isOutside } from './box.ts';
import { appendCorners, IMAGE_LAYER } from './image-drawings.ts';
import { type Matrix, scaleOf } from './matrix.ts';
import { appendOutline } from './outline.ts';
import type { GraphicsState } from './state.ts';
import type { TextStyle } from './text-styles.ts';

/** Layer of linework without a layer in the file. */
const PLAIN_LAYER = 'PDF';
/** Height of capitals in font sizes, as in most fonts: heights of texts are those of capitals. */
const CAPITALS = 0.7;

/** Draws a page: one line per part of a stroked path, one area per filled path. */
export class PagePen {
  readonly #sink: JobSink;
  readonly #limits: Limits;
  readonly #tolerance: number;
  /** Written metres per metre of paper, to convert line widths back to paper. */
  readonly #plotScale: number;
  readonly #layerNamed: (name: string) => Layer;
  readonly #feature = new Feature();
  readonly #path = new Path();
  readonly #part = new Path();
  readonly #layers = new Map<string, number>();
  #features = 0;
  #vertices = 0;

  /** @param layerNamed declares a layer of a name */
  constructor(
    sink: JobSink,
    limits: Limits,
    tolerance: number,
    plotScale: number,
    layerNamed: (name: string) => Layer,
  ) {
    this.#layerNamed = layerNamed;
    this.#sink = sink;
    this.#limits = limits;
    this.#tolerance = tolerance * plotScale;
    this.#plotScale = plotScale;
  }

  /**
   * Paints a path; returns how many features it became, 'outside' when it is invisible, or undefined when its
   * coordinates are unusable.
   */
  paint(
    flat: ArrayLike<number>,
    state: GraphicsState,
    filled: boolean,
    page: number,
    layer: string,
  ): number | 'outside' | undefined {
    const path = this.#path.clear();
    const closed: boolean[] = [];
    const parts = {
      begin: () => {
        // A fill closes every part implicitly.
        if (filled) dropRepeated(path);
        path.ring();
        closed[path.rings.length - 1] = false;
      },
      close: () => {
        closed[path.rings.length - 1] = true;
        dropRepeated(path);
      },
    };
    if (!appendOutline(flat, state.matrix, this.#tolerance, path, parts)) return undefined;
    if (filled) dropRepeated(path);
    // Moves alone paint nothing.
    if (path.count === 0) return 0;
    const box = boxOf(path);
    if (!box.every(Number.isFinite)) return undefined;
    const margin = filled ? 0 : (state.lineWidth * scaleOf(state.matrix)) / 2;
    if (isOutside(box, state.clip, margin)) return 'outside';
    this.#style(filled ? state.fill : state.stroke, page, layer);
    if (filled) {
      path.closed = true;
      this.#count(1, path.count);
      this.#sink.area(this.#feature, path);
      return 1;
    }
    // Widths are hundredths of a millimetre on paper.
    this.#feature.lineWeight = Math.round((state.lineWidth * scaleOf(state.matrix) * 100_000) / this.#plotScale);
    if (state.isDashed) this.#feature.lineType = 'DASHED';
    for (let ring = 0; ring < path.rings.length; ring++) this.#line(ring, closed[ring] ?? false);
    return path.rings.length;
  }

  /** Draws the outline of an image: the unit square of its matrix. */
  image(matrix: Matrix, page: number, layer: string): void {
    const path = this.#path.clear();
    appendCorners(matrix, path);
    this.#style(-1, page, layer === '' ? IMAGE_LAYER : layer);
    this.#count(1, 4);
    this.#sink.area(this.#feature, path);
  }

  /**
   * Writes a text at the origin of its matrix (already in metres); mirror writing is made readable in the same place.
   */
  text(text: string, matrix: Matrix, page: number, style: TextStyle): boolean {
    if (!matrix.every(Number.isFinite)) return false;
    this.#style(style.colour, page, style.layer);
    this.#count(1, 1);
    const along = Math.hypot(matrix[0], matrix[1]);
    const area = matrix[0] * matrix[3] - matrix[1] * matrix[2];
    const rotation = Math.atan2(matrix[1], matrix[0]);
    const run = { rotation, justification: 'left', verticalJustification: 'baseline' } as const;
    this.#sink.text(this.#feature, {
      easting: matrix[4],
      northing: matrix[5],
      elevation: Number.NaN,
      text,
      // Letters may be slanted: their height is measured perpendicular to their base line.
      height: CAPITALS * (along > 0 ? Math.abs(area) / along : Math.hypot(matrix[2], matrix[3])),
      ...(area < 0 ? readable(rotation, 'left', 'baseline') : run),
    });
    return true;
  }

  #line(ring: number, closed: boolean): void {
    const path = this.#path;
    const part = this.#part.clear();
    const end = path.ringEnd(ring);
    for (let i = path.rings[ring]!; i < end; i++)
      part.vertex(path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!, Number.NaN);
    part.closed = closed;
    this.#count(1, part.count);
    this.#sink.line(this.#feature, part);
  }

  #style(colour: number, page: number, layer: string): void {
    const name = layer === '' ? PLAIN_LAYER : layer;
    let index = this.#layers.get(name);
    if (index === undefined) this.#layers.set(name, (index = this.#sink.layer(this.#layerNamed(name))));
    const feature = this.#feature.reset();
    feature.layer = index;
    feature.colour = colour;
    feature.page = page;
  }

  #count(features: number, vertices: number): void {
    this.#features += features;
    this.#vertices += vertices;
    if (this.#features > this.#limits.features) checkLimit(this.#limits, 'features', this.#features, 'features');
    if (this.#vertices > this.#limits.vertices) checkLimit(this.#limits, 'vertices', this.#vertices, 'vertices');
  }
}

/** Removes the last vertex of the current ring if it repeats the first one: closed rings do not repeat it. */
function dropRepeated(path: Path): void {
  const { coordinates: c } = path;
  const [first, last] = [path.rings.at(-1)!, path.count - 1];
  // At least two vertices remain.
  if (last - first >= 2 && c[3 * first] === c[3 * last] && c[3 * first + 1] === c[3 * last + 1]) path.count--;
}
