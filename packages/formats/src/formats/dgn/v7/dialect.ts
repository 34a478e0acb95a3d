import { type Feature, FULL_TURN, type Path } from '@fieldbridge/fieldjob';
import { issueOf } from '../../../core/issues/issue-of.ts';
import type { Pen } from '../../../kit/cad/pen.ts';
import { strokeAkima } from '../akima.ts';
import { appendDesignArc, type DesignArc } from '../arc.ts';
import type { DesignText, Dialect, Drawn, GroupReach } from '../dialect.ts';
import { ELEMENT, elementName } from '../element-types.ts';
import { type Axes, axesOfAngle, axesOfQuaternion, turnOf } from '../rotation.ts';
import { SplineParts } from '../spline-parts.ts';
import { isStretched } from '../text-length.ts';
import type { Grid } from './grid.ts';
import { int32, uint16, vaxDouble } from './numbers.ts';
import { radix50 } from './radix50.ts';
import { type DesignRecord, HEADER_SIZE } from './record-reader.ts';
import type { Symbology } from './symbology.ts';
import { decodeText } from './text.ts';
import { lengthInRange, rangeOf } from './text-range.ts';

/** Bit of the properties that marks a hole. */
const HOLE = 0x8000;
const TOO_SHORT: Drawn = { fault: 'dgn-element-short' };
/** Angles are stored in 1/360000 of a degree. */
const ANGLE = Math.PI / 180 / 360_000;
const QUATERNION_SCALE = 2 ** 31;
const FRACTION_SCALE = 2 ** 31 - 1;
/** Text sizes are stored in units of resolution times 1000 / 6 (DGNLib, structure of type 17). */
const TEXT_SCALE = 6 / 1000;
/** Words of a complex header that its own length does not count. */
const HEADER_WORDS = 19;
/** Angles in steps of 1/360000° shift the end of an arc of 2 km radius by up to a tenth of a millimetre. */
const ARC_END = 2e-4;
/** Fewest points of a curve element: four of them only define its end slopes. */
const LEAST_CURVE = 6;

/** How V7 stores geometry. Offsets are those of DGNLib's documentation of the element structures. */
export class V7Dialect implements Dialect<DesignRecord> {
  readonly is3d: boolean;
  readonly endTolerance: number;
  readonly #grid: Grid;
  readonly #symbology: Symbology;

  constructor(grid: Grid, symbology: Symbology) {
    this.is3d = grid.is3d;
    this.endTolerance = Math.max(grid.length(2), ARC_END);
    this.#grid = grid;
    this.#symbology = symbology;
  }

  isStunted({ bytes }: DesignRecord): boolean {
    return bytes.length < HEADER_SIZE + 2;
  }

  isInvisible(): boolean {
    return false;
  }

  hatchOf(): undefined {
    return undefined;
  }

  name({ type }: DesignRecord): string {
    return elementName(type);
  }

  keep(record: DesignRecord): DesignRecord {
    return { ...record, bytes: record.bytes.slice() };
  }

  style({ bytes }: DesignRecord, feature: Feature, cell: string): void {
    this.#symbology.fill(feature, bytes, cell);
  }

  geometry({ bytes, type }: DesignRecord, tolerance: number, path: Path): Drawn {
    if (type === ELEMENT.line) return this.#vertices(bytes, 36, 2, path);
    if (type === ELEMENT.lineString || type === ELEMENT.shape)
      return this.#vertices(bytes, 38, uint16(bytes, 36), path);
    if (type === ELEMENT.curve) return this.#curve(bytes, path);
    const arc = type === ELEMENT.ellipse ? this.#ellipse(bytes) : this.#arc(bytes);
    return arc === undefined ? TOO_SHORT : appendDesignArc(arc, tolerance, path);
  }

  several({ bytes, type }: DesignRecord, pen: Pen): Drawn {
    if (type !== ELEMENT.pointString) return { fault: 'dgn-layout-unknown' };
    const grid = this.#grid;
    const count = uint16(bytes, 36);
    if (38 + count * grid.stride > bytes.length) return TOO_SHORT;
    for (let i = 0, at = 38; i < count; i++, at += grid.stride) {
      pen.point(grid.easting(bytes, at), grid.northing(bytes, at), grid.elevation(bytes, at));
    }
    return 'drawn';
  }

