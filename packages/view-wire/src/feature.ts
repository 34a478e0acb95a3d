/** A click shows this: exact figures and attributes, never those of the picture. */
export interface ViewFeature {
  readonly table: string;
  readonly row: number;
  /** Names and values in the order they are shown. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Easting, northing, elevation (null: unknown) of its vertices, as many as VIEW_LIMITS.featureVertices. */
  readonly vertices: readonly (readonly [number, number, number | null])[];
  /** How many vertices there are. */
  readonly vertexCount: number;
}

/** Features of one block where they come in blocks: rows 0 to 999, 1000 to 1999, … */
export const FEATURES_A_BLOCK = 1000;
