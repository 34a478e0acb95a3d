/**
 * An alignment, exactly as it is stored; numbers that are not finite are null. It is left out if it has more parts than
 * VIEW_LIMITS.alignmentParts.
 */
export interface ViewAlignment {
  readonly name: string;
  readonly startStation: number;
  /** Azimuths are radians clockwise from north; positive radii turn right, null: straight. */
  readonly horizontal: readonly {
    readonly kind: 'straight' | 'arc' | 'clothoid';
    /** null: where the previous one ends. */
    readonly startStation: number | null;
    readonly length: number;
    readonly startEasting: number;
    readonly startNorthing: number;
    readonly azimuth: number;
    readonly startRadius: number | null;
    readonly endRadius: number | null;
  }[];
  readonly vertical: readonly {
    readonly station: number;
    readonly elevation: number;
    readonly curve: 'none' | 'parabola' | 'arc';
    readonly length: number;
    readonly radius: number | null;
  }[];
  readonly equations: readonly { readonly back: number; readonly ahead: number }[];
  /** Cross sections that have a station: offset (right positive) and elevation of each point. */
  readonly sections: readonly {
    readonly name: string;
    readonly station: number;
    readonly points: readonly (readonly [offset: number, elevation: number])[];
  }[];
}

/** Shown on a click: exact figures and attributes, never those of the picture. */
export interface ViewFeature {
  readonly table: string;
  readonly row: number;
  /** Names and values in the order they are shown. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Easting, northing, elevation (null: unknown) of its vertices, as many as VIEW_LIMITS.featureVertices. */
  readonly vertices: readonly (readonly [number, number, number | null])[];
  /** How many vertices there are. */
  readonly vertexCount: number;
  /** Of an alignment its geometry. */
  readonly alignment?: ViewAlignment;
}

/** Features of one block if they are sent in blocks: rows 0 to 999, 1000 to 1999, … */
export const FEATURES_A_BLOCK = 1000;
