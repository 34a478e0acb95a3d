import { Extent } from '@fieldbridge/fieldjob';
import { Affine } from '../../kit/cad/affine.ts';
import type { Entity } from './entity.ts';
import { handle, integer, real } from './fields.ts';
import { ENTITY_RULES, type Rules, TAKE_HANDLE } from './recording-rules.ts';

/** Objects that say where block references are clipped: the boundary, and what it belongs to. */
export const CLIP_OBJECTS: readonly string[] = ['SPATIAL_FILTER', 'DICTIONARY'];
/** A name that only drawings with filters have: that of a class in their objects. */
export const FILTER_MARK = 'AcDbFilter';
/** The owner of an object, too. */
export const CLIP_RULES: Rules = ENTITY_RULES.map((rule, code) => (code === 330 ? TAKE_HANDLE : rule));

const OBJECT = { handle: handle(5), owner: handle(330) };
/** Two matrices, each in rows of four: the inverse of the reference's place, and the one into the boundary's system. */
const FILTER = {
  easting: real(10),
  northing: real(20),
  isOn: integer(71),
  hasFront: integer(72),
  hasBack: integer(73),
  matrices: real(40),
};
const NUMBERS = 12;
/** Share of a box that may be missing for the way to a point inside: it is not quite closed. */
const BOX_SHARE = 1e-3;

/** Where a block reference is clipped. */
export interface BlockClip {
  /** In the coordinates of the block: easting, northing, elevation, … */
  readonly corners: readonly number[];
  /** Whether planes in front or behind clip it, too. */
  readonly hasPlanes: boolean;
  /** Whether it is inverted and the hole, inside of which nothing is shown, is not in the corners. */
  readonly losesHole: boolean;
}

/**
 * Clip boundaries of block references (XCLIP) by the handle of the reference, which is two dictionaries above the
 * filter.
 */
export class BlockClips {
  readonly #filters: { readonly handle: number; readonly owner: number; readonly clip: BlockClip }[] = [];
  readonly #owners = new Map<number, number>();
  #byReference: Map<number, BlockClip> | undefined;

  /** Takes one of `CLIP_OBJECTS`. */
  take(object: Entity, type: string): void {
    const owner = object.get(OBJECT.owner);
    if (type === 'DICTIONARY') this.#owners.set(object.get(OBJECT.handle), owner);
    else if (object.get(FILTER.isOn) !== 0) {
      const corners = cornersOf(object);
      const hasPlanes = object.get(FILTER.hasFront) !== 0 || object.get(FILTER.hasBack) !== 0;
      const clip = { corners, hasPlanes, losesHole: isBoxAround(object) };
      if (corners !== undefined)
        this.#filters.push({ handle: object.get(OBJECT.handle), owner, clip: { ...clip, corners } });
    }
  }

  /** Where a reference is clipped; undefined if it is not. */
  of(reference: number): BlockClip | undefined {
    if (this.#filters.length === 0) return undefined;
    this.#byReference ??= this.#references();
    return this.#byReference.get(reference);
  }

  #references(): Map<number, BlockClip> {
    // Only inverted filters have a dictionary of their own, in which AutoCAD keeps the hole.
    const inverted = new Set(this.#owners.values());
    return new Map(
      this.#filters.map(({ handle, owner, clip }) => {
        const losesHole = clip.losesHole && inverted.has(handle);
        return [this.#ownerOf(this.#ownerOf(owner)), { ...clip, losesHole }];
      }),
    );
  }

  #ownerOf(handle: number): number {
    return this.#owners.get(handle) ?? Number.NaN;
  }
}

/**
 * Whether more corners than a box has enclose just that: for a hole with a notch AutoCAD leaves programs that do not
 * know inverted boundaries the box around the block, with a way to a single point of the hole and back.
 */
function isBoxAround(filter: Entity): boolean {
  const [eastings, northings] = [filter.all(FILTER.easting), filter.all(FILTER.northing)];
  const [box, count] = [new Extent(), Math.min(eastings.length, northings.length)];
  if (count <= 5) return false;
  let twice = 0;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    twice += eastings[j]! * northings[i]! - eastings[i]! * northings[j]!;
    box.add(eastings[i]!, northings[i]!, Number.NaN);
  }
  const whole = (box.maxEasting - box.minEasting) * (box.maxNorthing - box.minNorthing);
  return Math.abs(Math.abs(twice) / 2 - whole) < whole * BOX_SHARE;
}

function cornersOf(filter: Entity): number[] | undefined {
  const [eastings, northings] = [filter.all(FILTER.easting), filter.all(FILTER.northing)];
  // Distances of clip planes in front and behind are before the matrices.
  const numbers = filter.all(FILTER.matrices).slice(-2 * NUMBERS);
  if (numbers.length < 2 * NUMBERS || northings.length !== eastings.length) return undefined;
  const positions = eastings.map((easting, i) => [easting, northings[i]!] as const);
  const [a, b] = positions;
  // Two corners state a rectangle.
  const polygon = positions.length === 2 ? [a!, [b![0], a![1]] as const, b!, [a![0], b![1]] as const] : positions;
  if (polygon.length < 3) return undefined;
  const toBlock = new Affine().set(numbers.slice(0, NUMBERS));
  const m = numbers.slice(NUMBERS);
  const corners = polygon.flatMap(([easting, northing]) => {
    // The matrix into the boundary's system only turns and moves, so its transpose turns back.
    const from = [easting - m[3]!, northing - m[7]!, -m[11]!];
    const [e, n, z] = [0, 1, 2].map((axis) => [0, 1, 2].reduce((sum, i) => sum + m[4 * i + axis]! * from[i]!, 0));
    return [toBlock.easting(e!, n!, z!), toBlock.northing(e!, n!, z!), toBlock.elevation(e!, n!, z!)];
  });
  return corners.every(Number.isFinite) ? corners : undefined;
}

/** The boundary in plan where a reference is placed: easting, northing, … */
export function placedCorners(corners: readonly number[], frame: Affine): number[] {
  const placed: number[] = [];
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [e, n, z] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    placed.push(frame.easting(e, n, z), frame.northing(e, n, z));
  }
  return placed;
}
