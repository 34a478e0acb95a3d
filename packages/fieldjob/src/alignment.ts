import type { AttributePairs } from './columns/attribute-columns.ts';

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

/** Which side of the axis something is on. */
export const SIDES = ['left', 'right', 'both'] as const;
export type Side = (typeof SIDES)[number];

/**
 * A cross-section template, or the section of a surface at a station: offset (right positive) and elevation or height
 * difference. Values that a source does not state are absent.
 */
export interface CrossSection {
  /** Name of the surface or template. */
  readonly name: string;
  readonly station: number;
  /** Offset, elevation pairs. */
  readonly points: Float64Array;
  /** Name of the cross section that it belongs to. */
  readonly section?: string;
  /** `existing`: a surveyed surface; otherwise a design. */
  readonly kind?: 'existing';
  readonly side?: Side;
  /** The code of each point. */
  readonly codes?: readonly string[];
  /** The name of each point. */
  readonly pointNames?: readonly string[];
  readonly attributes?: AttributePairs;
}

/** A jump in the stationing: station `back` up to here becomes `ahead` from here on. */
export interface StationEquation {
  readonly back: number;
  readonly ahead: number;
  readonly description?: string;
}

/** Events of a superelevation by their names in LandXML; those that end in `Sta` are stations. */
export const SUPERELEVATION_EVENTS = [
  'BeginRunoutSta',
  'BeginRunoffSta',
  'FullSuperSta',
  'FullSuperelev',
  'RunoffSta',
  'StartofRunoutSta',
  'EndofRunoutSta',
  'AdverseSE',
] as const;

export interface SuperelevationEvent {
  readonly kind: (typeof SUPERELEVATION_EVENTS)[number];
  /** A station; for `FullSuperelev` the slope and for `AdverseSE` the word, as the source states them. */
  readonly value: number | string;
}

/** How the road turns about its axis in a curve. */
export interface Superelevation {
  /** NaN: not stated. */
  readonly startStation: number;
  readonly endStation: number;
  readonly events: readonly SuperelevationEvent[];
  readonly attributes: AttributePairs;
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
  readonly superelevation: readonly Superelevation[];
  /** Name of the profile, or ''. */
  readonly profileName: string;
  readonly attributes: AttributePairs;
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
    superelevation: [],
    profileName: '',
    attributes: [],
    source: -1,
    ...rest,
    name,
  };
}
