import { FULL_TURN } from '@fieldbridge/fieldjob';
import { Affine } from '../../../kit/cad/affine.ts';
import { appendArc, appendCircle } from '../../../kit/cad/arc.ts';
import { strokeEllipse } from '../../../kit/cad/ellipse.ts';
import { setExtrusion } from '../../../kit/cad/extrusion.ts';
import type { Interpreter } from '../interpreter.ts';
import { BytesAhead, type Triple } from './bytes-ahead.ts';
import { FILLED } from './faces.ts';
import { indexColour, rawColour } from './raw-colour.ts';

/** Kinds of commands. Source: Open Design Specification for .dwg files, "Proxy entity graphics". */
const CIRCLE = 2;
const CIRCLE_OF_THREE = 3;
const ARC = 4;
const ARC_OF_THREE = 5;
const POLYLINE = 6;
const POLYGON = 7;
const MESH = 8;
const TEXT = 10;
const TEXT_2 = 11;
const INDEX_COLOUR = 14;
const FILL = 20;
const TRUE_COLOUR = 22;
const PUSH_MATRIX = 29;
const PUSH_MATRIX_2 = 30;
const POP_MATRIX = 31;
const POLYLINE_WITH_NORMAL = 32;
const UNICODE_TEXT = 36;
const UNICODE_TEXT_2 = 38;
/**
 * Shell, infinite lines, packed polyline, elliptic arc: some applications draw with them; they are not supported here.
 */
const NOT_DRAWN: ReadonlySet<number> = new Set([9, 12, 13, 33, 44]);
/** What FILL says where polygons are filled. */
const FILLED_ALWAYS = 1;
/** Head of each command: its size (including the head) and its kind. */
const HEAD = 8;

/** The result: features drawn, and commands that could not be drawn. */
export interface ProxyOutcome {
  readonly drawn: number;
  readonly left: number;
}

/**
 * Draws the proxy graphics that an application stored for programs that do not know its objects: commands in world
 * coordinates, each with its size. Commands that do not fit their size are omitted.
 * @param texts whether its texts are drawn, too
 */
export function drawProxyGraphics(into: Interpreter, bytes: Uint8Array, texts: boolean): ProxyOutcome {
  const picture = new ProxyPicture(into, texts);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = HEAD; at + HEAD <= bytes.length; ) {
    const size = view.getUint32(at, true);
    if (size < HEAD || at + size > bytes.length) break;
    picture.take(view.getUint32(at + 4, true), new BytesAhead(bytes.subarray(at + HEAD, at + size)));
    at += size;
  }
  return picture;
}

class ProxyPicture implements ProxyOutcome {
  drawn = 0;
  left = 0;
  readonly #into: Interpreter;
  readonly #texts: boolean;
  readonly #own: number;
  readonly #frames: Affine[] = [];
  #isFilled = false;

  constructor(into: Interpreter, texts: boolean) {
    this.#into = into;
    this.#texts = texts;
    this.#own = into.pen.feature.colour;
  }

