import {
  type Arc,
  arcOfBulge,
  arcSegments,
  defaultStrokeTolerance,
  FULL_TURN,
  type Path,
  type Unit,
} from '@fieldbridge/fieldjob';
import { isVertexPlaced } from '../../../../kit/cad/placed.ts';
import { ELEMENT } from '../../element-types.ts';
import { type ElementMaker, type ElementStyle, MOST_VERTICES, MOST_WORDS } from './elements.ts';
import type { Losses } from './losses.ts';
import type { DesignPlane } from './plane.ts';

/**
 * Angles are stored in 1/360000 of a degree; an arc with an end that could be off by more than this share of a unit
 * becomes chords.
 */
const END_TOLERANCE = 1e-4;
const ANGLE = Math.PI / 180 / 360_000;
/** Words reserved for the header of a chain. */
const HEADER_ROOM = 64;

/** A part of a path: an arc at an elevation, or positions of straight segments as triples. */
type Piece = { readonly arc: Arc; readonly elevation: number } | { readonly positions: number[] };

/** Turns lines and rings into the simplest elements that can hold them. */
export class PathWriter {
  readonly #maker: ElementMaker;
  readonly #plane: DesignPlane;
  readonly #losses: Losses;
  readonly #write: (element: Uint8Array) => void;
  readonly #tolerance: number;

  /** @param write takes each element in file order */
  constructor(
    maker: ElementMaker,
    plane: DesignPlane,
    unit: Unit,
    losses: Losses,
    write: (element: Uint8Array) => void,
  ) {
    this.#maker = maker;
    this.#plane = plane;
    this.#losses = losses;
    this.#write = write;
    this.#tolerance = defaultStrokeTolerance(unit);
  }

  /** A line: line, line string, arc, or a chain of them. A closed line ends where it begins. */
  line(style: ElementStyle, path: Path): void {
    if (!this.#isWhole(path, 0, path.count)) return;
    const circle = path.closed ? circleOf(path, 0, path.count) : undefined;
    if (circle !== undefined && this.#isFlat(path, 0, 1)) {
      this.#write(this.#maker.arc(ELEMENT.arc, style, circle, path.coordinates[2]!));
      return;
    }
    this.#chain(style, this.#pieces(path, 0, path.count, path.closed), false);
  }

  /** An area: a shape, ellipse or complex shape for each ring; rings of one area share a graphic group. */
  area(style: ElementStyle, path: Path): void {
    if (path.rings.length > 1) this.#losses.holesApart++;
    for (let ring = 0; ring < path.rings.length; ring++) {
      const [from, to] = [path.rings[ring]!, path.ringEnd(ring)];
      if (!this.#isWhole(path, from, to)) continue;
      const own = { ...style, isHole: ring > 0 };
      const circle = circleOf(path, from, to);
      if (circle !== undefined && this.#isFlat(path, from, from + 1))
        this.#write(this.#maker.arc(ELEMENT.ellipse, own, circle, path.coordinates[3 * from + 2]!));
      else this.#chain(own, this.#pieces(path, from, to, true), true);
    }
  }

  /** Whether there is something to draw, and all of it has a position. */
  #isWhole(path: Path, from: number, to: number): boolean {
    if (to - from < 2) {
      this.#losses.tooShort++;
      return false;
    }
    const { coordinates: c } = path;
    for (let i = from; i < to; i++) {
      if (!isVertexPlaced(c, 3 * i)) {
        this.#losses.noPosition++;
        return false;
      }
      if (this.#plane.is3d && Number.isNaN(c[3 * i + 2]!)) this.#losses.elevationsAdded++;
    }
    return true;
  }

  #isFlat({ coordinates: c }: Path, a: number, b: number): boolean {
    return !this.#plane.is3d || this.#plane.position(c[3 * a + 2]!, 2) === this.#plane.position(c[3 * b + 2]!, 2);
  }

  #pieces(path: Path, from: number, to: number, closed: boolean): Piece[] {
    const { coordinates: c, bulges } = path;
    const pieces: Piece[] = [];
    let run: number[] = [];
    const add = (e: number, n: number, z: number): void => {
      run.push(
        this.#plane.position(e, 0),
        this.#plane.position(n, 1),
        this.#plane.is3d ? this.#plane.position(z, 2) : 0,
      );
    };
    const vertex = (i: number): void => add(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!);
    const endRun = (): void => {
      if (run.length > 3) pieces.push({ positions: run });
      run = [];
    };
    vertex(from);
    for (let i = from; i < (closed ? to : to - 1); i++) {
      const next = i + 1 < to ? i + 1 : from;
      const arc = arcOfBulge(c[3 * i]!, c[3 * i + 1]!, c[3 * next]!, c[3 * next + 1]!, bulges[i]!);
      if (arc !== undefined && this.#canStay(arc) && this.#isFlat(path, i, next)) {
        endRun();
        pieces.push({ arc, elevation: c[3 * i + 2]! });
      } else if (arc !== undefined) {
        this.#losses.arcsStroked++;
        this.#stroke(arc, c[3 * i + 2]!, c[3 * next + 2]!, add);
      }
      vertex(next);
    }
    endRun();
    return pieces;
  }

  #canStay({ radius, sweep }: Arc): boolean {
    // A sweep that rounds to 0 or to a full circle would read as a full circle.
    const size = Math.abs(sweep);
    return radius * ANGLE <= END_TOLERANCE && size > ANGLE && size < FULL_TURN - ANGLE;
  }

