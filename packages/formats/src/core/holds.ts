import type { Alignment, ControlPoint, Feature, JobInfo, Layer, SelectionKind, Surface } from '@fieldbridge/fieldjob';

/** A property of a feature besides its geometry. */
export type FeatureField = Exclude<keyof Feature, 'reset' | 'source'>;

/** Properties of sections and station equations of alignments besides their numbers. */
export type AlignmentDetail = 'sectionDetails' | 'equationDescriptions';

/**
 * The part of a job that a written file keeps, as plain data: `exportJob` reports everything else as left out. An
 * absent member is not checked: the format has no such objects, or its writer reports their losses itself.
 */
export interface Holds {
  /** The kinds that are written. */
  readonly kinds: readonly SelectionKind[];
  /** Whether the reference system is stated. */
  readonly crs?: boolean;
  /** False if infinite elevations are written as unknown. */
  readonly infiniteElevations?: boolean;
  readonly point?: readonly FeatureField[];
  readonly line?: readonly FeatureField[];
  readonly area?: readonly FeatureField[];
  readonly text?: readonly FeatureField[];
  readonly info?: readonly (keyof JobInfo)[];
  readonly layer?: readonly (keyof Layer)[];
  readonly surface?: readonly (keyof Surface)[];
  readonly alignment?: readonly (keyof Alignment | AlignmentDetail)[];
  readonly controlPoint?: readonly (keyof ControlPoint)[];
}
