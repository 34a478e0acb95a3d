import { type JobSink, Path } from '@fieldbridge/fieldjob';
import { Pen } from '../cad/pen.ts';
import type { ReadContext } from '../format.ts';
import { checkLimit } from '../limits.ts';
import { dropRepeated, joinAt } from './chain.ts';
import type { DesignElement, Dialect, Drawn } from './dialect.ts';
import {
  COMPLEX,
  elementName,
  isArc,
  isChain,
  LINEAR,
  NOT_GRAPHIC,
  POINTS,
  RING,
  SPLINE_PARTS,
} from './element-types.ts';
import type { SplineParts } from './spline-parts.ts';

/** A complex element that is open: components follow. */
interface Group<E> {
  readonly element: E;
  readonly end: number | undefined;
  /** Components still to come, where the version counts them. */
  left: number;
}

const TOO_SHORT = { fault: 'is shorter than its fields need' };
const NO_NUMBER = { fault: 'has a position that is no number' };

/** Turns elements into features: keeps track of cells, chains, shapes and splines that span several elements. */
export class Interpreter<E extends DesignElement> {
  readonly #dialect: Dialect<E>;
  readonly #context: ReadContext;
  readonly #pen: Pen;
  readonly #groups: Group<E>[] = [];
  /** Geometry of the chain or shape that is being gathered. */
  readonly #chain = new Path();
  #spline: { readonly parts: SplineParts; readonly header: E } | undefined;
  #cell = '';

  constructor(sink: JobSink, dialect: Dialect<E>, context: ReadContext, tolerance: number) {
    this.#dialect = dialect;
    this.#context = context;
    this.#pen = new Pen(sink, context.limits, tolerance);
  }

  /** Takes the next element. */
  element(element: E): void {
    if (!SPLINE_PARTS.has(element.type)) this.#endSpline();
    if (element.isComponent) this.#closeEnded(element.offset);
    else this.#closeAll();
    const tally = this.#context.tally.of(elementName(element.type));
    tally.found++;
    const top = this.#groups.at(-1);
    if (top !== undefined) top.left--;
    const result = element.isDeleted ? undefined : this.#draw(element);
    if (result === 'drawn' || result === 'stroked') tally.read++;
    else tally.skipped++;
    if (result === undefined) this.#say('dgn-deleted', 'note', 'is marked as deleted and was left out', element);
    else if (result === 'stroked') this.#say('dgn-curve-stroked', 'note', 'was drawn as chords', element);
    else if (typeof result === 'object')
      this.#say('dgn-element-skipped', 'warning', `${result.fault}; it was left out`, element);
  }

  /** Draws what is still open at the end of the file. */
  finish(): void {
    this.#endSpline();
    this.#closeAll();
  }

  #draw(element: E): Drawn {
    const { type } = element;
    if (NOT_GRAPHIC.has(type)) return 'drawn';
    if (this.#dialect.isStunted(element)) return TOO_SHORT;
    if (COMPLEX.has(type)) return this.#open(element);
    if (SPLINE_PARTS.has(type)) return this.#splinePart(element);
    if (type === 27) {
      const parts = this.#dialect.spline(element);
      if (parts === undefined) return TOO_SHORT;
      this.#spline = { parts, header: this.#dialect.keep(element) };
      return 'drawn';
    }
    if (LINEAR.has(type)) return this.#linear(element);
    this.#dialect.style(element, this.#pen.feature, this.#cell);
    if (POINTS.has(type)) return this.#dialect.points(element, this.#pen);
    if (type !== 17) return { fault: 'has a geometry that is not known here' };
    const text = this.#dialect.text(element);
    if (text === undefined) return { fault: 'is shorter than its text' };
    return this.#pen.text(text.text, text.place) ? 'drawn' : NO_NUMBER;
  }

