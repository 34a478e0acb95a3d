import { type HatchLine, Path } from '@fieldbridge/fieldjob';
import type { ReadContext } from '../../core/format.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf, placeIf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { SourceTally } from '../../core/tally.ts';
import { Affine } from '../../kit/cad/affine.ts';
import { hatchAttribute } from '../../kit/cad/hatch-attribute.ts';
import type { Pen } from '../../kit/cad/pen.ts';
import { dropRepeated, joinAt } from './chain.ts';
import type { DesignElement, Dialect, Drawn, Fault } from './dialect.ts';
import {
  COMPLEX,
  ELEMENT,
  isArc,
  isChain,
  LINEAR,
  MESH_PARTS,
  NOT_GRAPHIC,
  RING,
  SEVERAL,
  SPLINE_PARTS,
} from './element-types.ts';
import { HeldArea } from './held-area.ts';
import type { MeshParts } from './mesh-parts.ts';
import type { SplineParts } from './spline-parts.ts';

/** An open complex element, followed by its components. */
interface Group<E> {
  readonly element: E;
  readonly end: number | undefined;
  /** Remaining components, in versions that count them. */
  left: number;
}

/** The place where elements that are stored once are drawn. */
interface Surroundings {
  readonly cell: string;
  /** Name of the shared cell that these elements belong to, or ''. */
  readonly inside: string;
}

const TOO_SHORT: Fault = { fault: 'dgn-element-short' };
const NO_NUMBER: Fault = { fault: 'dgn-position-invalid' };

/** Turns elements into features. Keeps track of cells, chains, shapes, holes and splines that span several elements. */
export class Interpreter<E extends DesignElement> {
  readonly #dialect: Dialect<E>;
  readonly #context: ReadContext;
  readonly #pen: Pen;
  readonly #around: Surroundings;
  readonly #groups: Group<E>[] = [];
  /** Geometry of the chain or shape that is being collected. */
  readonly #chain = new Path();
  readonly #held = new HeldArea<E>();
  #spline: { readonly parts: SplineParts; readonly header: E } | undefined;
  #mesh: { readonly parts: MeshParts; readonly header: E } | undefined;
  #cell: string;
  /** Pattern lines of the cell that is open, if it is a hatch. */
  #hatch: readonly HatchLine[] | undefined;
  /** Further components of an element that is invisible. */
  #hidden = 0;
  /** Whether the parts that follow belong to an invisible curve or mesh. */
  #isCurveHidden = false;

  /** @param pen draws into the job @param around place of the elements, for the elements of a shared cell */
  constructor(pen: Pen, dialect: Dialect<E>, context: ReadContext, around: Surroundings = { cell: '', inside: '' }) {
    this.#dialect = dialect;
    this.#context = context;
    this.#pen = pen;
    this.#around = around;
    this.#cell = around.cell;
  }