  text({ bytes }: DesignRecord): DesignText | undefined {
    const grid = this.#grid;
    const origin = this.is3d ? 62 : 50;
    const start = origin + grid.stride + 2;
    if (bytes.length < start) return undefined;
    const length = bytes[start - 2]!;
    if (start + length > bytes.length) return undefined;
    const [width, height] = [Math.abs(int32(bytes, 38)), Math.abs(int32(bytes, 42))];
    const rotation = turnOf(this.#axes(bytes, 46));
    return {
      text: decodeText(bytes.subarray(start, start + length)),
      place: {
        easting: grid.easting(bytes, origin),
        northing: grid.northing(bytes, origin),
        elevation: grid.elevation(bytes, origin),
        height: grid.length(height * TEXT_SCALE),
        rotation,
        fit: isStretched(width, height) ? grid.length(lengthInRange(bytes, rotation, height * TEXT_SCALE)) : 0,
        // The stored origin is the lower left corner, regardless of the text's justification.
        justification: 'left',
        verticalJustification: 'baseline',
      },
    };
  }

  reach({ bytes, offset }: DesignRecord): GroupReach {
    return { end: offset + (HEADER_WORDS + uint16(bytes, 36)) * 2 };
  }

  middle({ bytes }: DesignRecord): readonly [number, number] | undefined {
    const [west, south, east, north] = rangeOf(bytes);
    if (!(west! < east! || south! < north!)) return undefined;
    return [this.#grid.coordinate((west! + east!) / 2, 0), this.#grid.coordinate((south! + north!) / 2, 1)];
  }

  /** It is not published to which element a tag of V7 belongs. */
  taggedPlace(): undefined {
    return undefined;
  }

  tag(): Drawn {
    return { fault: 'dgn-layout-unknown' };
  }

  cellName({ bytes }: DesignRecord): string {
    return bytes.length < 42 ? '' : radix50(uint16(bytes, 38), uint16(bytes, 40));
  }

  spline({ bytes }: DesignRecord): SplineParts | undefined {
    if (bytes.length < 46) return undefined;
    const flags = bytes[40]!;
    return new SplineParts((flags & 0x0f) + 1, (flags & 0x40) !== 0, (flags & 0x80) !== 0);
  }

  /** V7 stores terrain models as shapes. */
  mesh(): undefined {
    return undefined;
  }

  meshPart(): Drawn {
    return { fault: 'dgn-layout-unknown' };
  }

  splinePart({ bytes, type }: DesignRecord, parts: SplineParts): Drawn {
    const grid = this.#grid;
    if (type !== ELEMENT.splinePole) {
      for (let at = 36; at + 4 <= bytes.length; at += 4) {
        const value = int32(bytes, at) / FRACTION_SCALE;
        if (type === ELEMENT.splineKnots) parts.knot(value);
        else parts.weight(value);
      }
      return 'drawn';
    }
    const count = uint16(bytes, 36);
    if (38 + count * grid.stride > bytes.length || parts.isFull(count)) return TOO_SHORT;
    for (let i = 0, at = 38; i < count; i++, at += grid.stride) {
      parts.pole(grid.easting(bytes, at), grid.northing(bytes, at), grid.elevation(bytes, at));
    }
    return 'drawn';
  }

  graphicGroup({ bytes }: DesignRecord): number {
    return uint16(bytes, 28);
  }

  isHole({ bytes }: DesignRecord): boolean {
    return (uint16(bytes, 32) & HOLE) !== 0;
  }

  refusal(): undefined {
    return undefined;
  }

  /** The layout of shared cells in V7 is not published. */
  instance(): undefined {
    return undefined;
  }

  #vertices(bytes: Uint8Array, start: number, count: number, path: Path): Drawn {
    const grid = this.#grid;
    if (start + count * grid.stride > bytes.length) return TOO_SHORT;
    for (let i = 0, at = start; i < count; i++, at += grid.stride) {
      path.vertex(grid.easting(bytes, at), grid.northing(bytes, at), grid.elevation(bytes, at));
    }
    return count > 0 ? 'drawn' : { fault: 'dgn-no-vertex' };
  }

  #curve(bytes: Uint8Array, path: Path): Drawn {
    const grid = this.#grid;
    const count = uint16(bytes, 36);
    if (38 + count * grid.stride > bytes.length) return TOO_SHORT;
    if (count < LEAST_CURVE)
      return issueOf('dgn-curve-short', { element: elementName(ELEMENT.curve), points: count, least: LEAST_CURVE });
    const points: number[] = [];
    for (let i = 0, at = 38; i < count; i++, at += grid.stride) {
      points.push(grid.easting(bytes, at), grid.northing(bytes, at), grid.elevation(bytes, at));
    }
    strokeAkima(points, path);
    return 'stroked';
  }

  #axes(bytes: Uint8Array, at: number): Axes {
    if (!this.is3d) return axesOfAngle(int32(bytes, at) * ANGLE);
    const part = (step: number): number => int32(bytes, at + step) / QUATERNION_SCALE;
    return axesOfQuaternion(part(0), part(4), part(8), part(12));
  }

  #ellipse(bytes: Uint8Array): DesignArc | undefined {
    const grid = this.#grid;
    if (bytes.length < (this.is3d ? 92 : 72)) return undefined;
    return {
      primary: grid.length(vaxDouble(bytes, 36)),
      secondary: grid.length(vaxDouble(bytes, 44)),
      axes: this.#axes(bytes, 52),
      centre: grid.centre(bytes, this.is3d ? 68 : 56),
      start: 0,
      sweep: FULL_TURN,
    };
  }

  /** The top bit of the stored sweep is its sign; 0 is a full circle. */
  #arc(bytes: Uint8Array): DesignArc | undefined {
    const grid = this.#grid;
    if (bytes.length < (this.is3d ? 100 : 80)) return undefined;
    const stored = int32(bytes, 40);
    const size = (stored & 0x7fffffff) * ANGLE;
    return {
      start: int32(bytes, 36) * ANGLE,
      sweep: size === 0 ? FULL_TURN : Math.min(size, FULL_TURN) * (stored < 0 ? -1 : 1),
      primary: grid.length(vaxDouble(bytes, 44)),
      secondary: grid.length(vaxDouble(bytes, 52)),
      axes: this.#axes(bytes, 60),
      centre: grid.centre(bytes, this.is3d ? 76 : 64),
    };
  }
}
