import { type Feature, type JobSink, layerOf, type Path } from '@fieldbridge/fieldjob';
import type { Pen } from '../../cad/pen.ts';
import { strokeAkima } from '../akima.ts';
import { appendDesignArc, FULL_TURN } from '../arc.ts';
import type { DesignText, Dialect, Drawn, GroupReach } from '../dialect.ts';
import { type Axes, axesOfAngle, axesOfQuaternion, turnOf } from '../rotation.ts';
import { SplineParts } from '../spline-parts.ts';
import { GRAPHIC_HEADER, type V8Element } from './element.ts';
import type { V8Scale } from './scale.ts';
import { decodeV8Text } from './text.ts';

const TOO_SHORT: Drawn = { fault: 'is shorter than its fields need' };
const TEXT_SCALE = 6 / 1000;
const LEAST_CURVE = 6;
/** Colours from here on are not indices of the colour table (256 is the background, higher ones extended colours). */
const INDICES = 256;

/** How V8 stores geometry: little-endian doubles in units of resolution; offsets by the notes of ezdgn and the corpus sample. */
export class V8Dialect implements Dialect<V8Element> {
  readonly is3d: boolean;
  readonly endTolerance = 0;
  readonly #scale: V8Scale;
  readonly #sink: JobSink;
  readonly #layers = new Map<number, number>();

  constructor(sink: JobSink, scale: V8Scale, is3d: boolean) {
    this.#sink = sink;
    this.#scale = scale;
    this.is3d = is3d;
  }

  isStunted({ size }: V8Element): boolean {
    return size < GRAPHIC_HEADER;
  }

  /** Pages stay in memory while they are walked, and elements are views of them. */
  keep(element: V8Element): V8Element {
    return element;
  }

  style({ view }: V8Element, feature: Feature, cell: string): void {
    const level = view.getUint32(0x0c, true);
    let layer = this.#layers.get(level);
    if (layer === undefined) this.#layers.set(level, (layer = this.#sink.layer(layerOf(`Level ${level}`))));
    feature.reset();
    feature.layer = layer;
    feature.block = cell;
    const [style, weight, colour] = [0x2c, 0x30, 0x34].map((at) => view.getUint32(at, true));
    // No colour table of V8 is understood: what was stored is kept as attributes, not turned into a colour by guess.
    const attributes: string[] = [];
    if (colour !== 0 && colour! < INDICES) attributes.push('colour index', String(colour));
    if (weight !== 0) attributes.push('weight', String(weight));
    if (style !== 0) attributes.push('line style', String(style));
    if (attributes.length > 0) feature.attributes = attributes;
  }

  geometry(element: V8Element, tolerance: number, path: Path): Drawn {
    const { type } = element;
    if (type === 3) return this.#vertices(element, 0x68, 2, path);
    if (type === 4 || type === 6) return this.#vertices(element, 0x70, this.#count(element), path);
    if (type === 11) return this.#curve(element, path);
    const { view, size } = element;
    const at = type === 15 ? 0x68 : 0x78;
    const centre = at + (element.is3d ? 0x30 : 0x18);
    if (size < centre + this.#stride(element)) return TOO_SHORT;
    return appendDesignArc(
      {
        start: type === 15 ? 0 : view.getFloat64(0x68, true),
        sweep: type === 15 ? FULL_TURN : clampSweep(view.getFloat64(0x70, true)),
        primary: this.#length(view.getFloat64(at, true)),
        secondary: this.#length(view.getFloat64(at + 8, true)),
        axes: this.#axes(element, at + 16),
        centre: this.#position(element, centre),
      },
      tolerance,
      path,
    );
  }

  points(element: V8Element, pen: Pen): Drawn {
    const { view, size, type } = element;
    if (type === 35) return this.#sharedCell(element, pen);
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
    return {
      text: decodeV8Text(new Uint8Array(view.buffer, view.byteOffset + start, length)),
      place: {
        easting,
        northing,
        elevation,
        height: this.#length(Math.abs(view.getFloat64(0x78, true)) * TEXT_SCALE),
        rotation: turnOf(this.#axes(element, 0x90)),
        justification: 'left',
        verticalJustification: 'baseline',
      },
    };
  }

  reach(element: V8Element): GroupReach | undefined {
    return element.size < 0x6c ? undefined : { children: element.view.getUint32(0x68, true) };
  }

  /** Names of cells stand in linkages whose meaning is not proven; none is given. */
  cellName(): string {
    return '';
  }

  /** Knots, weights and the flag for closed curves are not proven: ends that meet are taken as the sign of a closed curve. */
  spline({ view, size }: V8Element): SplineParts | undefined {
    if (size < 0x74) return undefined;
    return new SplineParts((view.getUint8(0x6c) & 0x0f) + 1, false, 'when ends meet');
  }

  splinePart(element: V8Element, parts: SplineParts): boolean {
    if (element.type !== 21) return false;
    const count = this.#count(element);
    const stride = this.#stride(element);
    if (element.size < 0x70 + count * stride || parts.isFull(count)) return false;
    for (let i = 0; i < count; i++) parts.pole(...this.#position(element, 0x70 + i * stride));
    return true;
  }

  #sharedCell(element: V8Element, pen: Pen): Drawn {
    // Range, 3 × 3 matrix and origin, as the corpus sample has them; what the cell holds is not resolved.
    if (element.size < 0x100) return TOO_SHORT;
    return pen.point(...this.#position(element, 0xe8)) ? 'drawn' : { fault: 'has a position that is no number' };
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
    return count > 0 ? 'drawn' : { fault: 'has no vertex' };
  }

  #curve(element: V8Element, path: Path): Drawn {
    const count = this.#count(element);
    const stride = this.#stride(element);
    if (element.size < 0x70 + count * stride) return TOO_SHORT;
    if (count < LEAST_CURVE) return { fault: `is a curve of ${count} points; it needs ${LEAST_CURVE}` };
    const points: number[] = [];
    for (let i = 0; i < count; i++) points.push(...this.#position(element, 0x70 + i * stride));
    if (points.some((value) => Math.abs(value) === Infinity)) return { fault: 'has a position that is no number' };
    strokeAkima(points, path);
    return 'stroked';
  }

  #axes({ view, is3d }: V8Element, at: number): Axes {
    if (!is3d) return axesOfAngle(view.getFloat64(at, true));
    const part = (step: number): number => view.getFloat64(at + step, true);
    return axesOfQuaternion(part(0), part(8), part(16), part(24));
  }
}

function clampSweep(sweep: number): number {
  return Math.max(-FULL_TURN, Math.min(FULL_TURN, sweep));
}