  /** Takes the next element. */
  element(element: E): void {
    const isPart = SPLINE_PARTS.has(element.type) || MESH_PARTS.has(element.type);
    if (!isPart) {
      this.#endSpline();
      this.#endMesh();
    }
    if (element.isComponent) this.#closeEnded(element.offset);
    else this.#closeAll();
    const tally = this.#context.tally.of(this.#dialect.name(element));
    tally.found++;
    // A group counts everything inside it, also what is inside its components.
    for (const group of this.#groups) group.left--;
    if (this.#isHidden(element, isPart)) {
      tally.skipped++;
      this.#say(issueOf('dgn-invisible', { element: this.#dialect.name(element) }), element);
      return;
    }
    const before = this.#pen.features;
    const result = element.isDeleted ? undefined : this.#draw(element);
    if (typeof result === 'string') tally.read++;
    else tally.skipped++;
    if (element.type === ELEMENT.sharedCell) tally.expanded += Math.max(0, this.#pen.features - before - 1);
    if (result === undefined) this.#say(issueOf('dgn-deleted', { element: this.#dialect.name(element) }), element);
    else if (result === 'stroked')
      this.#say(issueOf('dgn-curve-stroked', { element: this.#dialect.name(element) }), element);
    else if (result === 'measured') this.#say(issueOf('dgn-dimension-value'), element);
    else if (typeof result === 'object')
      this.#say('fault' in result ? this.#skipped(element, result) : result, element);
  }

  /** Whether an element, or the one that it is a part of, is marked as invisible. A cell does not hide its elements. */
  #isHidden(element: E, isPart: boolean): boolean {
    const { type } = element;
    if (this.#hidden > 0 && element.isComponent) {
      this.#hidden--;
      return true;
    }
    if (isPart) return this.#isCurveHidden;
    this.#isCurveHidden = false;
    this.#hidden = 0;
    if (element.isDeleted || NOT_GRAPHIC.has(type) || !this.#dialect.isInvisible(element)) return false;
    // The boundaries of a hatch are not drawn, but its lines are, and an area holds them.
    if (type === ELEMENT.cell || this.#hatch !== undefined) return false;
    const reach = COMPLEX.has(type) ? this.#dialect.reach(element) : undefined;
    if (reach !== undefined && 'children' in reach) this.#hidden = reach.children;
    this.#isCurveHidden = type === ELEMENT.spline || type === ELEMENT.mesh;
    return true;
  }

  /** Draws what is still open at the end of the file. */
  finish(): void {
    this.#endSpline();
    this.#endMesh();
    this.#closeAll();
    this.#release();
  }

  #draw(element: E): Drawn {
    const { type } = element;
    if (NOT_GRAPHIC.has(type)) return 'drawn';
    if (this.#dialect.isStunted(element)) return TOO_SHORT;
    // An area waits for its holes; anything else that is drawn comes after it.
    if (!RING.has(type) && type !== ELEMENT.complexShape && this.#gathering() === undefined) this.#release();
    if (COMPLEX.has(type)) return this.#open(element);
    if (SPLINE_PARTS.has(type)) return this.#splinePart(element);
    if (MESH_PARTS.has(type)) {
      if (this.#mesh === undefined) return { fault: 'dgn-mesh-missing' };
      return this.#dialect.meshPart(element, this.#mesh.parts);
    }
    if (type === ELEMENT.tag) return this.#dialect.tag(element);
    if (type === ELEMENT.spline) {
      const parts = this.#dialect.spline(element);
      if (parts === undefined) return TOO_SHORT;
      this.#spline = { parts, header: this.#dialect.keep(element) };
      return 'drawn';
    }
    if (type === ELEMENT.mesh) {
      const parts = this.#dialect.mesh(element);
      if (parts === undefined) return { fault: 'dgn-layout-unknown' };
      this.#mesh = { parts, header: this.#dialect.keep(element) };
      return 'drawn';
    }
    if (LINEAR.has(type)) return this.#linear(element);
    if (type === ELEMENT.sharedCell) {
      const refusal = this.#dialect.refusal(element, this.#around.inside);
      if (refusal !== undefined) return refusal;
      if (this.#instance(element)) {
        this.#tagged(element);
        return 'drawn';
      }
    }
    this.#dialect.style(element, this.#pen.feature, this.#cell);
    if (SEVERAL.has(type)) return this.#dialect.several(element, this.#pen);
    if (type !== ELEMENT.text) return { fault: 'dgn-layout-unknown' };
    const text = this.#dialect.text(element);
    if (text === undefined) return { fault: 'dgn-element-short' };
    return this.#pen.text(text.text, text.place) ? 'drawn' : NO_NUMBER;
  }

  #linear(element: E): Drawn {
    const { ownTolerance } = this.#pen;
    if (this.#gathering() !== undefined) {
      const from = this.#chain.count;
      const drawn = this.#dialect.geometry(element, ownTolerance, this.#chain);
      this.#openCircle(from);
      checkLimit(this.#context.limits, 'vertices', this.#chain.count, 'vertices of one chain');
      // A line's end is exact, an arc's is computed from its angles.
      joinAt(this.#chain, from, this.#dialect.endTolerance, !isArc(element.type));
      return drawn;
    }
    this.#dialect.style(element, this.#pen.feature, this.#cell);
    const path = this.#pen.path.clear();
    const drawn = this.#dialect.geometry(element, ownTolerance, path);
    if (typeof drawn === 'object') return drawn;
    if (isSinglePosition(path) && element.type === ELEMENT.line)
      return this.#pen.point(path.coordinates[0]!, path.coordinates[1]!, path.coordinates[2]!) ? drawn : NO_NUMBER;
    // A shape repeats its first vertex; rings here do not.
    if (element.type === ELEMENT.shape) dropRepeated(path);
    return (RING.has(element.type) ? this.#area(element) : this.#pen.line()) ? drawn : NO_NUMBER;
  }

  /** A chain continues from the start of a circle or ellipse, so the ring from vertex `from` on ends there. */
  #openCircle(from: number): void {
    const chain = this.#chain;
    if (!chain.closed) return;
    chain.closed = false;
    const { coordinates: c } = chain;
    if (chain.count > from) chain.vertex(c[3 * from]!, c[3 * from + 1]!, c[3 * from + 2]!);
  }

  /** Takes the area in the pen's path: a hole joins the area before it, any other waits for its own holes. */
  #area(element: E): boolean {
    const { path } = this.#pen;
    const isHole = this.#dialect.isHole(element);
    const cell = this.#groups.findLast((group) => group.element.type === ELEMENT.cell);
    // Cells have negative numbers and graphic groups positive ones, so they never collide.
    const group = cell === undefined ? this.#dialect.graphicGroup(element) : -1 - cell.element.offset;
    if (isHole && this.#held.joins(group, path)) return true;
    this.#release();
    this.#dialect.style(element, this.#pen.feature, this.#cell);
    if (group === 0 || isHole) return this.#drawArea();
    return this.#held.hold(this.#dialect.keep(element), group, this.#cell, path);
  }

  /** Draws the area that waited for its holes. */
  #release(): void {
    this.#held.release(this.#pen.path, (header, cell) => {
      this.#dialect.style(header, this.#pen.feature, cell);
      if (!this.#drawArea()) this.#leaveOut(this.#skipped(header, NO_NUMBER), header);
    });
  }

  /** Draws the ring in the pen's path: a triangle of a 3-D file is how the format stores a face of a terrain model. */
  #drawArea(): boolean {
    const { path } = this.#pen;
    if (this.#hatch !== undefined) {
      const { feature } = this.#pen;
      feature.attributes = [...feature.attributes, ...hatchAttribute(this.#hatch, this.#pen)];
      return this.#pen.area();
    }
    const isFace = this.#dialect.is3d && path.count === 3 && path.rings.length === 1 && !path.hasBulges;
    return isFace ? this.#pen.face() : this.#pen.area();
  }

  /** Draws the content of a shared cell at its place; false when it is unknown or empty. */
  #instance(element: E): boolean {
    const instance = this.#dialect.instance(element);
    if (instance === undefined) return false;
    const { frame, features } = this.#pen;
    const outer = new Affine().copy(frame);
    frame.compose(outer, instance.frame);
    const cell = this.#cell === '' ? instance.name : this.#cell;
    // The content of the definition was not found in the file again: it counts as expanded, not as found.
    const context = { ...this.#context, tally: new SourceTally() };
    const inside = new Interpreter(this.#pen, this.#dialect, context, { cell, inside: instance.name });
    for (const part of instance.elements) inside.element(part);
    inside.finish();
    frame.copy(outer);
    return this.#pen.features > features;
  }

  #open(element: E): Drawn {
    checkLimit(this.#context.limits, 'depth', this.#groups.length + 1, 'complex elements inside each other');
    const reach = this.#dialect.reach(element);
    if (reach === undefined) return TOO_SHORT;
    if (isChain(element.type) && this.#gathering() === undefined) this.#chain.clear();
    const end = 'end' in reach ? reach.end : undefined;
    this.#groups.push({ element: this.#dialect.keep(element), end, left: 'children' in reach ? reach.children : 0 });
    if (element.type === ELEMENT.cell && this.#cell === '') this.#cell = this.#dialect.cellName(element);
    if (element.type === ELEMENT.cell) this.#hatch = this.#dialect.hatchOf(element);
    // The tags of a chain or complex shape are attributes of the resulting feature.
    if (!isChain(element.type)) this.#tagged(element);
    return 'drawn';
  }

  /** Draws a point with the tags of an element that becomes several features. */
  #tagged(element: E): void {
    const place = this.#dialect.taggedPlace(element);
    if (place === undefined) return;
    this.#dialect.style(element, this.#pen.feature, this.#cell);
    this.#pen.point(...place);
  }

  #splinePart(element: E): Drawn {
    if (this.#spline === undefined) return { fault: 'dgn-curve-missing' };
    return this.#dialect.splinePart(element, this.#spline.parts);
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
    const { element } = this.#groups.at(-1)!;
    const isOutermost = this.#gathering() === this.#groups.at(-1);
    this.#groups.pop();
    if (isOutermost) this.#endChain(element);
    if (element.type === ELEMENT.cell && this.#hatch !== undefined) {
      this.#release();
      this.#hatch = undefined;
    }
    if (!this.#groups.some((group) => group.element.type === ELEMENT.cell)) this.#cell = this.#around.cell;
  }

  #endSpline(): void {
    if (this.#spline === undefined) return;
    const { parts, header } = this.#spline;
    this.#spline = undefined;
    const inChain = this.#gathering() !== undefined;
    const path = inChain ? this.#chain : this.#pen.path.clear();
    const from = path.count;
    const fault = parts.stroke(this.#pen.ownTolerance, !this.#dialect.is3d, path);
    if (fault !== undefined) {
      this.#leaveOut(issueOf('dgn-spline', { element: this.#dialect.name(header), ...fault }), header);
      return;
    }
    if (inChain) {
      joinAt(path, from);
      return;
    }
    this.#dialect.style(header, this.#pen.feature, this.#cell);
    if (!this.#pen.line()) this.#leaveOut(this.#skipped(header, NO_NUMBER), header);
  }

  #endMesh(): void {
    if (this.#mesh === undefined) return;
    const { parts, header } = this.#mesh;
    this.#mesh = undefined;
    this.#dialect.style(header, this.#pen.feature, this.#cell);
    const lost = parts.draw(this.#pen);
    if (lost > 0) this.#say(issueOf('dgn-mesh-faces', { faces: lost }), header);
  }

  #endChain(header: E): void {
    const { path } = this.#pen;
    path.clear();
    const { count, coordinates: c, bulges } = this.#chain;
    for (let i = 0; i < count; i++) path.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!, bulges[i]!);
    this.#chain.clear();
    if (count === 0) return;
    this.#dialect.style(header, this.#pen.feature, this.#cell);
    if (header.type === ELEMENT.complexShape) dropRepeated(path, this.#dialect.endTolerance);
    const isDrawn = header.type === ELEMENT.complexShape ? this.#area(header) : this.#pen.line();
    if (!isDrawn) this.#leaveOut(this.#skipped(header, NO_NUMBER), header);
  }

  /** Reports an element that was counted as read but cannot be drawn, and counts it as skipped. */
  #leaveOut(issue: Issue, header: E): void {
    const tally = this.#context.tally.of(this.#dialect.name(header));
    tally.read--;
    tally.skipped++;
    this.#say(issue, header);
  }

  #skipped(element: E, { fault }: Fault): Issue {
    return issueOf(fault, { element: this.#dialect.name(element) });
  }

  #say(issue: Issue, element: E): void {
    // An element of an unknown layout may have no box there.
    const where = issue.code === 'dgn-layout-unknown' ? {} : this.#where(element);
    this.#context.report({ ...issue, offset: element.offset, ...where });
  }

  /** Where an element is in plan, if it says so. */
  #where(element: E): ReturnType<typeof placeIf> {
    if (this.#dialect.isStunted(element)) return {};
    const middle = this.#dialect.middle(element);
    if (middle === undefined) return {};
    const { frame } = this.#pen;
    return placeIf(frame.easting(...middle, 0), frame.northing(...middle, 0));
  }
}

/** The format stores a point as a line with equal ends. */
function isSinglePosition({ coordinates: c, count }: Path): boolean {
  return count === 2 && [0, 1, 2].every((axis) => Object.is(c[axis], c[3 + axis]));
}