  #stroke(arc: Arc, from: number, to: number, add: (e: number, n: number, z: number) => void): void {
    const segments = arcSegments(arc.radius, arc.sweep, this.#tolerance);
    const [low, high] = [Number.isNaN(from) ? 0 : from, Number.isNaN(to) ? 0 : to];
    for (let i = 1; i < segments; i++) {
      const angle = arc.startAngle + (arc.sweep * i) / segments;
      add(
        arc.easting + arc.radius * Math.cos(angle),
        arc.northing + arc.radius * Math.sin(angle),
        low + ((high - low) * i) / segments,
      );
    }
  }

  #chain(style: ElementStyle, pieces: readonly Piece[], isRing: boolean): void {
    const only = pieces.length === 1 ? pieces[0]! : undefined;
    if (only !== undefined && !('positions' in only)) {
      this.#write(this.#maker.arc(ELEMENT.arc, style, only.arc, only.elevation));
      return;
    }
    if (only !== undefined && only.positions.length <= 3 * MOST_VERTICES) {
      const { positions } = only;
      const count = positions.length / 3;
      // A line (3) of length 0 would read as a point.
      const isLine = count === 2 && [0, 1, 2].some((axis) => positions[axis] !== positions[3 + axis]);
      const type = isRing ? ELEMENT.shape : isLine ? ELEMENT.line : ELEMENT.lineString;
      this.#write(this.#maker.vertices(type, style, positions, 0, count));
      return;
    }
    const groups = grouped(this.#components({ ...style, isComponent: true }, pieces));
    const whole = groups.length === 1;
    if (!whole && isRing) this.#losses.areasAsLines++;
    else if (!whole) this.#losses.linesSplit++;
    for (const group of groups) {
      const type = isRing && whole ? ELEMENT.complexShape : ELEMENT.complexChain;
      this.#write(this.#maker.chainHeader(type, style, group));
      for (const component of group) this.#write(component);
    }
  }

  #components(style: ElementStyle, pieces: readonly Piece[]): Uint8Array[] {
    const components: Uint8Array[] = [];
    for (const piece of pieces) {
      if ('arc' in piece) {
        components.push(this.#maker.arc(ELEMENT.arc, style, piece.arc, piece.elevation));
        continue;
      }
      const count = piece.positions.length / 3;
      for (let from = 0; from < count - 1; from += MOST_VERTICES - 1)
        components.push(
          this.#maker.vertices(ELEMENT.lineString, style, piece.positions, from, Math.min(MOST_VERTICES, count - from)),
        );
    }
    return components;
  }
}

/** Splits components into groups that fit one complex element. */
function grouped(components: readonly Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = [];
  let words = Infinity;
  for (const component of components) {
    if (words + component.length / 2 > MOST_WORDS - HEADER_ROOM) {
      groups.push([]);
      words = 0;
    }
    words += component.length / 2;
    groups.at(-1)!.push(component);
  }
  return groups;
}

/** The circle of a closed ring of two equal half circles. */
function circleOf({ coordinates: c, bulges }: Path, from: number, to: number): Arc | undefined {
  if (to - from !== 2 || Math.abs(bulges[from]!) !== 1 || bulges[from] !== bulges[from + 1]) return undefined;
  const [e1, n1, e2, n2] = [c[3 * from]!, c[3 * from + 1]!, c[3 * from + 3]!, c[3 * from + 4]!];
  const radius = Math.hypot(e2 - e1, n2 - n1) / 2;
  if (radius === 0) return undefined;
  const [easting, northing] = [(e1 + e2) / 2, (n1 + n2) / 2];
  return { easting, northing, radius, startAngle: Math.atan2(n1 - northing, e1 - easting), sweep: FULL_TURN };
}