  #linear(element: E): Drawn {
    const { tolerance } = this.#pen;
    if (this.#gathering() !== undefined) {
      const from = this.#chain.count;
      const drawn = this.#dialect.geometry(element, tolerance, this.#chain);
      checkLimit(this.#context.limits, 'vertices', this.#chain.count, 'vertices of one chain');
      // A line's end is exact, an arc's is where its angles put it.
      joinAt(this.#chain, from, this.#dialect.endTolerance, !isArc(element.type));
      return drawn;
    }
    this.#dialect.style(element, this.#pen.feature, this.#cell);
    const path = this.#pen.path.clear();
    const drawn = this.#dialect.geometry(element, tolerance, path);
    if (typeof drawn === 'object') return drawn;
    if (isSinglePosition(path) && element.type === 3)
      return this.#pen.point(path.coordinates[0]!, path.coordinates[1]!, path.coordinates[2]!) ? drawn : NO_NUMBER;
    // A shape repeats its first vertex; a ring of ours does not.
    if (element.type === 6) dropRepeated(path);
    return (RING.has(element.type) ? this.#pen.area() : this.#pen.line()) ? drawn : NO_NUMBER;
  }

  #open(element: E): Drawn {
    checkLimit(this.#context.limits, 'depth', this.#groups.length + 1, 'complex elements inside each other');
    const reach = this.#dialect.reach(element);
    if (reach === undefined) return TOO_SHORT;
    if (isChain(element.type) && this.#gathering() === undefined) this.#chain.clear();
    const end = 'end' in reach ? reach.end : undefined;
    this.#groups.push({ element: this.#dialect.keep(element), end, left: 'children' in reach ? reach.children : 0 });
    if (element.type === 2 && this.#cell === '') this.#cell = this.#dialect.cellName(element);
    return 'drawn';
  }

  #splinePart(element: E): Drawn {
    if (this.#spline === undefined) return { fault: 'has no curve before it that it could belong to' };
    return this.#dialect.splinePart(element, this.#spline.parts) ? 'drawn' : TOO_SHORT;
  }

  /** The outermost open chain or complex shape. */
  #gathering(): Group<E> | undefined {
    return this.#groups.find(({ element }) => isChain(element.type));
  }

  #closeEnded(offset: number): void {
    for (let top = this.#groups.at(-1); top !== undefined; top = this.#groups.at(-1)) {
      if (top.end === undefined ? top.left > 0 : top.end > offset) return;
      this.#closeTop();
    }
  }

  #closeAll(): void {
    while (this.#groups.length > 0) this.#closeTop();
  }

  #closeTop(): void {
    const { element } = this.#groups.pop()!;
    if (isChain(element.type) && this.#gathering() === undefined) this.#endChain(element);
    if (!this.#groups.some((group) => group.element.type === 2)) this.#cell = '';
  }

  #endSpline(): void {
    if (this.#spline === undefined) return;
    const { parts, header } = this.#spline;
    this.#spline = undefined;
    const inChain = this.#gathering() !== undefined;
    const path = inChain ? this.#chain : this.#pen.path.clear();
    const from = path.count;
    const fault = parts.stroke(this.#pen.tolerance, !this.#dialect.is3d, path);
    if (fault !== undefined) {
      this.#say('dgn-spline', 'warning', `was left out: ${fault}`, header);
      return;
    }
    if (inChain) {
      joinAt(path, from);
      return;
    }
    this.#dialect.style(header, this.#pen.feature, this.#cell);
    if (!this.#pen.line()) this.#say('dgn-element-skipped', 'warning', NO_NUMBER.fault, header);
  }

  #endChain(header: E): void {
    const { path } = this.#pen;
    path.clear();
    const { count, coordinates: c, bulges } = this.#chain;
    for (let i = 0; i < count; i++) path.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!, bulges[i]!);
    this.#chain.clear();
    if (count === 0) return;
    this.#dialect.style(header, this.#pen.feature, this.#cell);
    if (header.type === 14) dropRepeated(path, this.#dialect.endTolerance);
    const isDrawn = header.type === 14 ? this.#pen.area() : this.#pen.line();
    if (!isDrawn) this.#say('dgn-element-skipped', 'warning', NO_NUMBER.fault, header);
  }

  #say(code: string, severity: 'note' | 'warning', what: string, { type, offset }: E): void {
    this.#context.report({ code, severity, text: `${elementName(type)} ${what}`, offset });
  }
}

/** A line whose two ends coincide is how the format stores a point. */
function isSinglePosition({ coordinates: c, count }: Path): boolean {
  return count === 2 && [0, 1, 2].every((axis) => Object.is(c[axis], c[3 + axis]));
}
