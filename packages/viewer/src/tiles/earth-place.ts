import type { EarthNet, ViewBox } from '@fieldbridge/view-wire';

/** Places along each side of a tile's box that are tested to locate it. */
const SAMPLES = 3;

/** Location of Web Mercator in a job, interpolated between the places of a net and extrapolated from its edges. */
export class EarthPlace {
  readonly net: EarthNet;
  /** Metres of Web Mercator for a unit of the job, in the middle. */
  readonly stretch: number;

  constructor(net: EarthNet) {
    this.net = net;
    const [west, south, east, north] = net.mercator;
    const middle = (net.side - 1) / 2;
    const [left, right] = [this.#at(0, middle), this.#at(net.side - 1, middle)];
    const [low, high] = [this.#at(middle, 0), this.#at(middle, net.side - 1)];
    const length = Math.hypot(right[0] - left[0], right[1] - left[1]) + Math.hypot(high[0] - low[0], high[1] - low[1]);
    this.stretch = (east - west + north - south) / length;
  }

  /** Easting and northing of a place of Web Mercator; NaN outside of the system. */
  place(x: number, y: number): readonly [easting: number, northing: number] {
    const { mercator, side } = this.net;
    const [west, south, east, north] = mercator;
    return this.#at(((x - west) / (east - west)) * (side - 1), ((y - south) / (north - south)) * (side - 1));
  }

  /** The box in the job around a box of Web Mercator, as far as the net holds it; undefined if it does not. */
  around(box: ViewBox): ViewBox | undefined {
    const { mercator } = this.net;
    const [west, south] = [Math.max(box[0], mercator[0]), Math.max(box[1], mercator[1])];
    const [east, north] = [Math.min(box[2], mercator[2]), Math.min(box[3], mercator[3])];
    if (!(west < east && south < north)) return undefined;
    const found: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < SAMPLES; i++)
      for (let k = 0; k < SAMPLES; k++) {
        const [e, n] = this.place(
          west + ((east - west) * i) / (SAMPLES - 1),
          south + ((north - south) * k) / (SAMPLES - 1),
        );
        if (!Number.isFinite(e + n)) continue;
        found[0] = Math.min(found[0], e);
        found[1] = Math.min(found[1], n);
        found[2] = Math.max(found[2], e);
        found[3] = Math.max(found[3], n);
      }
    // Its sides are bent outwards a little.
    const margin = 0.02 * (found[2] - found[0] + found[3] - found[1]);
    return found[0] <= found[2]
      ? [found[0] - margin, found[1] - margin, found[2] + margin, found[3] + margin]
      : undefined;
  }

  #at(column: number, row: number): readonly [number, number] {
    const { side, places } = this.net;
    const [c, r] = [column, row].map((one) => Math.min(side - 2, Math.max(0, Math.floor(one)))) as [number, number];
    const [p, q] = [column - c, row - r];
    const of = (axis: 0 | 1): number => {
      const corner = (right: number, up: number): number =>
        places[2 * ((r + up) * side + c + right) + axis] ?? Number.NaN;
      return (corner(0, 0) * (1 - p) + corner(1, 0) * p) * (1 - q) + (corner(0, 1) * (1 - p) + corner(1, 1) * p) * q;
    };
    return [of(0), of(1)];
  }
}
