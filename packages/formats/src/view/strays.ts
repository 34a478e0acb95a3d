import { isInside, Path, type PlanBox, type Surface } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, VIEW_TABLES, type ViewStray } from '@fieldbridge/view-wire';
import type { PathGather } from './path-gather.ts';

/** Things with one place each. */
export interface Placed {
  readonly length: number;
  readonly plan: { readonly values: Float64Array };
  readonly table: { readonly values: Uint8Array };
  readonly row: { readonly values: Uint32Array };
}

/** Finds things outside a box; a thing with several positions counts once. */
export class Strays {
  readonly #near: PlanBox;
  readonly #found = new Set<string>();
  readonly #listed: ViewStray[] = [];

  constructor(near: PlanBox) {
    this.#near = near;
  }

  paths(gather: PathGather): this {
    const path = new Path();
    for (let index = 0; this.#isBounded && index < gather.length; index++) {
      const { coordinates: c, count } = gather.load(index, path);
      for (let v = 0; v < count; v++)
        this.#check(gather.table.values[index]!, gather.row.values[index]!, c[3 * v]!, c[3 * v + 1]!);
    }
    return this;
  }

  places(gather: Placed): this {
    for (let i = 0; this.#isBounded && i < gather.length; i++)
      this.#check(gather.table.values[i]!, gather.row.values[i]!, ...placeOf(gather.plan.values, 2 * i));
    return this;
  }

  surfaces(surfaces: readonly { readonly surface: Surface }[]): this {
    for (const [row, { surface }] of this.#isBounded ? surfaces.entries() : [])
      for (let i = 0; i + 2 < surface.vertices.length; i += 3)
        this.#check(VIEW_TABLES.indexOf('surfaces'), row, ...placeOf(surface.vertices, i));
    return this;
  }

  get result(): { readonly strays: readonly ViewStray[]; readonly strayCount: number } {
    return { strays: this.#listed, strayCount: this.#found.size };
  }

  get #isBounded(): boolean {
    return Number.isFinite(this.#near.minEasting);
  }

  #check(table: number, row: number, easting: number, northing: number): void {
    if (isInside(this.#near, easting, northing) || Number.isNaN(easting + northing)) return;
    const key = `${table} ${row}`;
    if (this.#found.has(key)) return;
    this.#found.add(key);
    if (this.#listed.length < VIEW_LIMITS.strays)
      this.#listed.push({ table: VIEW_TABLES[table]!, row, easting, northing });
  }
}

const placeOf = (values: Float64Array, at: number): [easting: number, northing: number] => [
  values[at]!,
  values[at + 1]!,
];