  /** Carries out one command. */
  take(kind: number, data: BytesAhead): void {
    const { pen } = this.#into;
    pen.path.clear();
    if (kind === POLYLINE || kind === POLYLINE_WITH_NORMAL) this.#polyline(data, false);
    else if (kind === POLYGON) this.#polyline(data, true);
    else if (kind === CIRCLE || kind === ARC) this.#arc(data, kind === ARC);
    else if (kind === CIRCLE_OF_THREE || kind === ARC_OF_THREE) this.#arcOfThree(data, kind === CIRCLE_OF_THREE);
    else if (kind === MESH) this.#mesh(data);
    else if (kind === TEXT || kind === TEXT_2) this.#text(data, kind === TEXT_2, 1);
    else if (kind === UNICODE_TEXT || kind === UNICODE_TEXT_2) this.#text(data, kind === UNICODE_TEXT_2, 2);
    else if (kind === FILL) this.#isFilled = data.uint32() === FILLED_ALWAYS;
    else if (kind === INDEX_COLOUR) pen.feature.colour = indexColour(data.uint32(), this.#own);
    else if (kind === TRUE_COLOUR) pen.feature.colour = rawColour(data.uint32(), this.#own);
    else if (kind === PUSH_MATRIX || kind === PUSH_MATRIX_2) this.#push(data);
    else if (kind === POP_MATRIX) this.#pop();
    else if (NOT_DRAWN.has(kind)) this.left++;
  }

  #polyline(data: BytesAhead, isArea: boolean): void {
    const { pen } = this.#into;
    for (const [e, n, z] of data.triples(data.uint32())) pen.path.vertex(e, n, z);
    const { feature } = pen;
    const { attributes } = feature;
    if (isArea && this.#isFilled) this.#into.describe(FILLED);
    this.#note(pen.path.count >= 2 && (isArea ? pen.area() : pen.line()));
    feature.attributes = attributes;
  }

  #mesh(data: BytesAhead): void {
    const { pen } = this.#into;
    const [rows, columns] = [data.uint32(), data.uint32()];
    const vertices = data.triples(rows * columns);
    // A mesh needs two rows and two columns, however large the other count is.
    if (data.isShort || rows < 2 || columns < 2) {
      this.left++;
      return;
    }
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const first = row * columns + column;
        pen.path.clear();
        for (const corner of [first, first + 1, first + columns + 1, first + columns])
          pen.path.vertex(...vertices[corner]!);
        this.#note(pen.area());
      }
    }
  }

  /** A circle, or an arc that begins in a direction and sweeps counter-clockwise, seen against the normal. */
  #arc(data: BytesAhead, isArc: boolean): void {
    const { pen } = this.#into;
    const centre = data.triple();
    const radius = data.float64();
    const normal = data.triple();
    const start = isArc ? data.triple() : undefined;
    const sweep = isArc ? data.float64() : FULL_TURN;
    if (data.isShort || !(radius > 0) || !Number.isFinite(sweep)) {
      this.left++;
      return;
    }
    const isLevel = normal[0] === 0 && normal[1] === 0 && normal[2] !== 0;
    if (isLevel && start === undefined) {
      appendCircle(pen.path, ...centre, radius);
      pen.path.closed = true;
    } else if (isLevel && start !== undefined)
      appendArc(pen.path, ...centre, radius, Math.atan2(start[1], start[0]), normal[2] > 0 ? sweep : -sweep);
    else {
      const own = new Affine();
      setExtrusion(own, ...normal);
      const major = start === undefined ? ([own.m[0]!, own.m[4]!, own.m[8]!] as Triple) : unit(start);
      const minor = cross(unit(normal), major);
      const scaled = (vector: Triple): Triple => vector.map((part) => part * radius) as Triple;
      strokeEllipse(
        { centre, major: scaled(major), minor: scaled(minor), start: 0, end: sweep },
        pen.ownTolerance,
        pen.path,
      );
    }
    this.#note(pen.line());
  }

  #arcOfThree(data: BytesAhead, isCircle: boolean): void {
    const { path } = this.#into.pen;
    const [a, b, c] = [data.triple(), data.triple(), data.triple()];
    const turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
    const along = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    // The deflection at the middle position is half the sweep.
    const sweep = 2 * Math.atan2(turn, along);
    path.vertex(...a, Math.tan(sweep / 4));
    path.vertex(...c, isCircle ? Math.tan((Math.sign(sweep) * FULL_TURN - sweep) / 4) : 0);
    path.closed = isCircle;
    this.#note(!data.isShort && this.#into.pen.line());
  }

  #text(data: BytesAhead, isSecond: boolean, unitBytes: 1 | 2): void {
    if (!this.#texts) return;
    const [place, normal, direction] = [data.triple(), data.triple(), data.triple()];
    let height = isSecond ? 0 : data.float64();
    if (!isSecond) data.skip(16);
    const text = data.text(unitBytes, (bytes) => this.#into.entity.decode(bytes));
    if (isSecond) {
      data.skip(8);
      height = data.float64();
    }
    if (data.isShort || text.trim() === '') return;
    const drawn = this.#into.pen.text(text, {
      easting: place[0],
      northing: place[1],
      elevation: place[2],
      height,
      rotation: Math.atan2(direction[1], direction[0]),
      justification: 'left',
      verticalJustification: 'baseline',
      mirrored: normal[2] < 0,
    });
    this.#note(drawn);
  }

  /** Multiplies the current map by another one (row by row, without the last row). */
  #push(data: BytesAhead): void {
    const { pen } = this.#into;
    this.#frames.push(new Affine().copy(pen.frame));
    const map = new Affine().set(Array.from({ length: 12 }, () => data.float64()));
    if (!data.isShort) pen.frame.compose(pen.frame, map);
  }

  #pop(): void {
    const outer = this.#frames.pop();
    if (outer !== undefined) this.#into.pen.frame.copy(outer);
  }

  #note(drawn: boolean): void {
    if (drawn) this.drawn++;
    else this.left++;
  }
}

function unit(vector: Triple): Triple {
  const length = Math.hypot(...vector) || 1;
  return vector.map((part) => part / length) as Triple;
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
