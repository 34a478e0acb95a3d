/** One element of the horizontal geometry. Azimuths are radians clockwise from north; a positive radius turns right. */
export interface HorizontalElement {
  readonly kind: 'straight' | 'arc' | 'clothoid';
  readonly startStation: number;
  readonly length: number;
  readonly startEasting: number;
  readonly startNorthing: number;
  readonly azimuth: number;
  /** Signed; Infinity for a straight. */
  readonly startRadius: number;
  readonly endRadius: number;
}

/** A point of vertical intersection and the curve that rounds it. */
export interface VerticalPoint {
  readonly station: number;
  readonly elevation: number;
  readonly curve: 'none' | 'parabola' | 'arc';
  /** Length of the curve; 0 if there is no curve. */
  readonly length: number;
  /** Radius of a circular curve; NaN for other curves. */
  readonly radius: number;
}

/**
 * A cross-section template, or the section at a station: offset (right positive) and elevation or height difference.
 */
export interface CrossSection {
  readonly name: string;
  readonly station: number;
  /** Offset, elevation pairs. */
  readonly points: Float64Array;
}

/** A jump in the stationing: what is `back` up to here is `ahead` from here on. */
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

/** An alignment with defaults for everything not given. */
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
