/** Where the geometry of an alignment bends in plan. Azimuths are radians clockwise from north; a positive radius turns right. */
export interface HorizontalElement {
  readonly kind: 'straight' | 'arc' | 'clothoid';
  readonly startStation: number;
  readonly length: number;
  readonly startEasting: number;
  readonly startNorthing: number;
  readonly azimuth: number;
  /** Signed; Infinity where straight. */
  readonly startRadius: number;
  readonly endRadius: number;
}

/** A point of vertical intersection and the curve that rounds it. */
export interface VerticalPoint {
  readonly station: number;
  readonly elevation: number;
  readonly curve: 'none' | 'parabola' | 'arc';
  /** Length of the curve; 0 for none. */
  readonly length: number;
  /** Radius of an arc; NaN otherwise. */
  readonly radius: number;
}

/** A cross-section template or section at a station: offset (right positive) and elevation or height difference. */
export interface CrossSection {
  readonly name: string;
  readonly station: number;
  /** Offset, elevation pairs. */
  readonly points: Float64Array;
}

/** A jump in the stationing: what counts as `back` up to here counts as `ahead` from here on. */
export interface StationEquation {
  readonly back: number;
  readonly ahead: number;
}

/** A road or rail axis. */
export interface Alignment {
  readonly name: string;
  readonly description: string;
  readonly layer: number;
  readonly code: string;
  readonly startStation: number;
  readonly horizontal: readonly HorizontalElement[];
  readonly vertical: readonly VerticalPoint[];
  readonly sections: readonly CrossSection[];
  readonly equations: readonly StationEquation[];
  readonly source: number;
}

/** An alignment with the defaults for all that is not given. */
export function alignmentOf(name: string, rest: Partial<Alignment> = {}): Alignment {
  return {
    description: '',
    layer: -1,
    code: '',
    startStation: 0,
    horizontal: [],
    vertical: [],
    sections: [],
    equations: [],
    source: -1,
    ...rest,
    name,
  };
}
