import type { FieldJob } from './job.ts';

/**
 * A sloped plane: elevation = origin + slope along `azimuth` + cross slope to its right. Slopes are ratios (0.02 = 2
 * %).
 */
export interface Plane {
  readonly name: string;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  /** Radians clockwise from north. */
  readonly azimuth: number;
  readonly slope: number;
  readonly crossSlope: number;
  readonly source: number;
}

/** A point known on the grid and on the earth: the pairs for a localisation. Unknown values are NaN. */
export interface ControlPoint {
  readonly name: string;
  readonly code: string;
  readonly description: string;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  /** Degrees, north positive, WGS 84 unless the job says otherwise. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
  readonly ellipsoidHeight: number;
  readonly useHorizontal: boolean;
  readonly useVertical: boolean;
  readonly residualEasting: number;
  readonly residualNorthing: number;
  readonly residualElevation: number;
  readonly source: number;
}

export type CodeKind = 'point' | 'line' | 'area';
export type CodeAttributeType = 'text' | 'number' | 'integer' | 'list' | 'date' | 'photo' | 'boolean';

/** A question the field user answers for a coded feature. */
export interface CodeAttribute {
  readonly name: string;
  readonly type: CodeAttributeType;
  readonly required: boolean;
  readonly defaultValue: string;
  /** The choices of a list. */
  readonly values: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
}

/** An entry of the code library; names are unique within a kind. */
export interface Code {
  readonly name: string;
  readonly kind: CodeKind;
  readonly description: string;
  readonly group: string;
  /** Name of the layer its features go to, or ''. */
  readonly layer: string;
  readonly colour: number;
  readonly lineType: string;
  readonly lineWeight: number;
  readonly symbol: string;
  /** What a control code does (`start`, `end`, `close`, `arc`, …); '' for an ordinary code. */
  readonly control: string;
  readonly attributes: readonly CodeAttribute[];
}

/**
 * How a background drawing is placed in the job. Coordinates are easting, northing pairs: `from` in the drawing, `to`
 * in the job.
 */
export interface Placement {
  readonly kind: 'none' | 'point' | 'line' | 'scale';
  readonly from: readonly (readonly [easting: number, northing: number])[];
  readonly to: readonly (readonly [easting: number, northing: number])[];
  readonly scale: number;
}

export const NO_PLACEMENT: Placement = { kind: 'none', from: [], to: [], scale: 1 };

/** A background attached to the job: the source file, its linework as a separate job, and its placement. */
export interface Drawing {
  readonly name: string;
  readonly fileName: string;
  readonly format: string;
  readonly mediaType: string;
  /** SHA-256 of the file in lower-case hex. */
  readonly sha256: string;
  /** Reads the bytes of the file; null if only the scene is known. */
  readonly read: (() => Uint8Array) | null;
  readonly size: number;
  readonly placement: Placement;
  /** Its linework in the drawing's own coordinates and unit; holds no drawings. */
  readonly scene: FieldJob;
  readonly source: number;
}

/** A raw observation or any other record of a survey file that is kept as data. */
export interface Observation {
  /** The source's own name for the record, e.g. `PointRecord`. */
  readonly kind: string;
  /** Station or set-up it belongs to, or ''. */
  readonly station: string;
  /** Point observed, or ''. */
  readonly target: string;
  /** Milliseconds since 1970 UTC, or NaN. */
  readonly time: number;
  /** Flat pairs: name, value as written in the source. */
  readonly values: readonly string[];
  readonly source: number;
}

/** Where features came from: one entry per import. */
export interface JobSource {
  readonly fileName: string;
  readonly format: string;
  readonly sha256: string;
  /** Milliseconds since 1970 UTC. */
  readonly importedAt: number;
}
