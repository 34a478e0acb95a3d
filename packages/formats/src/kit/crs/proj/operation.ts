import { ProjError, type ProjLibrary } from './library.ts';

/** A box in degrees with Greenwich longitudes. */
export interface Area {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A coordinate operation as named in reports. */
export interface OperationInfo {
  readonly name: string;
  /** Metres, as stated in the registry; undefined if unknown. */
  readonly accuracy: number | undefined;
  /** Its area of use; undefined if not stated. */
  readonly area: (Area & { readonly name: string }) | undefined;
  /** Names of the grid files it needs. */
  readonly grids: readonly string[];
  /** Whether it needs the epoch of the coordinates. */
  readonly needsEpoch: boolean;
}

/** An available operation. */
export interface Operation extends OperationInfo {
  /** PROJ's object, for coordinates in east-north order. */
  readonly object: number;
}

/** The operations that PROJ offers between two systems for an area. */
export interface Offer {
  /** The first operation that can be used with the available grids. */
  readonly usable: Operation | undefined;
  /** The one ranked before it whose grids are missing. */
  readonly better: OperationInfo | undefined;
}

/** PROJ_GRID_AVAILABILITY_USE of proj.h. */
const DISCARD_IF_GRID_MISSING = 1;
const IGNORE_AVAILABILITY = 2;
/** PROJ_SPATIAL_CRITERION of proj.h. */
const PARTIAL_INTERSECTION = 1;

/** Most offers that are kept for one library. */
const MOST_KEPT = 32;
const kept = new WeakMap<ProjLibrary, Map<string, Offer>>();

/**
 * An offer by its key, made when it is asked for first: PROJ takes longer to rank the operations than to move the
 * coordinates of a small file, and the import of a file asks for the same offer as its report.
 * @param key both systems and the area
 */
export function keptOffer(proj: ProjLibrary, key: string, make: () => Offer): Offer {
  const offers = kept.get(proj) ?? new Map<string, Offer>();
  kept.set(proj, offers);
  const offer = offers.get(key) ?? make();
  offers.set(key, offer);
  if (offers.size > MOST_KEPT) offers.delete(offers.keys().next().value!);
  return offer;
}

/**
 * The operations between two systems as PROJ ranks them for an area. Operations that merely assume that two datums are
 * equal (ballpark) are not offered.
 * @param source and `target`: PROJ objects
 * @param available whether a grid is in the folder
 */
export function offerOf(
  proj: ProjLibrary,
  source: number,
  target: number,
  area: Area | undefined,
  available: (grid: string) => boolean,
): Offer {
  const ranked = (availability: number): Operation | undefined =>
    first(proj, source, target, area, availability) ??
    // Data outside every area: an operation for another area is better than nothing, and is reported.
    (area === undefined ? undefined : first(proj, source, target, undefined, availability));
  const best = ranked(IGNORE_AVAILABILITY);
  // Ranking takes PROJ a tenth of a second. Usually the best operation needs no grid or has it: one ranking is enough.
  if (best === undefined || best.grids.every((name) => available(name))) return { usable: best, better: undefined };
  const usable = ranked(DISCARD_IF_GRID_MISSING);
  return { usable, better: best.name === usable?.name ? undefined : best };
}

/**
 * The first operation without grids, even one that takes two datums for the same: within kilometres of every other. It
 * shows whether a grid gives absurd positions.
 */
export function roughOperation(proj: ProjLibrary, source: number, target: number): Operation | undefined {
  const operations = ranking(proj, source, target, undefined, DISCARD_IF_GRID_MISSING, true);
  return operations.find(({ grids }) => grids.length === 0);
}

const first = (...request: Ranking): Operation | undefined => ranking(...request, false, 1)[0];

type Ranking = readonly [
  proj: ProjLibrary,
  source: number,
  target: number,
  area: Area | undefined,
  availability: number,
];

/** The operations in PROJ's order, `most` of them. */
function ranking(...request: readonly [...Ranking, withBallpark: boolean, most?: number]): Operation[] {
  const [proj, source, target, area, availability, withBallpark, most = Number.POSITIVE_INFINITY] = request;
  const { context } = proj;
  const factory = proj.call('create_operation_factory_context', context, 0);
  proj.call('operation_factory_context_set_grid_availability_use', context, factory, availability);
  proj.call('operation_factory_context_set_spatial_criterion', context, factory, PARTIAL_INTERSECTION);
  proj.call('operation_factory_context_set_allow_ballpark_transformations', context, factory, Number(withBallpark));
  if (area !== undefined) {
    const { west, south, east, north } = area;
    proj.call('operation_factory_context_set_area_of_interest', context, factory, west, south, east, north);
  }
  const list = listOf(proj, source, target, factory);
  proj.call('operation_factory_context_destroy', factory);
  if (list === 0) return [];
  try {
    const count = Math.min(most, proj.call('list_get_count', list));
    return Array.from({ length: count }, (_, i) => described(proj, proj.call('list_get', context, list, i)));
  } finally {
    proj.call('list_destroy', list);
  }
}

/** The list of operations; 0 if PROJ finds none. It throws if the areas of the steps of an operation do not meet. */
function listOf(proj: ProjLibrary, source: number, target: number, factory: number): number {
  try {
    return proj.call('create_operations', proj.context, source, target, factory);
  } catch (error) {
    if (error instanceof ProjError) return 0;
    throw error;
  }
}

function described(proj: ProjLibrary, found: number): Operation {
  const { context } = proj;
  const accuracy = proj.call('coordoperation_get_accuracy', context, found);
  const info = {
    name: proj.text(proj.call('get_name', found)),
    accuracy: accuracy < 0 ? undefined : accuracy,
    area: areaOf(proj, found),
    grids: gridsOf(proj, found),
    needsEpoch: proj.call('coordoperation_requires_per_coordinate_input_time', context, found) === 1,
  };
  const object = proj.call('normalize_for_visualization', context, found);
  proj.call('destroy', found);
  const operation = { ...info, object };
  proj.keepFor(operation, object);
  return operation;
}

/** The area of use of an operation or a system. */
export function areaOf(proj: ProjLibrary, operation: number): OperationInfo['area'] {
  const found = proj.outputs(['double', 'double', 'double', 'double', '*'], (pointers) =>
    Boolean(proj.call('get_area_of_use', proj.context, operation, ...pointers)),
  );
  if (found === undefined || found[0] === -1000) return undefined;
  const [west, south, east, north, name] = found as [number, number, number, number, number];
  return { west, south, east, north, name: proj.text(name) };
}

function gridsOf(proj: ProjLibrary, operation: number): string[] {
  const count = proj.call('coordoperation_get_grid_used_count', proj.context, operation);
  return Array.from({ length: count }, (_, i) => {
    const found = proj.outputs(['*', '*', '*', '*', 'i32', 'i32', 'i32'], (pointers) =>
      Boolean(proj.call('coordoperation_get_grid_used', proj.context, operation, i, ...pointers)),
    );
    return proj.text(found?.[0] ?? 0);
  });
}

/** Applies an operation, position by position. */
export class Transformer {
  readonly #proj: ProjLibrary;
  /** Held, so that PROJ's object stays. */
  readonly #operation: { readonly object: number };
  readonly #buffer: number;

  /** @param epoch decimal year of the coordinates, if the operation needs it */
  constructor(proj: ProjLibrary, operation: { readonly object: number }, epoch: number | undefined) {
    this.#proj = proj;
    this.#operation = operation;
    this.#buffer = proj.reserveFor(this, 4);
    proj.numbers[this.#buffer / 8 + 3] = epoch ?? Number.POSITIVE_INFINITY;
  }

  /** Moves `position[0..2]` in place; a position that cannot be moved becomes NaN. */
  move(position: Float64Array): void {
    const at = this.#buffer / 8;
    let { numbers } = this.#proj;
    const epoch = numbers[at + 3]!;
    numbers[at] = position[0]!;
    numbers[at + 1] = position[1]!;
    numbers[at + 2] = position[2]!;
    this.#proj.call('trans_array', this.#operation.object, FORWARD, 1, this.#buffer);
    ({ numbers } = this.#proj);
    for (let i = 0; i < 3; i++) {
      const value = numbers[at + i]!;
      position[i] = Number.isFinite(value) ? value : Number.NaN;
    }
    // After a failure all four values are infinite.
    numbers[at + 3] = epoch;
  }
}

/** PJ_DIRECTION of proj.h. */
const FORWARD = 1;
